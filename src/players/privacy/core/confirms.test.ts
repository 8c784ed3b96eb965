import { expect, test } from "vitest";
import { confirms } from "./confirms.ts";

const anna = { platformId: "76561198000000101", players: [{ id: 101n, name: "Anna Rex " }] };

test.each([
  ["101", true],
  ["76561198000000101", true],
  [" Anna Rex", true],
  ["anna rex", false],
  ["Anna", false],
  ["102", false],
  ["", false],
])("%j confirms player 101, who is called Anna Rex: %s", (typed, expected) => {
  expect(confirms(typed, "101", anna)).toBe(expected);
});

test("an empty text confirms not even a character without a name", () => {
  expect(confirms(" ", "7", { platformId: null, players: [{ id: 7n, name: "" }] })).toBe(false);
});
