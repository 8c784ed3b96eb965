import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import {
  INDICATORS,
  answerOf,
  cutCandles,
  historyMs,
  indicatorErrors,
  select,
  shownIndicators,
  stretchStarts,
  type CandleDeps,
} from "../../indicators/index.ts";
import type { Market } from "../../exchanges/index.ts";
import { tapeErrors, type Tape, type TapeDeps } from "../../tape/index.ts";
import { rangeSeconds } from "../../shapes.ts";
import type { MarketDeps } from "../deps.ts";
import { findRecorded } from "../find-recorded.ts";
import { candleRows, decimalsOf } from "../market-decimals.ts";
import { gapList, gapRecords, recordedMarket } from "../records.ts";
import type { MarketView } from "../view.ts";

/** In milliseconds. */
const INTERVALS = {
  "1m": 60_000,
  "3m": 180_000,
  "5m": 300_000,
  "15m": 900_000,
  "30m": 1_800_000,
  "1h": HOUR_MS,
  "2h": 7_200_000,
  "4h": 14_400_000,
} as const;

const MOST_CANDLES = 5000;
/** An answer with more values counts as further requests: a stranger could keep a processor busy with the largest ones. */
const VALUES_OF_A_REQUEST = 50_000;

const values = Type.Array(Type.Union([Type.Number(), Type.Null()]));

export const computeIndicators = endpoint({
  id: "market.computeIndicators",
  method: ["GET", "POST"],
  path: "/backtesting/technical-indicators",
  auth: "public",
  summary: "Candles with indicators and patterns",
  description:
    `Candles that begin from timefrom to timeto, at most ${MOST_CANDLES}, and for each one ${INDICATORS.length} indicators, ` +
    "or those of `indicators` only. Values are null while an indicator warms up; candles before timefrom warm it up where there are " +
    "some. What is missing is named in `gaps`; after a gap everything begins again. Formulas, parameters and patterns: " +
    `docs/trading/indicators.md. An answer counts as one more request for each ${VALUES_OF_A_REQUEST.toLocaleString("en-US")} values of indicators.`,
  input: {
    params: Type.Object({
      ...recordedMarket,
      interval: Type.Enum(["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"]),
      timefrom: rangeSeconds,
      timeto: rangeSeconds,
      indicators: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          maxItems: 50,
          description: "Only these, with parameters where they are not the usual ones: `rsi`, `macd(5,35,5)`",
        }),
      ),
    }),
  },
  output: json(
    Type.Object({
      status: Type.Boolean(),
      label: Type.String({ description: "The market for people; says whether it is simulated" }),
      from: Type.Integer({ description: "Milliseconds since 1970" }),
      to: Type.Integer({ description: "Milliseconds since 1970" }),
      code: Type.String(),
      interval: Type.String(),
      count: Type.Integer(),
      candles: Type.Array(Type.Array(Type.Number(), { minItems: 6, maxItems: 6 }), {
        description: "Oldest first: first millisecond, open, high, low, close, volume",
      }),
      gaps: gapList,
      indicators: Type.Record(Type.String(), Type.Union([values, Type.Record(Type.String(), values)]), {
        description: "By name: a value for each candle, or that for each line of the indicator",
      }),
      patterns: Type.Array(
        Type.Object({
          time: Type.Integer({ description: "First millisecond of the candle that completes it" }),
          name: Type.String(),
          direction: Type.Enum(["bullish", "bearish"]),
        }),
      ),
    }),
  ),
  errors: [
    indicatorErrors.unknownExchange,
    indicatorErrors.unknownMarket,
    indicatorErrors.backwards,
    indicatorErrors.tooMany,
    indicatorErrors.noIndicator,
    tapeErrors.busy,
  ],
  examples: [
    { name: "all of an hour", body: { ...examplePeriod(1_599_600_000, 1_599_603_600), interval: "1h" } },
    {
      name: "two of them",
      body: { ...examplePeriod(1_599_600_000, 1_599_603_600), interval: "1m", indicators: ["rsi", "macd(5,35,5)"] },
    },
    {
      name: "an interval that there is not",
      body: { ...examplePeriod(1_599_600_000, 1_599_603_600), interval: "7m" },
      status: 422,
    },
    {
      name: "an exchange that there is not",
      body: { ...examplePeriod(1_599_600_000, 1_599_603_600), exchange: "nowhere", interval: "1h" },
      status: 404,
    },
    {
      name: "a market that there is not",
      body: { ...examplePeriod(1_599_600_000, 1_599_603_600), symbol: "NO/SUCH", interval: "1h" },
      status: 404,
    },
    { name: "backwards", body: { ...examplePeriod(1_599_603_600, 1_599_600_000), interval: "1h" }, status: 422 },
    {
      name: "a month of minutes",
      body: { ...examplePeriod(1_599_600_000, 1_602_200_000), interval: "1m" },
      status: 422,
    },
    {
      name: "an indicator that there is not",
      body: { ...examplePeriod(1_599_600_000, 1_599_603_600), interval: "1h", indicators: ["rsi(0)"] },
      status: 422,
    },
  ],
  async run({ market, tape, candles: source }: MarketDeps & TapeDeps & CandleDeps, call) {
    const { params } = call.input;
    const { interval } = params;
    const intervalMs = INTERVALS[interval];
    const range = { fromMs: params.timefrom * 1000, toMs: params.timeto * 1000 };
    const chosen = select(params.indicators ?? []);
    if (chosen.kind === "refused") throw indicatorErrors.noIndicator({ why: chosen.why });
    if (range.fromMs > range.toMs) throw indicatorErrors.backwards();
    const count = Math.floor(range.toMs / intervalMs) - Math.ceil(range.fromMs / intervalMs) + 1;
    if (count > MOST_CANDLES) throw indicatorErrors.tooMany({ limit: MOST_CANDLES, count, interval });
    const found = await findMarket({ market, tape }, params);

    const historyFromMs = range.fromMs - historyMs(chosen.selected, range.fromMs, intervalMs);
    const readFromMs = Math.max(0, Math.floor(historyFromMs / intervalMs) * intervalMs);
    const read = await source.candles(found.code, interval, readFromMs, range.toMs + 1);
    const end = firstAt(read.ms, range.toMs + 1);
    const known = cutCandles(read, 0, end);
    const first = firstAt(known.ms, range.fromMs);
    const starts = stretchStarts(known, read.gaps, intervalMs);
    const { indicators, patterns } = answerOf(known, first, chosen.selected, starts);
    call.addCost?.(Math.floor(countValues(indicators) / VALUES_OF_A_REQUEST));
    const shown = decimalsOf(found.market);
    return {
      status: true,
      label: found.label,
      from: range.fromMs,
      to: range.toMs,
      code: found.code,
      interval,
      count: end - first,
      candles: candleRows(cutCandles(known, first, end), shown),
      gaps: gapRecords(read.gaps, range.fromMs, (Math.floor(range.toMs / intervalMs) + 1) * intervalMs),
      indicators: shownIndicators(indicators, shown.pricePlaces),
      patterns,
    };
  },
});

