import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { symbolRecord } from "../records.ts";

export const listSymbols = endpoint({
  id: "market.listSymbols",
  method: ["GET", "POST"],
  path: "/system/symbols",
  auth: "public",
  summary: "Symbols by exchange",
  description: PENDING_MARKET_NOTE,
  input: {
    params: Type.Object({
      exchange: Type.Optional(Type.String({ maxLength: 40, description: "Only of this exchange" })),
    }),
  },
  output: json(Type.Record(Type.String(), Type.Array(symbolRecord))),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "system/symbols" });
  },
});
