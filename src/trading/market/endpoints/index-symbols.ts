import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { pageOf, paging, seconds } from "../../shapes.ts";
import { symbolRecord } from "../records.ts";

export const indexSymbols = endpoint({
  id: "market.indexSymbols",
  method: ["GET", "POST"],
  path: "/exchangeindex/symbols",
  auth: "public",
  summary: "Symbols of one exchange",
  description: PENDING_MARKET_NOTE,
  input: { params: Type.Object({ exchange: Type.String({ maxLength: 40 }), ...paging }) },
  output: json(
    pageOf(
      "symbols",
      Type.Object({
        ...symbolRecord.properties,
        code: Type.String(),
        exchange: Type.String(),
        status: Type.String(),
        first_seen: seconds,
        last_seen: seconds,
      }),
    ),
  ),
  errors: [pendingErrors.market],
  examples: [
    { name: "not served yet", body: { exchange: "binance" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.market({ operation: "exchangeindex/symbols" });
  },
});
