import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { serviceCode } from "../../shapes.ts";
import { chartErrors } from "../errors.ts";

const MINUTE_MS = 60_000;
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
  summary: "The last candles of a market",
  description: "What charts in pages begin with. Intervals in which nothing was traded may be absent.",
  input: {
    params: Type.Object({
      symbol: serviceCode,
      interval: Type.Enum(Object.keys(INTERVALS) as (keyof typeof INTERVALS)[], { default: "1m" }),
      limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 300, description: "How many intervals back" }),
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
    }),
    { headers: { "access-control-allow-origin": "Pages of all origins may read it" } },
  ),
  errors: [chartErrors.unknownMarket],
  examples: [
    { name: "five minutes", query: { symbol: "simalpha-btcusdt", limit: "5" } },
    { name: "an interval that there is not", query: { symbol: "simalpha-btcusdt", interval: "7m" }, status: 422 },
    { name: "an unknown market", query: { symbol: "simalpha-nothing" }, status: 404 },
  ],
  beyondSpec: true,
  async run({ candles, market, clock }, { input: { params } }) {
    const { symbol, interval, limit } = params;
    const listing = market.listing(symbol);
    if (!listing) throw chartErrors.unknownMarket({ symbol });
    const lengthMs = INTERVALS[interval];
    const nowMs = toMillis(clock.now());
    const fromMs = Math.floor(nowMs / lengthMs) * lengthMs - (limit - 1) * lengthMs;
    const found = await candles.candles(symbol, interval, fromMs, nowMs + 1);
    const { open, high, low, close, volume } = found;
    const rows = [...found.ms].map((ms, at) =>
      [ms, open[at], high[at], low[at], close[at], volume[at]].map((value) => value ?? 0),
    );
    const exchange = market.exchange(listing.exchange)?.name ?? listing.exchange;
    const name = `${listing.market.symbol}, ${exchange}`;
    const answer = { symbol, name, interval, precision: placesOf(listing.market.tickSize), candles: rows };
    return withHeaders(answer, { "access-control-allow-origin": "*" });
  },
});

/** How many places a step of prices has: 2 for `0.05`. */
function placesOf(tickSize: string): number {
  const places = /\.(\d*?)0*$/.exec(tickSize)?.[1]?.length ?? 0;
  return Math.min(places, MAX_PLACES);
}
