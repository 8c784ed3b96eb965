import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchNames } from "./match-names.ts";

const account = (platformId: string, platformName: string) => ({ platformId, platformName });

describe("names that a server lists", () => {
  test.each([
    ["one account of that name", ["Ann"], [account("1", "Ann"), account("2", "Bob")], [["1", "Ann"]]],
    [
      "the first 16 characters",
      ["Sixteen Letters!"],
      [account("1", "Sixteen Letters! and more")],
      [["1", "Sixteen Letters!"]],
    ],
    ["characters, not halves of them", ["🦖".repeat(16)], [account("1", "🦖".repeat(17))], [["1", "🦖".repeat(16)]]],
    ["no account when the case differs", ["ann"], [account("1", "Ann")], []],
    ["no account for an empty name", [""], [account("1", "")], []],
    [
      "none of two accounts that begin alike",
      ["Sixteen Letters!"],
      [account("1", "Sixteen Letters! a"), account("2", "Sixteen Letters! b")],
      [],
    ],
    ["none of two players who are named alike", ["Ann", "Ann"], [account("1", "Ann")], []],
    ["an account that is given twice", ["Ann"], [account("1", "Ann"), account("1", "Ann")], [["1", "Ann"]]],
    ["an account by its other name", ["Anna"], [account("1", "Ann"), account("1", "Anna")], [["1", "Anna"]]],
    ["no account that two players would be", ["Ann", "Anna"], [account("1", "Ann"), account("1", "Anna")], []],
  ])("lead to %s", (_what, seen, accounts, expected) => {
    expect(matchNames(seen, accounts).map((match) => [match.platformId, match.name])).toEqual(expected);
  });

  test("never lead two players to one account, and only to one that begins like them", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", "🦖"), maxLength: 18 });
    const accounts = fc.array(fc.record({ platformId: fc.constantFrom("1", "2", "3"), platformName: name }));
    fc.assert(
      fc.property(fc.array(name), accounts, (seen, known) => {
        const matches = matchNames(seen, known);
        expect(new Set(matches.map((match) => match.platformId)).size).toBe(matches.length);
        for (const match of matches) {
          const start = Array.from(match.name).slice(0, 16).join("");
          const holders = known.filter((each) => Array.from(each.platformName).slice(0, 16).join("") === start);
          expect(new Set(holders.map((each) => each.platformId))).toEqual(new Set([match.platformId]));
          expect(seen.filter((each) => Array.from(each).slice(0, 16).join("") === start)).toEqual([match.name]);
        }
      }),
    );
  });
});
