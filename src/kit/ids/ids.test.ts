import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemIds, systemRandom } from "./ids.ts";

describe("ids", () => {
  test("are the prefix and 26 characters that cannot be misread", () => {
    const ids = systemIds();
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,5}$/), (prefix) => {
        expect(ids.next(prefix)).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
      }),
    );
  });

  test("are unique and sort in the order of making, across makers of one process too", () => {
    const [one, other] = [systemIds(), systemIds()];
    const made = Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? one : other).next("ord"));
    expect(new Set(made).size).toBe(made.length);
    expect(made.toSorted()).toEqual(made);
  });
});

describe("randomness", () => {
  test("has the asked length and does not repeat", () => {
    const random = systemRandom();
    expect([0, 1, 16, 1000].map((length) => random.bytes(length).length)).toEqual([0, 1, 16, 1000]);
    const seen = new Set(Array.from({ length: 1_000 }, () => Buffer.from(random.bytes(16)).toString("hex")));
    expect(seen.size).toBe(1_000);
  });
});
