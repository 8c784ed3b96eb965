/**
 * Best prices around moments, from the tape. Where many moments are looked at, as after a time in which nothing was measured,
 * those that are near each other cost one reading.
 */
import { LRUCache } from "lru-cache";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { Tape } from "../tape/index.ts";
import type { RecordedTops } from "./core/impact.ts";

/** How long a recorded row holds; the recorder repeats what does not change well within it. */
export const CARRY_MS = MINUTE_MS;

const PIECE_MS = 10 * MINUTE_MS;
const MAX_ROWS = 100_000;
/** In memory, of all markets: about 50 megabytes. */
const MAX_KEPT_ROWS = 1_000_000;

type Rows = Pick<Awaited<ReturnType<Tape["tops"]>>, "count" | "ms" | "bid" | "ask">;

/** @param settledMs until when the tape is whole by now */
export function pricesNear(
  tape: Pick<Tape, "tops">,
  settledMs: () => number,
): (code: string, atMs: number) => Promise<RecordedTops> {
  const pieces = new LRUCache<string, Rows>({ maxSize: MAX_KEPT_ROWS, sizeCalculation: ({ count }) => count + 1 });
  const asked = new Map<string, Promise<Rows>>();

  const pieceOf = (code: string, startMs: number): Promise<Rows> => {
    const key = `${code} ${startMs}`;
    const kept = pieces.get(key);
    if (kept) return Promise.resolve(kept);
    const asking =
      asked.get(key) ??
      tape.tops(code, startMs - CARRY_MS, startMs + PIECE_MS, MAX_ROWS).finally(() => asked.delete(key));
    asked.set(key, asking);
    return asking.then((rows) => {
      pieces.set(key, rows);
      return rows;
    });
  };

  return async (code, atMs) => {
    const startMs = Math.floor(atMs / PIECE_MS) * PIECE_MS;
    // What is still being written is read as it is now, and not kept.
    if (startMs + PIECE_MS > settledMs()) return tape.tops(code, atMs - CARRY_MS, atMs, MAX_ROWS);
    const rows = await pieceOf(code, startMs);
    // A piece that is cut off at its end does not say what comes after.
    return rows.count < MAX_ROWS
      ? within(rows, atMs - CARRY_MS, atMs)
      : tape.tops(code, atMs - CARRY_MS, atMs, MAX_ROWS);
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
