import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeRemovals, worldSeenWithAnchors, type Absence, type ScanView, type Verdict } from "./judge-removals.ts";
import type { SaveKind } from "../watch/core/save-kind.ts";

const REMOVED_AFTER_MS = 60_000;
const NAMES = Array.from({ length: 24 }, (_, index) => `${index}`);
const kindOf = (name: string): SaveKind => (Number(name) % 4 === 3 ? "tribe" : "profile");

interface Scan {
  readonly there: readonly string[];
  readonly worldNs: bigint | undefined;
  readonly elapsedMs: number;
}

const scans: fc.Arbitrary<readonly Scan[]> = fc.array(
  fc.record({
    there: fc.oneof(fc.subarray(NAMES), fc.constantFrom([], NAMES, NAMES.slice(3))),
    worldNs: fc.option(fc.bigInt({ min: 0n, max: 5n }), { nil: undefined }),
    elapsedMs: fc.integer({ min: 0, max: 60_000 }),
  }),
  { minLength: 1, maxLength: 25 },
);

interface Judged extends Verdict {
  readonly index: number;
  readonly hadPlayers: boolean;
}

/** Plays scans as a watcher does, and calls `check` with each verdict. */
function play(history: readonly Scan[], check: (judged: Judged) => void): void {
  const inForce = new Map(NAMES.map((name) => [name, { kind: kindOf(name), modifiedNs: 1n }]));
  let absences: ReadonlyMap<string, Absence> = new Map();
  let worldBeforeNs: bigint | undefined;
  for (const [index, { there, worldNs, elapsedMs }] of history.entries()) {
    const view: ScanView = {
      inForce,
      isThere: (name) => there.includes(name),
      kindsThere: new Set(there.map(kindOf)),
      newestWorldNs: worldNs,
      worldBeforeNs,
      absences,
      elapsedMs,
    };
    const verdict = judgeRemovals(view, { removedAfterMs: REMOVED_AFTER_MS });
    check({ ...verdict, index, hadPlayers: [...inForce.values()].some(({ kind }) => kind === "profile") });
    worldBeforeNs = worldSeenWithAnchors(view);
    const left = new Map(verdict.absences);
    for (const name of verdict.removed) {
      left.delete(name);
      inForce.delete(name);
    }
    absences = left;
  }
}

describe("a file counts as removed", () => {
  test("only when no scan of the last minute saw it, and two did not", () => {
    fc.assert(
      fc.property(scans, (history) => {
        play(history, ({ removed, index }) => {
          for (const name of removed) {
            let [ms, first] = [0, index];
            while (first > 0 && !history[first - 1]?.there.includes(name)) ms += history[first--]?.elapsedMs ?? 0;
            expect(history[index]?.there).not.toContain(name);
            expect(first).toBeLessThan(index);
            expect(ms).toBeGreaterThanOrEqual(REMOVED_AFTER_MS);
          }
        });
      }),
    );
  });

  test("never in a scan that saw no player, unless a world save is newer than all before", () => {
    fc.assert(
      fc.property(scans, (history) => {
        play(history, ({ removed, looksEmpty, hadPlayers, index }) => {
          const scan = history[index];
          const sawPlayer = scan?.there.some((name) => kindOf(name) === "profile") === true;
          if (hadPlayers && !sawPlayer && (scan?.worldNs ?? 0n) <= 1n) {
            expect([removed, looksEmpty]).toEqual([[], true]);
          }
        });
      }),
    );
  });

  test("in the end, when it stays away and players are there", () => {
    fc.assert(
      fc.property(fc.subarray(NAMES, { minLength: 1 }), (there) => {
        fc.pre(there.some((name) => kindOf(name) === "profile"));
        const gone = new Set<string>();
        const history = Array.from({ length: 20 }, () => ({ there, worldNs: undefined, elapsedMs: 10_000 }));
        play(history, ({ removed }) => {
          for (const name of removed) gone.add(name);
        });
        expect([...gone].sort()).toEqual(NAMES.filter((name) => !there.includes(name)).sort());
      }),
    );
  });
});
