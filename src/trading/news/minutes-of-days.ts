/** Candles of a minute by whole days, from the tape: where many hours are looked at, each day costs one reading. */
import { LRUCache } from "lru-cache";
import { DAY_MS, HOUR_MS } from "../../kit/time/spans.ts";
import type { Tape } from "../tape/index.ts";
import type { MinuteCloses } from "./core/impact.ts";

/** Minutes in which something was traded, oldest first. */
export interface Minutes extends MinuteCloses {
  readonly ms: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** The minutes that begin in `[fromMs, toMs)`. */
export type ReadMinutes = (code: string, fromMs: number, toMs: number) => Promise<Minutes>;

/** In memory, of all markets: about 25 megabytes. */
const MAX_KEPT_ROWS = 1_000_000;
/** Past days may change too, by an import. */
const KEPT_FOR_MS = HOUR_MS;

/** Reads what was over two hours ago: a day that is not over is kept for an hour as it was. */
export function minutesOfDays(tape: Pick<Tape, "candles">): ReadMinutes {
  const days = new LRUCache<string, Minutes>({
    maxSize: MAX_KEPT_ROWS,
    sizeCalculation: ({ count }) => count + 1,
    ttl: KEPT_FOR_MS,
  });
  const asked = new Map<string, Promise<Minutes>>();

  const dayOf = async (code: string, dayMs: number): Promise<Minutes> => {
    const key = `${code} ${dayMs}`;
    const known = days.get(key);
    if (known) return known;
    const asking = asked.get(key) ?? tape.candles(code, "1m", dayMs, dayMs + DAY_MS).finally(() => asked.delete(key));
    asked.set(key, asking);
    const { count, ms, close, volume } = await asking;
    const minutes = { count, ms, close, volume };
    days.set(key, minutes);
    return minutes;
  };

  return async (code, fromMs, toMs) => {
    const parts: Minutes[] = [];
    for (let dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS; dayMs < toMs; dayMs += DAY_MS)
      parts.push(within(await dayOf(code, dayMs), fromMs, toMs));
    const [only] = parts;
    return only && parts.length === 1 ? only : joined(parts);
  };
}

/** Traded volume, added up hour by hour: numbers with a fraction depend on the order in which they are added. */
export function volumeByHours({ count, ms, volume }: Minutes): number {
  let [sum, ofHour, hourMs] = [0, 0, Number.NaN];
  for (let row = 0; row < count; row++) {
    const startMs = Math.floor((ms[row] ?? 0) / HOUR_MS) * HOUR_MS;
    if (startMs !== hourMs) {
      sum += ofHour;
      [ofHour, hourMs] = [0, startMs];
    }
    ofHour += volume[row] ?? 0;
  }
  return sum + ofHour;
}

function within({ ms, close, volume }: Minutes, fromMs: number, toMs: number): Minutes {
  const first = ms.findIndex((each) => each >= fromMs);
  const end = ms.findIndex((each) => each >= toMs);
  const [from, to] = [first < 0 ? ms.length : first, end < 0 ? ms.length : end];
  return {
    count: to - from,
    ms: ms.subarray(from, to),
    close: close.subarray(from, to),
    volume: volume.subarray(from, to),
  };
}

function joined(parts: readonly Minutes[]): Minutes {
  const column = (name: "ms" | "close" | "volume"): Float64Array =>
    Float64Array.from(parts.flatMap((part) => Array.from(part[name])));
  const ms = column("ms");
  return { count: ms.length, ms, close: column("close"), volume: column("volume") };
}
