import * as fc from "fast-check";
import semver from "semver";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { compareVersionsNaively } from "./version-order.naive.ts";
import { SERVER_STATUSES } from "./status.ts";
import { compareVersions, latestOf, parseVersion } from "./version-order.ts";
import type { VersionAge } from "./version-order.ts";

/** Few letters and numbers, so that near misses are common. */
const number = fc.constantFrom("0", "1", "2", "9", "10", "01", "9007199254740992", "9007199254740993");
const identifier = fc.oneof(number, fc.constantFrom("rc", "a", "B", "-", "0a", "a-1", "", "é"));
const identifiers = fc.array(identifier, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));
const semverish = fc
  .tuple(
    fc.array(number, { minLength: 3, maxLength: 3 }),
    fc.option(identifiers, { nil: undefined }),
    fc.option(identifiers, { nil: undefined }),
  )
  .map(
    ([core, pre, build]) =>
      core.join(".") + (pre === undefined ? "" : `-${pre}`) + (build === undefined ? "" : `+${build}`),
  );
const text = fc.oneof(
  { weight: 4, arbitrary: semverish },
  { weight: 1, arbitrary: fc.constantFrom("1.1", "v1.0.0", "3.3.0.1", "x", "y") },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);
const instant = fc.integer({ min: 0, max: 3 }).map((micros) => micros as Instant);
const age: fc.Arbitrary<VersionAge> = fc.record({
  version: text,
  publishedAt: instant,
});
const runs = { numRuns: 5000 };

describe("the order of versions", () => {
  test("is the order of its slow twin", () => {
    fc.assert(
      fc.property(age, age, (a, b) => Math.sign(compareVersions(a, b)) === compareVersionsNaively(a, b)),
      runs,
    );
  });

  test("reads the same backwards", () => {
    fc.assert(
      fc.property(age, age, (a, b) => Math.sign(compareVersions(a, b)) === 0 - Math.sign(compareVersions(b, a))),
      runs,
    );
  });

  test("is transitive", () => {
    fc.assert(
      fc.property(age, age, age, (a, b, c) => {
        const [low, middle, high] = [a, b, c].toSorted(compareVersions) as [VersionAge, VersionAge, VersionAge];
        return (
          compareVersions(low, middle) <= 0 && compareVersions(middle, high) <= 0 && compareVersions(low, high) <= 0
        );
      }),
      runs,
    );
  });

  test("is zero only for the same text of the same instant", () => {
    fc.assert(
      fc.property(age, age, (a, b) => {
        const same = a.version === b.version && a.publishedAt === b.publishedAt;
        return (compareVersions(a, b) === 0) === same;
      }),
      runs,
    );
  });

  test("agrees with the semver package on what that can read", () => {
    fc.assert(
      fc.property(semverish, semverish, (a, b) => {
        fc.pre(strictly(a) && strictly(b) && semver.compare(a, b) !== 0);
        expect(parseVersion(a)).toBeDefined();
        const now = 0 as Instant;
        const order = compareVersions({ version: a, publishedAt: now }, { version: b, publishedAt: now });
        expect(Math.sign(order)).toBe(semver.compare(a, b));
      }),
      { numRuns: 500 },
    );
  });

  test("does not depend on the order of the list, and a deleted version is latest only among deleted ones", () => {
    const listed = fc.array(
      fc.record({ version: text, publishedAt: instant, status: fc.constantFrom(...SERVER_STATUSES) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(listed, (versions) => {
        const latest = latestOf(versions);
        const visible = versions.filter((version) => version.status !== "deleted");
        const candidates = visible.length > 0 ? visible : versions;
        const highest = candidates.toSorted(compareVersionsNaively).at(-1);
        expect(latest && compareVersionsNaively(latest, highest as VersionAge)).toBe(0);
        expect(latest?.status === "deleted").toBe(visible.length === 0);
        expect(latestOf(versions.toReversed())?.version).toBe(latest?.version);
      }),
      { numRuns: 2000 },
    );
  });
});

/** The package trims blanks and a leading `v`, and stops at 2^53. */
function strictly(version: string): boolean {
  return semver.parse(version)?.raw === version && !version.startsWith("v");
}
