import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import { minutesOfDays, volumeByHours } from "./minutes-of-days.ts";

const START = Date.UTC(2026, 0, 10);

const traded = fc.uniqueArray(
  fc.record({ minute: fc.nat(3 * 1_440 - 1), volume: fc.double({ min: 0, max: 1e6, noNaN: true }) }),
  { maxLength: 60, selector: ({ minute }) => minute },
);

/** A tape with these minutes, and how often it was read. */
function tapeOf(rows: readonly { readonly minute: number; readonly volume: number }[]) {
  const reads: number[] = [];
  const candles = async (_code: string, _interval: string, fromMs: number, toMs: number) => {
    reads.push(fromMs);
    const found = rows
      .map(({ minute, volume }) => ({ ms: START + minute * MINUTE_MS, volume }))
      .filter(({ ms }) => ms >= fromMs && ms < toMs)
      .toSorted((one, other) => one.ms - other.ms);
    const column = (of: (row: (typeof found)[number]) => number): Float64Array => Float64Array.from(found, of);
    const close = column(({ ms }) => ms % 7);
    const volume = column((row) => row.volume);
    const none = { open: close, high: close, low: close, known: [], watched: [] };
    return { count: found.length, ms: column(({ ms }) => ms), close, volume, ...none };
  };
  return { reads, candles };
}

test("minutes from whole days are those that the tape has, and their volume is that of its hours, to the digit", async () => {
  const span = fc
    .tuple(fc.nat(3 * 24), fc.nat(3 * 24))
    .map(([from, to]) => [Math.min(from, to), Math.max(from, to)] as const);
  await fc.assert(
    fc.asyncProperty(traded, span, async (rows, [from, to]) => {
      const tape = tapeOf(rows);
      const [fromMs, toMs] = [START + from * HOUR_MS, START + to * HOUR_MS];
      const minutes = await minutesOfDays(tape)("a", fromMs, toMs);
      const direct = await tape.candles("a", "1m", fromMs, toMs);
      expect(minutes).toEqual({ count: direct.count, ms: direct.ms, close: direct.close, volume: direct.volume });
      const hours = new Map<number, number>();
      for (const [row, ms] of direct.ms.entries()) {
        const hour = Math.floor(ms / HOUR_MS);
        hours.set(hour, (hours.get(hour) ?? 0) + (direct.volume[row] ?? 0));
      }
      expect(volumeByHours(minutes)).toBe([...hours.values()].reduce((sum, volume) => sum + volume, 0));
    }),
    { numRuns: 300 },
  );
});

test("a day is read once, however many ask for it at the same time", async () => {
  const tape = tapeOf([{ minute: 5, volume: 1 }]);
  const read = minutesOfDays(tape);
  await Promise.all([0, 1, 2].map((hour) => read("a", START + hour * HOUR_MS, START + DAY_MS + HOUR_MS)));
  expect(tape.reads).toEqual([START, START + DAY_MS]);
});
