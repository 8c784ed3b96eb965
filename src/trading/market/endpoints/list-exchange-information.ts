import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";

export const listExchangeInformation = endpoint({
  id: "market.listExchangeInformation",
  method: ["GET", "POST"],
  path: "/public/exchange-information",
  auth: "public",
  summary: "State and rating of exchanges",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(Type.Array(Type.Object({ exchange: Type.String(), status: Type.String(), rating: Type.String() }))),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "public/exchange-information" });
  },
});
