import * as fc from "fast-check";
import { expect, test } from "vitest";
import { covers, coveringPatterns } from "./name-pattern.ts";

const part = fc.stringMatching(/^[a-c.]{1,4}$/);
const name = fc.tuple(part, part).map(([namespace, rest]) => `${namespace}/${rest}`);
const pattern = fc.oneof(
  name,
  name.map((text) => `${text}*`),
  part.map((text) => `${text}.*`),
  fc.constant("*"),
);

test("a pattern covers a name just when it is the name, or its part before the * begins the name", () => {
  fc.assert(
    fc.property(pattern, name, (one, other) => {
      const [start, star] = one.split("*");
      const expected = star === undefined ? one === other : other.slice(0, start?.length) === start;
      expect(covers(one, other)).toBe(expected);
    }),
  );
});

test("the covering patterns of a name are those that cover it", () => {
  fc.assert(
    fc.property(pattern, name, (one, other) => {
      expect(coveringPatterns(other).includes(one)).toBe(covers(one, other));
    }),
    { numRuns: 1000 },
  );
});
