import { describe, expect, test } from "vitest";
import { marksOf, overlapOf, withoutStored } from "./log-window.ts";

const overlap = (before: string, now: string): number => overlapOf(marksOf(before.split("")), marksOf(now.split("")));

describe("a log that was read before", () => {
  test.each([
    ["", "abc", 0, "was empty"],
    ["abc", "abc", 3, "has nothing new"],
    ["abc", "abcde", 3, "has grown"],
    ["abcd", "cdef", 2, "has lost its oldest lines to new ones"],
    ["abcd", "d", 1, "was cut"],
    ["abcd", "efgh", 0, "has only new lines"],
    ["abcd", "abxy", 0, "was rewritten after its second line"],
    ["abcd", "bc", 0, "has lost its newest line"],
    ["abcd", "", 0, "is empty"],
    ["aaa", "aaaa", 3, "repeats a line once more"],
    ["xaa", "aab", 2, "begins with the line that was repeated"],
    ["abab", "ababab", 4, "repeats two lines"],
    ["abcabc", "abcx", 3, "goes on after a repetition"],
    ["aab", "aaab", 0, "is another one that ends alike"],
  ])("%j, then %j: %i lines are known, as it %s", (before, now, known) => {
    expect(overlap(before, now)).toBe(known);
  });
});

test("of a log that cannot be matched, each stored line accounts for one", () => {
  const line = (text: string, second = 0) => ({ day: 1, second, text });
  const stored = [line("wall destroyed", 5), line("tamed", 6)];
  const log = [line("wall destroyed", 5), line("wall destroyed", 5), line("wall destroyed", 7), line("tamed", 6)];
  expect(withoutStored(log, stored)).toEqual([line("wall destroyed", 5), line("wall destroyed", 7)]);
  expect(withoutStored(log, [])).toEqual(log);
});
