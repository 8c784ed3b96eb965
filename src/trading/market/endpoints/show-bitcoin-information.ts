import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { significant } from "../../../kit/money/decimals.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { seconds } from "../../shapes.ts";
import { bitcoinsAt, hashRateAt } from "../core/bitcoin-figures.ts";
import type { BitcoinChainDeps, MarketDeps, RefresherDeps } from "../deps.ts";
import { rateSourceName } from "../records.ts";
import { PUBLIC_REFRESH_MS } from "../refresher.ts";
import { rateSource, tradedListings } from "../show-market.ts";
import type { MarketView } from "../view.ts";

const figure = Type.Union([Type.Number(), Type.Null()]);

/** As many as `system/rates` has. */
const RATE_DIGITS = 10;
/** The range of a number. */
const EXACT_DIGITS = 15;

export const showBitcoinInformation = endpoint({
  id: "market.showBitcoinInformation",
  method: ["GET", "POST"],
  path: "/public/bitcoin-information",
  auth: "public",
  summary: "Figures of bitcoin",
  description:
    "Price and volume come from the exchanges that are connected and tell their volume; coins, difficulty and the hashes a " +
    "second that it stands for, from the Esplora interface of the settings, at most a minute old. Coins are those that the " +
    "rule of the chain has given out. What has no source is null: without that interface, all that speaks of the chain, " +
    "and always the revenue and the fees of miners.",
  input: {},
  output: json(
    Type.Object({
      source: rateSourceName,
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

  async run({ market, bitcoinChain, refresher, clock }: MarketDeps & BitcoinChainDeps & RefresherDeps & ClockDeps) {
    const { height, difficulty } = (await bitcoinChain.tip()) ?? {};
    const nowMs = toMillis(clock.now());
    const price = market.usdRate("BTC");
    const shownPrice = price === undefined ? undefined : significant(price, RATE_DIGITS);
    const coins = height === undefined ? undefined : bitcoinsAt(height);
    return refresher.get("bitcoin-information", PUBLIC_REFRESH_MS, nowMs, () => ({
      source: rateSource(market),
      market_price_usd: shownPrice ?? null,
      market_cap_usd:
        shownPrice === undefined || coins === undefined ? null : significant(shownPrice * coins, EXACT_DIGITS),
      total_bitcoins: coins ?? null,
      difficulty: difficulty ?? null,
      hash_rate: difficulty === undefined ? null : significant(hashRateAt(difficulty), EXACT_DIGITS),
      miners_revenue_usd: null,
      cost_per_transaction_usd: null,
      transaction_fees_btc: null,
      trade_volume_usd: bitcoinVolume(market) ?? null,
      charts: { difficulty: [] },
      last_updated: Math.floor(nowMs / 1000),
    }));
  },
});

/**
 * Traded for bitcoin in the last day, in dollars, where exchanges tell; undefined where none does. A paper exchange
 * repeats another one, and a simulated one makes everything up: they count only where no real exchange exists.
 */
function bitcoinVolume(market: MarketView): number | undefined {
  const kinds = new Map(market.exchanges().map(({ code, kind }) => [code, kind]));
  const counted = (["live", "paper", "simulated"] as const).find((kind) => [...kinds.values()].includes(kind));
  let total: number | undefined;
  for (const { exchange, market: traded } of tradedListings(market)) {
    const rate = market.usdRate(traded.quote);
    if (kinds.get(exchange) !== counted || traded.base !== "BTC") continue;
    if (traded.volume24h === undefined || rate === undefined) continue;
    total = (total ?? 0) + traded.volume24h * rate;
  }
  return total === undefined ? undefined : significant(total, RATE_DIGITS);
}
