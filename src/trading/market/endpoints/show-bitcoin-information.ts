import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const showBitcoinInformation = endpoint({
  id: "market.showBitcoinInformation",
  method: ["GET", "POST"],
  path: "/public/bitcoin-information",
  auth: "public",
  summary: "Figures of bitcoin",
  description: `A figure without a source is null. ${PENDING_MARKET_NOTE}`,
  input: {},
  output: json(
    Type.Object({
      market_price_usd: Type.Union([Type.Number(), Type.Null()]),
      market_cap_usd: Type.Union([Type.Number(), Type.Null()]),
      total_bitcoins: Type.Union([Type.Number(), Type.Null()]),
      difficulty: Type.Union([Type.Number(), Type.Null()]),
      hash_rate: Type.Union([Type.Number(), Type.Null()]),
      miners_revenue_usd: Type.Union([Type.Number(), Type.Null()]),
      cost_per_transaction_usd: Type.Union([Type.Number(), Type.Null()]),
      transaction_fees_btc: Type.Union([Type.Number(), Type.Null()]),
      trade_volume_usd: Type.Union([Type.Number(), Type.Null()]),
      charts: Type.Object({ difficulty: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })) }),
      last_updated: seconds,
    }),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "public/bitcoin-information" });
  },
});
