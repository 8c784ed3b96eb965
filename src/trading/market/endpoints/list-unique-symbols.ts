import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";

export const listUniqueSymbols = endpoint({
  id: "market.listUniqueSymbols",
  method: ["GET", "POST"],
  path: "/system/unique-symbols",
  auth: "public",
  summary: "Symbols over all exchanges",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        id: Type.String(),
        symbol: Type.String(),
        base: Type.String(),
        quote: Type.String(),
        exchanges: Type.Array(Type.String()),
        count: Type.Integer(),
      }),
    ),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "system/unique-symbols" });
  },
});
