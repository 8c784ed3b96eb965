import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";

export const listExchanges = endpoint({
  id: "market.listExchanges",
  method: ["GET", "POST"],
  path: "/system/exchanges",
  auth: "public",
  summary: "Exchanges that are connected",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(Type.Array(Type.Object({ code: Type.String(), name: Type.String() }))),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "system/exchanges" });
  },
});
