import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { accountNamed, isFresh } from "./passages.ts";

const known = [
  { platformId: "1", name: "Ann" },
  { platformId: "2", name: "Twin" },
  { platformId: "3", name: "Twin" },
  { platformId: "1", name: "Anna" },
  { platformId: "1", name: "Ann" },
  { platformId: "4", name: "" },
  { platformId: "5", name: "???" },
];

describe("a name in the log means", () => {
  test.each([
    ["the account that has it", "Ann", "1"],
    ["an account by its other name", "Anna", "1"],
    ["no account, when two have it", "Twin", undefined],
    ["no account, when none has it", "ann", undefined],
    ["no account, when it is empty", "", undefined],
    ["no account, when it may have lost letters", "???", undefined],
  ])("%s", (_what, name, platformId) => {
    expect(accountNamed(name, known)).toBe(platformId);
  });
});

test("a log counts as current only when it was emptied a moment ago", () => {
  const now = 100_000_000 as Instant;
  expect(isFresh(undefined, now, 5_000)).toBe(false);
  expect(isFresh((now - 15_000_000) as Instant, now, 5_000)).toBe(true);
  expect(isFresh((now - 15_000_001) as Instant, now, 5_000)).toBe(false);
});
