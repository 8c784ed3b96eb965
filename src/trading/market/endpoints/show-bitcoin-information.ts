import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { seconds } from "../../shapes.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { tradedListings } from "../show-market.ts";
import type { MarketView } from "../view.ts";

const figure = Type.Union([Type.Number(), Type.Null()]);

export const showBitcoinInformation = endpoint({
  id: "market.showBitcoinInformation",
  method: ["GET", "POST"],
  path: "/public/bitcoin-information",
  auth: "public",
  summary: "Figures of bitcoin",
  description:
    "Price and volume come from the exchanges that are connected and tell their volume. What only the chain itself could " +
    "tell (coins, difficulty, hash rate, revenue and fees of miners) has no source here and is null.",
  input: {},
  output: json(
    Type.Object({
      market_price_usd: figure,
      market_cap_usd: figure,
      total_bitcoins: figure,
      difficulty: figure,
      hash_rate: figure,
      miners_revenue_usd: figure,
      cost_per_transaction_usd: figure,
      transaction_fees_btc: figure,
      trade_volume_usd: figure,
      charts: Type.Object({ difficulty: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })) }),
      last_updated: seconds,
    }),
  ),
  errors: [],
  examples: [{ name: "at this moment" }],

  run({ market, refresher, clock }) {
    const nowMs = toMillis(clock.now());
    return refresher.get("bitcoin-information", PUBLIC_REFRESH_MS, nowMs, () => ({
      market_price_usd: market.usdRate("BTC") ?? null,
      market_cap_usd: null,
      total_bitcoins: null,
      difficulty: null,
      hash_rate: null,
      miners_revenue_usd: null,
      cost_per_transaction_usd: null,
      transaction_fees_btc: null,
      trade_volume_usd: bitcoinVolume(market) ?? null,
      charts: { difficulty: [] },
      last_updated: Math.floor(nowMs / 1000),
    }));
  },
});

/** Traded for bitcoin in the last day, in dollars, where exchanges tell; undefined where none does. */
function bitcoinVolume(market: MarketView): number | undefined {
  let total: number | undefined;
  for (const { market: traded } of tradedListings(market)) {
    const rate = market.usdRate(traded.quote);
    if (traded.base !== "BTC" || traded.volume24h === undefined || rate === undefined) continue;
    total = (total ?? 0) + traded.volume24h * rate;
  }
  return total;
}
