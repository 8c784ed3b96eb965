import { expect, test } from "vitest";
import { parsePersonId } from "./person-id.ts";

test.each([
  ["76561198000000001", { platformId: "76561198000000001" }],
  ["0002ABCDEF0123456789abcdef012345", { platformId: "0002abcdef0123456789abcdef012345" }],
  ["9007199254740993", { playerId: 9007199254740993n }],
  ["9223372036854775807", { playerId: 2n ** 63n - 1n }],
])("%s names somebody", (text, expected) => {
  expect(parsePersonId(text)).toEqual(expected);
});

test.each(["", "0", "-1", "9223372036854775808", "Anna", "1e3", "0002abcdef"])("%j names nobody", (text) => {
  expect(() => parsePersonId(text)).toThrow("Name the player by its number");
});
