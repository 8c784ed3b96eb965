import { describe, expect, test } from "vitest";
import { judgeRemovals, worldSeenWithAnchors, type Absence, type ScanView, type Verdict } from "./judge-removals.ts";
import type { SaveKind } from "../watch/core/save-kind.ts";

const rules = { removedAfterMs: 60_000 };

function kindOf(name: string): SaveKind {
  if (name.startsWith("p")) return "profile";
  return name.startsWith("t") ? "tribe" : "world";
}

interface Scan {
  readonly there: readonly string[];
  readonly worldNs?: bigint;
  readonly elapsedMs?: number;
}

/** Judges scan after scan, each `elapsedMs` (30 s) after the one before, and answers every verdict. */
function judge(inForce: readonly string[], scans: readonly Scan[]): Verdict[] {
  let absences: ReadonlyMap<string, Absence> = new Map();
  let worldBeforeNs: bigint | undefined = 100n;
  return scans.map(({ there, worldNs, elapsedMs = 30_000 }) => {
    const view: ScanView = {
      inForce: new Map(inForce.map((name) => [name, { kind: kindOf(name), modifiedNs: 100n }])),
      isThere: (name) => there.includes(name),
      kindsThere: new Set(there.map(kindOf)),
      newestWorldNs: worldNs,
      worldBeforeNs,
      absences,
      elapsedMs,
    };
    const verdict = judgeRemovals(view, rules);
    absences = verdict.absences;
    worldBeforeNs = worldSeenWithAnchors(view);
    return verdict;
  });
}

const times = (count: number, scan: Scan): Scan[] => Array.from({ length: count }, () => scan);
const removals = (verdicts: readonly Verdict[]) => verdicts.map(({ removed }) => removed.join(" "));
const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

describe("one file", () => {
  test("is removed in the scan that comes a minute after the first without it", () => {
    expect(removals(judge(["p1", "p2"], times(4, { there: ["p2"] })))).toEqual(["", "", "p1", "p1"]);
  });

  test("needs a second scan, however late the first is", () => {
    expect(removals(judge(["p1", "p2"], times(2, { there: ["p2"], elapsedMs: 600_000 })))).toEqual(["", "p1"]);
  });

  test("counts from the start after it was seen", () => {
    const scans = [...times(2, { there: ["p2"] }), { there: ["p1", "p2"] }, ...times(2, { there: ["p2"] })];
    expect(removals(judge(["p1", "p2"], scans))).toEqual(["", "", "", "", ""]);
  });
});

describe("many files at once", () => {
  const [half, most] = [many(20).slice(10), many(20).slice(11)];

  test("are removed like one when they are at most half", () => {
    const removed = judge(many(20), times(3, { there: half })).map((verdict) => verdict.removed.length);
    expect(removed).toEqual([0, 0, 10]);
  });

  test("are removed after three times as long when they are more than half", () => {
    const removed = judge(many(20), times(7, { there: most })).map((verdict) => verdict.removed.length);
    expect(removed).toEqual([0, 0, 0, 0, 0, 0, 11]);
  });

  test("need three scans, however long that takes", () => {
    const verdicts = judge(many(20), times(3, { there: most, elapsedMs: 600_000 }));
    expect(verdicts.map((verdict) => verdict.removed.length)).toEqual([0, 0, 11]);
  });

  test("are as suspicious when they are most of one kind", () => {
    const tribes = Array.from({ length: 20 }, (_, index) => `t${index}`);
    const there = [...many(200), ...tribes.slice(11)];
    const removed = judge([...many(200), ...tribes], times(7, { there })).map((verdict) => verdict.removed.length);
    expect(removed).toEqual([0, 0, 0, 0, 0, 0, 11]);
  });
});

describe("everything", () => {
  const saves = ["p1", "p2", "t1", "w"];

  test.each([
    ["an empty folder", { there: [] }],
    ["the world of before", { there: ["w"], worldNs: 100n }],
    ["an older world", { there: ["w"], worldNs: 50n }],
    ["tribes and no world", { there: ["t1"] }],
  ])("stays over %s", (_what, scan: Scan) => {
    const verdicts = judge(saves, times(40, scan));
    expect(verdicts.every(({ looksEmpty, removed }) => looksEmpty && removed.length === 0)).toBe(true);
  });

  test("stays when the world was out of sight in between, and is no newer than before", () => {
    const scans = [
      { there: saves, worldNs: 200n },
      { there: ["p1", "p2", "t1"] },
      ...times(9, { there: ["w"], worldNs: 200n }),
    ];
    expect(judge(saves, scans).at(-1)).toMatchObject({ looksEmpty: true, removed: [] });
  });

  test("goes at once, and late, under a newer world", () => {
    const verdicts = judge(saves, times(7, { there: ["w"], worldNs: 101n }));
    expect(removals(verdicts)).toEqual(["", "", "", "", "", "", "p1 p2 t1"]);
    expect(verdicts.map(({ isWipe, looksEmpty }) => [isWipe, looksEmpty]).slice(-2)).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  test("goes at once: the last one to go is waited for", () => {
    const scans = [...times(4, { there: ["p2", "w"], worldNs: 101n }), ...times(7, { there: ["w"], worldNs: 102n })];
    // The tribe and the first player are removed one by one, as files are, before the second player goes.
    expect(removals(judge(saves, scans)).slice(0, 3)).toEqual(["", "", "p1 t1"]);
    expect(removals(judge(saves, scans)).slice(4)).toEqual(["", "", "", "", "", "", "p1 p2 t1"]);
  });

  test("goes under a newer world even when the tribes stay", () => {
    const verdicts = judge(saves, times(7, { there: ["w", "t1"], worldNs: 101n }));
    expect(verdicts.at(-1)).toMatchObject({ removed: ["p1", "p2"], isWipe: true });
  });

  test("goes late when others have come in its place", () => {
    const verdicts = judge(["p1"], times(7, { there: ["p9"] }));
    expect(removals(verdicts)).toEqual(["", "", "", "", "", "", "p1"]);
    expect(verdicts.at(-1)?.isWipe).toBe(false);
  });

  test("is judged by the tribes where no player is known, and by the world where no tribe is", () => {
    expect(judge(["t1", "w"], times(9, { there: ["w"], worldNs: 100n })).at(-1)?.looksEmpty).toBe(true);
    expect(judge(["t1", "w"], times(9, { there: ["w"], worldNs: 101n })).at(-1)?.removed).toEqual(["t1"]);
    expect(judge(["w"], times(9, { there: [] })).at(-1)).toMatchObject({ looksEmpty: true, removed: [] });
  });
});
