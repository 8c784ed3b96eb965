import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const listRates = endpoint({
  id: "market.listRates",
  method: ["GET", "POST"],
  path: "/system/rates",
  auth: "public",
  summary: "Exchange rates",
  description: `What one unit of each currency costs in US dollars. ${PENDING_MARKET_NOTE}`,
  input: {},
  output: json(
    Type.Object({
      base: Type.String(),
      last_updated: seconds,
      rates: Type.Record(Type.String(), Type.String({ description: "Decimal" })),
    }),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "system/rates" });
  },
});
