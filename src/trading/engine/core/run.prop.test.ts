import fc from "fast-check";
import { expect, test } from "vitest";
import { runAfter, type RunLine } from "./run.naive.ts";
import { applyRun, newRun, type Run, type RunPause } from "./run.ts";
import { RUN_EVENTS, type RunEvent } from "./run-table.ts";

/** As the engine pauses: exchanges come back on their own; problems of the run itself do not go away. */
const PAUSES: Partial<Record<RunEvent, readonly RunPause[]>> = {
  breaker: [
    { reason: "lost_exchange", isExternal: true },
    { reason: "breaker", isExternal: false },
    { reason: "lost_key", isExternal: false },
    { reason: "order_appeared", isExternal: false },
  ],
  unhedged: [{ reason: "unhedged", isExternal: false }],
  reconvene_failed: [{ reason: "reconvening", isExternal: true }],
};

const line: fc.Arbitrary<RunLine> = fc.tuple(fc.constantFrom(...RUN_EVENTS), fc.nat()).map(([event, at]) => {
  const pauses = PAUSES[event];
  const pause = pauses?.[at % pauses.length];
  return pause ? { event, pause } : { event };
});

/** Streams that begin as runs do reach more than any stream would. */
const log = fc
  .tuple(fc.constantFrom<readonly RunEvent[]>([], ["start"], ["start", "checked"]), fc.array(line, { maxLength: 25 }))
  .map(([first, rest]): RunLine[] => [...first.map((event) => ({ event })), ...rest]);

test("a run is what everything that has happened to it makes of it", () => {
  fc.assert(
    fc.property(log, fc.boolean(), (lines, isComplete) => {
      let run: Run = newRun(isComplete);
      for (const [at, { event, pause }] of lines.entries()) {
        run = applyRun(run, event, pause && { pause }).run;
        const { state, pause: shown } = run;
        const told = { state, run: run.run, pause: state === "paused" ? shown : undefined };
        expect(told).toEqual(runAfter(lines.slice(0, at + 1), isComplete));
      }
    }),
    { numRuns: 3_000 },
  );
});
