import { describe, expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { happeningsOf, isPattern, isTold, type Happening } from "./happening.ts";

const at = fromMillis(1_700_000_000_000);
const seen = { platformId: "76561198000000001", name: "anna", at };
const join: Happening = { event: "join", ...seen, server: "island", from: null };
const ban: Happening = { event: "ban", at, platformId: seen.platformId, change: {} as never };
const tribe: Happening = { event: "tribe", playerId: 1n, platformId: "", characterName: "A", from: 5, to: null, at };

describe("a transition is sent", () => {
  test("as a join or a leave", () => {
    expect(happeningsOf({ kind: "joined", ...seen, server: "island" })).toEqual([join]);
    expect(happeningsOf({ kind: "left", ...seen, server: "island" })).toEqual([
      { event: "leave", ...seen, server: "island", to: null },
    ]);
  });

  test("as a leave there and a join here when it is a move", () => {
    expect(happeningsOf({ kind: "moved", ...seen, server: "ragnarok", from: "island" })).toEqual([
      { event: "leave", ...seen, server: "island", to: "ragnarok" },
      { event: "join", ...seen, server: "ragnarok", from: "island" },
    ]);
  });
});

test.each([
  ["*", join, null, true],
  ["server/island", join, null, true],
  ["server/isl", join, null, false],
  ["server/ragnarok", join, null, false],
  ["tribe/5", join, 5, true],
  ["tribe/5", join, 55, false],
  ["tribe/5", join, null, false],
  ["*", ban, null, true],
  ["tribe/5", ban, 5, true],
  ["server/island", ban, 5, false],
  ["tribe/5", tribe, null, true],
  ["tribe/6", tribe, null, false],
  ["server/island", tribe, 5, false],
] as const)("a webhook of %s and %o with tribe %s: %s", (pattern, happening, tribeId, expected) => {
  expect(isTold(pattern, happening, tribeId)).toBe(expected);
});

test.each([
  ["*", true],
  ["server/the-island_2", true],
  ["server/Island", false],
  ["tribe/2147483647", true],
  ["", false],
  ["server/", false],
  ["server/*", false],
  ["server/a b", false],
  ["tribe/0", false],
  ["tribe/x", false],
  ["tribe/2147483647", true],
  ["tribe/2147483648", false],
  ["tribe/9999999999", false],
  ["player/1", false],
])("%j is a pattern: %s", (text, expected) => {
  expect(isPattern(text)).toBe(expected);
});
