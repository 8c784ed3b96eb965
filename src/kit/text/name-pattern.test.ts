import { describe, expect, test } from "vitest";
import { covers, coversAny, coveringPatterns } from "./name-pattern.ts";

describe("a pattern covers a name", () => {
  test.each([
    ["*", "com.example/a", true],
    ["com.example/*", "com.example/a", true],
    ["com.example/*", "com.example.sub/a", false],
    ["com.example.*", "com.example.sub/a", true],
    ["com.example.*", "com.example/a", false],
    ["com.example/a", "com.example/a", true],
    ["com.example/a", "com.example/ab", false],
    ["com.example/a", "com.example/*", false],
    ["com.example/a*", "com.example/ab", true],
    ["com.example/ab*", "com.example/a", false],
    ["com.Example/*", "com.example/a", false],
    ["io.github.me/*", "io.github.me-too/a", false],
    ["", "com.example/a", false],
  ])("%j, %j: %j", (pattern, name, expected) => {
    expect(covers(pattern, name)).toBe(expected);
    expect(coveringPatterns(name).includes(pattern)).toBe(expected);
  });
});

test.each([
  ["*", [], true],
  ["tribe/5", [], false],
  ["tribe/5", ["server/island", "tribe/5"], true],
  ["tribe/5", ["server/island", "tribe/55"], false],
])("%j covers one of %j: %j", (pattern, names, expected) => {
  expect(coversAny(pattern, names)).toBe(expected);
});

test("the patterns of a name are itself and its beginnings", () => {
  expect(coveringPatterns("a/b")).toEqual(["a/b", "*", "a*", "a/*", "a/b*"]);
});