/** A market that is listed, or of which something is on the tape. */
async function findMarket(
  { market, tape }: { readonly market: MarketView; readonly tape: Tape },
  wanted: { readonly exchange: string; readonly symbol: string; readonly type: string },
): Promise<{ readonly code: string; readonly label: string; readonly market?: Market }> {
  const found = await findRecorded({ market, tape }, wanted);
  const { exchange, symbol, type } = wanted;
  const name = market.exchange(exchange.toLowerCase())?.name;
  if (found)
    return { ...found, label: `${found.market?.symbol ?? symbol.toUpperCase()} on ${name ?? exchange.toLowerCase()}` };
  if (name === undefined) throw indicatorErrors.unknownExchange({ exchange });
  throw indicatorErrors.unknownMarket({ type, symbol, exchange });
}

function countValues(indicators: ReturnType<typeof answerOf>["indicators"]): number {
  const lines = Object.values(indicators).flatMap((each) => (Array.isArray(each) ? [each] : Object.values(each)));
  return lines.reduce((sum, { length }) => sum + length, 0);
}

/** The index of the first candle that begins at `ms` or later. */
function firstAt(times: Float64Array, ms: number): number {
  const index = times.findIndex((time) => time >= ms);
  return index < 0 ? times.length : index;
}

/** Of an hour of the simulated market. */
function examplePeriod(timefrom: number, timeto: number): Record<string, string | number> {
  return { exchange: "simalpha", symbol: "BTC/USDT", timefrom, timeto };
}
