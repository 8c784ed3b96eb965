import { describe, expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS, DAY_MS } from "../../../kit/time/spans.ts";
import { afterProblem, type ProblemKind } from "./pauses.ts";

const now = fromMillis(Date.UTC(2026, 4, 1, 23, 59, 59, 999));

describe("a pause", () => {
  /** Minutes of the pauses after this many problems in a row. */
  function pauses(kind: ProblemKind, count: number, waitMs?: number): (number | null)[] {
    const minutes: (number | null)[] = [];
    let strikes = { busy: 0, failed: 0 };
    for (let round = 0; round < count; round++) {
      const after = afterProblem(strikes, { kind, retryAfterMs: waitMs }, now);
      strikes = { ...after.strikes };
      minutes.push(after.pausedUntil === null ? null : (after.pausedUntil - now) / 1000 / MINUTE_MS);
    }
    return minutes;
  }

  test("grows with each 429 and then lasts a day", () => {
    expect(pauses("busy", 7)).toEqual([1, 4, 16, 60, 1440, 1440, 1440]);
  });

  test("is as long as Steam asks for, a second at least and a day at most", () => {
    expect(pauses("busy", 2, 90_000)).toEqual([1.5, 1.5]);
    expect(pauses("busy", 6, 0)[5]).toBe(1 / 60);
    expect(pauses("busy", 1, 5 * DAY_MS)).toEqual([1440]);
  });

  test("of an hour follows a refused key, every time", () => {
    expect(pauses("keyRefused", 3)).toEqual([60, 60, 60]);
  });

  test("follows the third failure in a row, and grows to an hour", () => {
    expect(pauses("failed", 12)).toEqual([null, null, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    expect(pauses("failed", 1, 2 * MINUTE_MS)).toEqual([2]);
  });

  test("counts 429s and failures apart", () => {
    const { strikes } = afterProblem({ busy: 2, failed: 2 }, { kind: "busy" }, now);
    expect(strikes).toEqual({ busy: 3, failed: 2 });
    expect(afterProblem(undefined, { kind: "keyRefused" }, now).strikes).toEqual({ busy: 0, failed: 0 });
  });
});
