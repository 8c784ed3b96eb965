/**
 * Best prices around moments, from the tape. Where many moments are looked at, as after a time in which nothing was measured,
 * those that are near each other cost one reading.
 */
import { LRUCache } from "lru-cache";
import { HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import type { Tape } from "../tape/index.ts";
import type { RecordedTops } from "./core/impact.ts";

/** How long a recorded row holds; the recorder repeats what does not change well within it. */
export const CARRY_MS = MINUTE_MS;

/**
 * The ranges that are read at once, from the longest: an hour of a quiet market, ten minutes of one whose prices
 * change several times a second, the minute before the moment of one that is busier still.
 */
const PIECES = [
  { lengthMs: HOUR_MS, maxRows: 20_000 },
  { lengthMs: 10 * MINUTE_MS, maxRows: 100_000 },
] as const;
const MAX_ROWS = 100_000;
/** In memory, of all markets: about 25 megabytes. */
const MAX_KEPT_ROWS = 1_000_000;

type Rows = Pick<Awaited<ReturnType<Tape["tops"]>>, "count" | "ms" | "bid" | "ask">;

/** A piece that has more rows than are read of it: it does not say what comes after. */
const CUT: Rows = { count: -1, ms: new Float64Array(), bid: new Float64Array(), ask: new Float64Array() };

/**
 * @param settledMs until when the tape is whole by now
 * @param isWritten whether it is whole up to that moment indeed
 */
export function pricesNear(
  tape: Pick<Tape, "tops">,
  settledMs: () => number,
  isWritten: (code: string, atMs: number) => Promise<boolean>,
): (code: string, atMs: number) => Promise<RecordedTops> {
  const kept = new LRUCache<string, Rows>({
    maxSize: MAX_KEPT_ROWS,
    sizeCalculation: ({ count }) => Math.max(count, 0) + 1,
  });
  const asked = new Map<string, Promise<Rows>>();

  /** The rows of a time that is over: each is read once, however many ask for it. */
  const rowsOf = async (code: string, fromMs: number, toMs: number, maxRows: number): Promise<Rows> => {
    const key = `${code} ${fromMs} ${toMs}`;
    const known = kept.get(key);
    if (known) return known;
    const asking = asked.get(key) ?? tape.tops(code, fromMs, toMs, maxRows).finally(() => asked.delete(key));
    asked.set(key, asking);
    const read = await asking;
    const { count, ms, bid, ask } = read;
    const rows = count < maxRows ? { count, ms, bid, ask } : CUT;
    kept.set(key, rows);
    return rows;
  };

  return async (code, atMs) => {
    for (const { lengthMs, maxRows } of PIECES) {
      const startMs = Math.floor(atMs / lengthMs) * lengthMs;
      // Rows still being written are read as they are now.
      if (startMs + lengthMs > settledMs() || !(await isWritten(code, startMs + lengthMs))) continue;
      const rows = await rowsOf(code, startMs - CARRY_MS, startMs + lengthMs, maxRows);
      if (rows !== CUT) return within(rows, atMs - CARRY_MS, atMs);
    }
    const [fromMs, isOver] = [atMs - CARRY_MS, atMs <= settledMs() && (await isWritten(code, atMs))];
    const rows = isOver ? await rowsOf(code, fromMs, atMs, MAX_ROWS) : CUT;
    return rows === CUT ? tape.tops(code, fromMs, atMs, MAX_ROWS) : rows;
  };
}
function within({ count, ms, bid, ask }: Rows, fromMs: number, toMs: number): RecordedTops {
  const [from, to] = [firstFrom(ms, count, fromMs), firstFrom(ms, count, toMs)];
  return { count: to - from, ms: ms.subarray(from, to), bid: bid.subarray(from, to), ask: ask.subarray(from, to) };
}

/** The first row at or after a moment. */
function firstFrom(ms: Float64Array, count: number, atMs: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ms[middle] ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
