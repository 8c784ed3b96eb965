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
  ["STEAM_0:0:11101", ["Wolf"], "id"],
  ["[U:1:22202]", ["Wolf"], "id"],
  ["https://steamcommunity.com/profiles/76561190001234567/", ["Wolf"], "id"],
  ["0002A1B2-C3D4-E5F6-0718-293A4B5C6D7E", ["Wolf"], "id"],
  ["", ["Wolf"], "similar"],
])("%j in %j is a match of the kind %s", (query, names, kind) => {
  expect(matchKind(query, names, ["42", ""])).toBe(kind);
});
