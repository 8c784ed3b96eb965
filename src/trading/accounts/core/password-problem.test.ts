import { describe, expect, test } from "vitest";
import { passwordProblem } from "./password-problem.ts";

describe("a password", () => {
  test.each([
    "abcdefg1",
    "pässwörtchen9",
    "only letters but a lot of them",
    "12345678901234567890",
    "a".repeat(150) + "1bcd",
  ])("%s is good enough", (password) => {
    expect(passwordProblem(password)).toBeUndefined();
  });

  test.each([
    ["abcdef1", "at least 8"],
    ["", "at least 8"],
    ["😀😀😀😀", "at least 8"],
    [`a1${"x".repeat(199)}`, "at most 200"],
    ["abcdefgh", "letters and digits"],
    ["12345678", "letters and digits"],
    ["fifteen letters", "letters and digits"],
    ["aaaaaaa1", "different characters"],
    ["a".repeat(20), "different characters"],
    ["abcdefg1\n", "control characters"],
  ])("%j: %s", (password, says) => {
    expect(passwordProblem(password)).toContain(says);
  });

  test("is not the username, in whatever case", () => {
    expect(passwordProblem("Trader2000", "trader2000")).toContain("username");
    expect(passwordProblem("Trader2000", "somebody")).toBeUndefined();
  });
});
