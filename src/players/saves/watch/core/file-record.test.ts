import { describe, expect, test } from "vitest";
import { fromMillis, plusMillis, type Instant } from "../../../../kit/time/instant.ts";
import { afterFailure, afterRefusal, nextStep, whenAbsent, type FileRecord, type ReadFailure } from "./file-record.ts";
import type { FileVersion } from "./file-stamp.ts";

const rules = { settleMs: 1_500, maxAttempts: 3, restlessAfterMs: 60_000 };
const noon = fromMillis(Date.UTC(2026, 0, 1, 12));
const after = (ms: number): Instant => plusMillis(noon, ms);

/** A version of this many bytes, written this long before noon. */
function version(sizeBytes: number, ageMs = 60_000): FileVersion {
  return { sizeBytes, modifiedNs: BigInt(after(-ageMs)) * 1000n, inode: 7n };
}

const unfit: ReadFailure = { kind: "unfit", reason: "it ends too early" };
const refused: ReadFailure = { kind: "refused", reason: "permission denied" };

describe("the next step for a file", () => {
  test("that is in force is nothing, and old trouble is forgotten", () => {
    const record: FileRecord = {
      inForce: version(1),
      broken: { version: version(2), failure: unfit, since: noon },
    };
    expect(nextStep(record, version(1), noon, rules)).toEqual({ next: "nothing", record: { inForce: version(1) } });
  });

  test.each([
    ["never seen", {}],
    ["larger", { inForce: version(1) }],
    ["older, as a restored backup is,", { inForce: version(2, 1_000) }],
    ["of another inode", { inForce: { ...version(2), inode: 8n } }],
  ])("that is %s is to read it", (_what, record: FileRecord) => {
    expect(nextStep(record, version(2), noon, rules).next).toBe("read");
  });

  test("that was written a moment ago is to wait, until it has rested", () => {
    const fresh = version(2, 1_499);
    const { next, record } = nextStep({}, fresh, noon, rules);
    expect(next).toBe("wait");
    expect(nextStep(record, fresh, after(1), rules).next).toBe("read");
  });

  test("whose time lies in the future is to wait until we saw it rest", () => {
    const skewed = version(2, -3_600_000);
    const { next, record } = nextStep({}, skewed, noon, rules);
    expect([next, nextStep(record, skewed, after(1_499), rules).next]).toEqual(["wait", "wait"]);
    expect(nextStep(record, skewed, after(1_500), rules).next).toBe("read");
  });

  test("that never rests is to give it up after a minute, and to look again all the same", () => {
    let record: FileRecord = {};
    for (let second = 0; second <= 60; second++) {
      record = nextStep(record, version(second, -second * 1_000), after(second * 1_000), rules).record;
    }
    expect(record).toMatchObject({ broken: { since: noon, failure: { kind: "changing" } } });
    expect(record.pending).toBeUndefined();
    expect(nextStep(record, version(60, -60_000), after(70_000), rules).next).toBe("read");
  });

  test.each([
    ["unfit", unfit, "nothing"],
    ["refused", refused, "read"],
    ["changing", { kind: "changing", reason: "" }, "read"],
  ] as const)("that is broken as %s and unchanged is right", (_kind, failure, expected) => {
    const record: FileRecord = { broken: { version: version(2), failure, since: noon } };
    expect(nextStep(record, version(2), after(1), rules).next).toBe(expected);
    expect(nextStep(record, version(3), after(1), rules).next).toBe("read");
  });
});

describe("a failed read", () => {
  test("is tried again until the limit, and then the file is broken since it first differed", () => {
    let record = nextStep({ inForce: version(1) }, version(2), noon, rules).record;
    for (let attempt = 1; attempt < 3; attempt++) {
      record = afterFailure(record, version(2), unfit, after(attempt * 1_000), rules);
      expect(record).toMatchObject({ pending: { failedReads: attempt }, broken: undefined });
    }
    record = afterFailure(record, version(2), unfit, after(3_000), rules);
    expect(record).toEqual({
      inForce: version(1),
      broken: { version: version(2), failure: unfit, since: noon },
    });
  });

  test("of a broken file that did not change is not a reason to hurry", () => {
    const record: FileRecord = { broken: { version: version(2), failure: refused, since: noon } };
    const again = afterFailure(record, version(2), refused, after(10_000), rules);
    expect(again).toMatchObject({ broken: { since: noon } });
    expect(again.pending).toBeUndefined();
  });

  test("of a broken file that changed restarts the count, and the file stays broken until then", () => {
    const record: FileRecord = { broken: { version: version(2), failure: unfit, since: noon } };
    const again = afterFailure(record, version(3), unfit, after(10_000), rules);
    expect(again).toMatchObject({ pending: { failedReads: 1 }, broken: { since: noon } });
  });
});

test("a file that cannot be looked at is broken at once and tried at every look", () => {
  const record = afterRefusal({ inForce: version(1) }, undefined, refused, noon);
  expect(record).toEqual({ inForce: version(1), broken: { version: undefined, failure: refused, since: noon } });
  expect(nextStep(record, version(2), noon, rules).next).toBe("read");
});

test("of a file that is not there only what is in force is remembered", () => {
  const broken = { version: version(2), failure: unfit, since: noon };
  expect(whenAbsent({ broken })).toBeUndefined();
  expect(whenAbsent({ broken, inForce: version(1) })).toEqual({ inForce: version(1) });
});
