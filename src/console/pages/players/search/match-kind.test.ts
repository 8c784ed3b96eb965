import { expect, test } from "vitest";
import { matchKind } from "./match-kind.ts";

test.each([
  ["Wolf", ["Wolf", "x"], "exact"],
  ["wolf", ["Wölf"], "sameLetters"],
  ["dark", ["DarkWolf"], "prefix"],
  ["wolf", ["Dark Wolf"], "wordStart"],
  ["wolf", ["werewolf [wolf]"], "wordStart"],
  ["wolf", ["werewolf"], "contains"],
  ["wolf", ["Dark Wolf", "WOLF"], "sameLetters"],
  ["wlof", ["Wolf"], "similar"],
  ["42", ["Wolf"], "id"],
  ["76561190001234567", ["Wolf"], "id"],
  ["", ["Wolf"], "similar"],
])("%j in %j is a match of the kind %s", (query, names, kind) => {
  expect(matchKind(query, names, ["42", ""])).toBe(kind);
});
