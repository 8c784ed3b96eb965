import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { covers, coveringPatterns } from "../../../kit/text/name-pattern.ts";
import { couldMatch } from "./could-match.ts";

describe("a pattern of server names", () => {
  test.each(["*", "com.example/weather", "com.example/weather*", "com.example/*", "com.example*", "c*"])(
    "may be %j",
    (pattern) => {
      expect(couldMatch(pattern)).toBe(true);
    },
  );

  test.each(["", "com.example", "com.example/", "/weather", "/*", "com_example/a", "com_example*", "com.example/a/b*"])(
    "may not be %j, which no server name could match",
    (pattern) => {
      expect(couldMatch(pattern)).toBe(false);
    },
  );

  const name = fc
    .tuple(fc.stringMatching(/^[a-zA-Z0-9.-]{1,8}$/), fc.stringMatching(/^[a-zA-Z0-9._-]{1,8}$/))
    .map((parts) => parts.join("/"));

  test("may be every pattern that covers some server name", () => {
    fc.assert(
      fc.property(name, (one) => {
        expect(coveringPatterns(one).filter((pattern) => !couldMatch(pattern))).toEqual([]);
      }),
    );
  });

  test("covers some server name", () => {
    const pattern = fc
      .tuple(fc.stringMatching(/^[a/_.]{0,5}$/), fc.constantFrom("", "*"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern, (one) => {
        fc.pre(couldMatch(one));
        const start = one.replace("*", "");
        const names = [start, `${start}a`, `${start}/a`, `${start}a/a`].filter((text) =>
          /^[a-z.]+\/[a-z._]+$/.test(text),
        );
        expect(names.some((text) => covers(one, text))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
