import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { latestAfter } from "./latest-after.ts";
import { SERVER_STATUSES } from "./status.ts";
import { compareVersionsNaively } from "./version-order.naive.ts";

const text = fc.constantFrom("1.0.0", "1.0.0-rc.1", "1.0.0-rc.2", "1.0.0+a", "2.0.0", "10.0.0", "v3", "x");
const version = fc.record({
  version: text,
  publishedAt: fc.nat(3).map((micros) => micros as Instant),
  status: fc.constantFrom(...SERVER_STATUSES),
});
const versions = (minLength: number) =>
  fc.uniqueArray(version, { minLength, maxLength: 6, selector: (each) => each.version });

type Version = typeof version extends fc.Arbitrary<infer Value> ? Value : never;

/** By its words: the highest of those that are not deleted, else the highest of all. */
function latestNaively(all: readonly Version[]): string | undefined {
  const visible = all.filter(({ status }) => status !== "deleted");
  return (visible.length > 0 ? visible : all).toSorted(compareVersionsNaively).at(-1)?.version;
}

describe("the latest version after a change", () => {
  test("is the latest of all versions as they are then", () => {
    fc.assert(
      fc.property(versions(0), versions(1), (stored, written) => {
        const texts = new Set(written.map((each) => each.version));
        const then = [...stored.filter((each) => !texts.has(each.version)), ...written];
        expect(latestAfter(stored, written)).toBe(latestNaively(then));
      }),
      { numRuns: 1000 },
    );
  });

  test("needs only the latest of the stored ones where versions are added", () => {
    fc.assert(
      fc.property(versions(1), versions(1), (stored, others) => {
        const added = others.filter((each) => stored.every((one) => one.version !== each.version));
        const latest = stored.filter((each) => each.version === latestAfter(stored, []));
        expect(latestAfter(latest, added)).toBe(latestAfter(stored, added));
      }),
      { numRuns: 1000 },
    );
  });
});
