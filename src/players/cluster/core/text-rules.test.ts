import { describe, expect, test } from "vitest";
import { addressOf } from "./collisions.ts";
import {
  environmentNameRule,
  fileNameRule,
  hostRule,
  passwordRule,
  pathRule,
  serverKeyRule,
  tableNameRule,
  titleRule,
} from "./text-rules.ts";

describe("a rule", () => {
  test.each([
    {
      name: "serverKeyRule",
      rule: serverKeyRule,
      good: ["a", "island-2", "0_x", "x".repeat(32)],
      bad: ["", "A", "-a", "a b", "a/b", "é", "x".repeat(33)],
    },
    { name: "titleRule", rule: titleRule, good: ["A", "🦖".repeat(100)], bad: ["", "  ", "a\nb", "a".repeat(101)] },
    {
      name: "hostRule",
      rule: hostRule,
      good: ["localhost", "a.b-c.example", "a_b", "10.0.0.1", "::1", "fe80::1"],
      bad: ["", "a b", "http://a", "a:1", "-a", "a..b", "a/b"],
    },
    {
      name: "pathRule",
      rule: pathRule,
      good: ["a", "/a b/c", "C:\\a", "..\\x"],
      bad: ["", " ", "~/a", "a\0b", "x".repeat(4_097)],
    },
    { name: "fileNameRule", rule: fileNameRule, good: ["TheIsland.ark", "a b"], bad: ["", ".", "..", "a/b", "a\\b"] },
    { name: "environmentNameRule", rule: environmentNameRule, good: ["A", "_a1"], bad: ["", "1A", "A-B", "$A"] },
    { name: "passwordRule", rule: passwordRule, good: ["x", "pass word # ü"], bad: ["", "a\nb", "x".repeat(257)] },
    { name: "tableNameRule", rule: tableNameRule, good: ["Players", "a_$1"], bad: ["", "a b", "a`b", "a;b", "a.b"] },
  ] as const)("$name takes what fits and explains the rest", ({ rule, good, bad }) => {
    expect(good.filter((text) => rule(text) !== undefined)).toEqual([]);
    expect(bad.filter((text) => !rule(text)?.startsWith("must be "))).toEqual([]);
  });
});

describe("addresses", () => {
  test.each([
    ["localhost", "127.0.0.1"],
    ["LOCALHOST", "::1"],
    ["127.0.0.1", "127.1.2.3"],
    ["Ark.example.org", "ark.example.org."],
  ])("%s and %s are the same machine", (one, other) => {
    expect(addressOf(one, 1)).toBe(addressOf(other, 1));
    expect(addressOf(one, 1)).not.toBe(addressOf(other, 2));
  });

  test("of other machines differ", () => {
    expect(addressOf("127.example.org", 1)).not.toBe(addressOf("127.0.0.1", 1));
  });
});
