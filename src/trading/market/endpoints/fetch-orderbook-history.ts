import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { HOUR_SECONDS, DAY_SECONDS, SECOND_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { rangeSeconds } from "../../shapes.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { CARRY_MS, tapeErrors, type Span, type TopColumns, type TapeDeps } from "../../tape/index.ts";
import type { MarketDeps } from "../deps.ts";
import { decimalsOf, type MarketDecimals } from "../market-decimals.ts";
import { findRecorded } from "../find-recorded.ts";
import { gapList, recordedMarket } from "../records.ts";

/** The range of one request, with a key and without, in seconds. */
const MOST_SECONDS = DAY_SECONDS;
const MOST_SECONDS_FREE = HOUR_SECONDS;
const MOST_ROWS = 50_000;

/** Milliseconds, ask, its quantity, bid, its quantity. */
type Row = readonly [ms: number, ask: number, asked: number, bid: number, bidden: number];

export const fetchOrderbookHistory = endpoint({
  id: "market.fetchOrderbookHistory",
  method: ["GET", "POST"],
  path: "/backtesting/orderbook-data",
  auth: "public",
  summary: "Recorded best prices",
  description:
    "One row for each change: milliseconds, ask, its quantity, bid, its quantity; a price of 0 where none was known from " +
    `then on. The first row is what held at timefrom, where that was recorded. At most ${MOST_SECONDS / HOUR_SECONDS} hours at once, without a key ${MOST_SECONDS_FREE / HOUR_SECONDS}, and ` +
    `${MOST_ROWS.toLocaleString("en-US")} rows: where there are more, \`to\` is the whole second before which all are there, ` +
    "and the next call begins with it. Times of which nothing was recorded are named in `gaps`: the row before one says nothing about it.",
  input: {
    params: Type.Object({
      ...recordedMarket,
      timefrom: rangeSeconds,
      timeto: rangeSeconds,
    }),
  },
  output: json(
    Type.Object({
      status: Type.Boolean(),
      label: Type.String({ description: "The market for people; says whether it is simulated" }),
      from: Type.Integer({ description: "Milliseconds since 1970" }),
      to: Type.Integer({ description: "Milliseconds since 1970" }),
      seconds: Type.Integer(),
      code: Type.String(),
      count: Type.Integer(),
      orderbook: Type.Array(Type.Array(Type.Number(), { minItems: 5, maxItems: 5 })),
      gaps: gapList,
    }),
  ),
  errors: [tapeErrors.unknownMarket, tapeErrors.backwards, tapeErrors.tooLong, tapeErrors.busy],
  examples: [
    {
      name: "an hour",
      body: { exchange: "simalpha", symbol: "BTC/USDT", timefrom: 1_599_600_000, timeto: 1_599_603_600 },
    },
    {
      name: "a market that there is not",
      body: { exchange: "simalpha", symbol: "NO/SUCH", timefrom: 1_599_600_000, timeto: 1_599_603_600 },
      status: 404,
    },
    {
      name: "backwards",
      body: { exchange: "simalpha", symbol: "BTC/USDT", timefrom: 1_599_603_600, timeto: 1_599_600_000 },
      status: 422,
    },
    {
      name: "too much at once",
      body: { exchange: "simalpha", symbol: "BTC/USDT", timefrom: 1_599_600_000, timeto: 1_599_700_000 },
      status: 422,
    },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  async run({ tape, market, clock }: MarketDeps & TapeDeps & ClockDeps, { input: { params }, actor }) {
    const { exchange, symbol, type, timefrom, timeto } = params;
    if (timefrom >= timeto) throw tapeErrors.backwards();
    const mostSeconds = actor ? MOST_SECONDS : MOST_SECONDS_FREE;
    if (timeto - timefrom > mostSeconds) throw tapeErrors.tooLong({ seconds: mostSeconds });
    const found = await findRecorded({ tape, market }, { exchange, symbol, type });
    if (!found) throw tapeErrors.unknownMarket({ exchange, symbol, type });
    const [from, end] = [timefrom * 1_000, timeto * 1_000];
    const tops = await tape.tops(found.code, from, end, MOST_ROWS);
    const to = tops.count < MOST_ROWS ? end : wholeSecondBefore(tops.ms[tops.count - 1] ?? end);
    const before = await tape.tops(found.code, Math.max(0, from - CARRY_MS), from, CARRY_MS);
    const rows = rowsOf(tops).filter(([ms]) => ms < to);
    const known = rows[0]?.[0] === from ? rows : [...openingOf(rowsOf(before), from), ...rows];
    const orderbook = changesOf(known, decimalsOf(market.listing(found.code)?.market));
    return {
      status: true,
      label: found.label,
      from,
      to,
      seconds: Math.round((to - from) / 1_000),
      code: found.code,
      count: orderbook.length,
      orderbook,
      gaps: gapsOf(before, tops, { fromMs: from, toMs: Math.min(to, Math.floor(toMillis(clock.now()))) }),
    };
  },
});

/** A market has at most a row for each millisecond, so the second of the last of as many rows is never the first one. */
function wholeSecondBefore(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}

/** What the last row from before the beginning says of it: nothing, where that is too old. */
function openingOf(earlier: readonly Row[], fromMs: number): Row[] {
  return earlier.slice(-1).flatMap(([ms, ...told]) => (ms + CARRY_MS > fromMs ? [[fromMs, ...told] as const] : []));
}

/**
 * The times of which nothing is known. Rows are repeated well within the time that one holds, those without a price too;
 * where none follows, the recorder was off.
 */
function gapsOf(before: TopColumns, tops: TopColumns, { fromMs, toMs }: Span): Static<typeof gapList> {
  const gaps: Static<typeof gapList> = [];
  let heldMs = Math.max(fromMs, heldUntil(before, before.count - 1));
  const look = (nextMs: number): void => {
    if (nextMs > heldMs) gaps.push({ from: Math.floor(heldMs), to: Math.ceil(nextMs), reason: "not_recorded" });
  };
  for (let row = 0; row < tops.count; row++) {
    look(Math.min(tops.ms[row] ?? 0, toMs));
    heldMs = heldUntil(tops, row);
  }
  look(toMs);
  return gaps;
}

function heldUntil({ ms }: TopColumns, row: number): number {
  return row < 0 ? 0 : (ms[row] ?? 0) + CARRY_MS;
}

function rowsOf({ ms, ask, askQuantity, bid, bidQuantity }: TopColumns): Row[] {
  return Array.from(ms, (at, row) => [at, ask[row] ?? 0, askQuantity[row] ?? 0, bid[row] ?? 0, bidQuantity[row] ?? 0]);
}

/** Without the rows that only repeat the one before: they only show that recording went on. */
function changesOf(rows: readonly Row[], { price, quantity }: MarketDecimals): number[][] {
  return rows
    .filter(([, ...told], place) => told.some((value, at) => value !== rows[place - 1]?.[at + 1]))
    .map(([ms, ask, asked, bid, bidden]) => [ms, price(ask), quantity(asked), price(bid), quantity(bidden)]);
}
