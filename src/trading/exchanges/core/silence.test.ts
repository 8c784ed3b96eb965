import { describe, expect, test } from "vitest";
import { Silence } from "./silence.ts";

/** A market that spoke every `gapMs` until 100,000. */
function speaking(gapMs: number): Silence {
  const silence = new Silence(0);
  for (let atMs = 0; atMs <= 100_000; atMs += gapMs) silence.heard(atMs);
  return silence;
}

describe("a silent market", () => {
  test("is suspect after five seconds when it is a lively one", () => {
    const silence = speaking(100);
    expect(silence.isSuspect(104_999)).toBe(false);
    expect(silence.isSuspect(105_000)).toBe(true);
  });

  test("is suspect after twenty of its usual gaps when it is a slow one", () => {
    const silence = speaking(2000);
    expect(silence.isSuspect(139_000)).toBe(false);
    expect(silence.isSuspect(140_001)).toBe(true);
  });

  test("is looked at ever more seldom when it was right to be silent", () => {
    const silence = speaking(100);
    const looks: number[] = [];
    for (let atMs = 105_000; atMs < 2_000_000; atMs += 1000) {
      if (!silence.isSuspect(atMs)) continue;
      looks.push(atMs);
      silence.checked(atMs);
    }
    const gaps = looks.slice(1).map((atMs, index) => (atMs - (looks[index] ?? 0)) / 1000);
    expect(gaps.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  test("is no longer suspect when it reports", () => {
    const silence = speaking(100);
    silence.checked(105_000);
    silence.heard(106_000);
    expect(silence.isSilent(106_001)).toBe(false);
  });
});
