import { expect, test } from "vitest";
import { parsePersonId } from "./person-id.ts";

test.each([
  ["76561198000000001", { platformId: "76561198000000001" }],
  ["0002ABCDEF0123456789abcdef012345", { platformId: "0002abcdef0123456789abcdef012345" }],
  ["0002ABCD-EF01-2345-6789-abcdef012345", { platformId: "0002abcdef0123456789abcdef012345" }],
  ["02132193347357208", { platformId: "02132193347357208" }],
  ["STEAM_0:0:11101", { platformId: "76561197960287930" }],
  ["[U:1:22202]", { platformId: "76561197960287930" }],
  ["012345678901234567", { playerId: 12345678901234567n }],
  ["9007199254740993", { playerId: 9007199254740993n }],
  ["9223372036854775807", { playerId: 2n ** 63n - 1n }],
])("%s names somebody", (text, expected) => {
  expect(parsePersonId(text)).toEqual(expected);
});

test.each(["", "0", "-1", "9223372036854775808", "Anna", "1e3", "0002abcdef"])("%j names nobody", (text) => {
  expect(() => parsePersonId(text)).toThrow("Name the player by its number");
});
