import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { HOUR_SECONDS, DAY_SECONDS } from "../../../kit/time/spans.ts";
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

export const fetchOrderbookHistory = endpoint({
  id: "market.fetchOrderbookHistory",
  method: ["GET", "POST"],
  path: "/backtesting/orderbook-data",
  auth: "public",
  summary: "Recorded best prices",
  description:
    "One row for each change: milliseconds, ask, its quantity, bid, its quantity; a price of 0 where none was known from " +
    `then on. At most ${MOST_SECONDS / HOUR_SECONDS} hours at once, without a key ${MOST_SECONDS_FREE / HOUR_SECONDS}, and ` +
    `${MOST_ROWS.toLocaleString("en-US")} rows: where there are more, \`to\` is the time of the last one, and the next ` +
    "call may begin there. Times of which nothing was recorded are named in `gaps`: the row before one says nothing about it.",
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
    const before = await tape.tops(found.code, Math.max(0, from - CARRY_MS), from, MOST_ROWS);
    const orderbook = changesOf(tops, decimalsOf(market.listing(found.code)?.market));
    const to = tops.count < MOST_ROWS ? end : (tops.ms[tops.count - 1] ?? end);
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

/**
 * The times of which nothing is known. Rows are repeated well within the time that one holds, unless no price was known from then on;
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

function heldUntil({ ms, bid, ask }: TopColumns, row: number): number {
  if (row < 0) return 0;
  return bid[row] === 0 && ask[row] === 0 ? Number.POSITIVE_INFINITY : (ms[row] ?? 0) + CARRY_MS;
}

/** Without the rows that only repeat the one before: they only show that recording went on. */
function changesOf(
  { count, ms, ask, askQuantity, bid, bidQuantity }: TopColumns,
  { price, quantity }: MarketDecimals,
): number[][] {
  const changes: number[][] = [];
  for (let row = 0; row < count; row++) {
    const isRepeat =
      row > 0 &&
      ask[row] === ask[row - 1] &&
      askQuantity[row] === askQuantity[row - 1] &&
      bid[row] === bid[row - 1] &&
      bidQuantity[row] === bidQuantity[row - 1];
    if (isRepeat) continue;
    const [asks, bids] = [ask, bid].map((column) => price(column[row] ?? 0));
    const [asked, bidden] = [askQuantity, bidQuantity].map((column) => quantity(column[row] ?? 0));
    changes.push([ms[row] ?? 0, asks ?? 0, asked ?? 0, bids ?? 0, bidden ?? 0]);
  }
  return changes;
}
