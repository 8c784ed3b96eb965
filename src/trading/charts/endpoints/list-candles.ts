import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { gapList, gapRecords, type MarketDeps } from "../../market/index.ts";
import { rangeSeconds, serviceCode } from "../../shapes.ts";
import { candleRows, decimalsOf } from "../../market/index.ts";
import { tapeErrors } from "../../tape/index.ts";
import { chartErrors } from "../errors.ts";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";
import type { CandleDeps } from "../../indicators/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";

const INTERVALS = {
  "1m": MINUTE_MS,
  "3m": 3 * MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": 60 * MINUTE_MS,
  "2h": 120 * MINUTE_MS,
  "4h": 240 * MINUTE_MS,
} as const;
const MAX_PLACES = 12;

export const listCandles = endpoint({
  id: "charts.listCandles",
  method: "GET",
  path: "/public/chart-candles",
  auth: "public",
  summary: "The last candles of a market, of now or until a moment",
  description:
    "What charts in pages begin with. Intervals in which nothing was traded may be absent; what is missing is named in " +
    "`gaps`.",
  anyOrigin: true,
  input: {
    params: Type.Object({
      symbol: serviceCode,
      interval: Type.Enum(Object.keys(INTERVALS) as (keyof typeof INTERVALS)[], { default: "1m" }),
      limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 300, description: "How many intervals back" }),
      to: Type.Optional({
        ...rangeSeconds,
        description: "Seconds since 1970: back from the interval of that moment. Default: now",
      }),
    }),
  },
  output: json(
    Type.Object({
      symbol: Type.String(),
      name: Type.String({ description: "Pair and exchange, for people" }),
      interval: Type.String(),
      precision: Type.Integer({ minimum: 0, maximum: MAX_PLACES, description: "Places of prices" }),
      candles: Type.Array(Type.Array(Type.Number(), { minItems: 6, maxItems: 6 }), {
        description: "First millisecond, open, high, low, close and volume; oldest first",
      }),
      gaps: gapList,
    }),
    { headers: { "access-control-allow-origin": "Pages of all origins may read it" } },
  ),
  errors: [chartErrors.unknownMarket, tapeErrors.busy],
  examples: [
    { name: "five minutes", query: { symbol: "simalpha-btcusdt", limit: "5" } },
    { name: "an hour until a moment", query: { symbol: "simalpha-btcusdt", limit: "60", to: "1735689600" } },
    { name: "an interval that there is not", query: { symbol: "simalpha-btcusdt", interval: "7m" }, status: 422 },
    { name: "an unknown market", query: { symbol: "simalpha-nothing" }, status: 404 },
  ],
  beyondSpec: true,
  async run({ candles, market, clock }: CandleDeps & MarketDeps & ClockDeps, { input: { params } }) {
    const { symbol, interval, limit, to } = params;
    const listing = market.listing(symbol);
    if (!listing) throw chartErrors.unknownMarket({ symbol });
    const lengthMs = INTERVALS[interval];
    const nowMs = toMillis(clock.now());
    const untilMs = to === undefined ? nowMs : Math.min(endOfInterval(to * SECOND_MS, lengthMs), nowMs);
    const fromMs = Math.max(Math.floor(untilMs / lengthMs) * lengthMs - (limit - 1) * lengthMs, 0);
    const found = await candles.candles(symbol, interval, fromMs, untilMs + 1);
    const rows = candleRows(found, decimalsOf(listing.market));
    const exchange = market.exchange(listing.exchange)?.name ?? listing.exchange;
    const name = `${listing.market.symbol}, ${exchange}`;
    const gaps = gapRecords(found.gaps, fromMs, untilMs + 1);
    return { symbol, name, interval, precision: placesOf(listing.market.tickSize), candles: rows, gaps };
  },
});

/** The last millisecond of the interval that a moment is in. */
function endOfInterval(ms: number, lengthMs: number): number {
  return Math.floor(ms / lengthMs) * lengthMs + lengthMs - 1;
}

/** How many places a step of prices has: 2 for `0.05`. */
function placesOf(tickSize: string): number {
  const [, fraction = ""] = tickSize.split(".", 2);
  return Math.min(withoutTrailing(fraction, "0").length, MAX_PLACES);
}
