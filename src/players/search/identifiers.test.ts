import { expect, test } from "vitest";
import { identifiersOf } from "./identifiers.ts";

test.each([
  ["a SteamID64, which may be a player's id too", "76561198000000001", "76561198000000001", 76561198000000001n],
  ["another account of 17 digits", "02132193347357208", "02132193347357208", 2132193347357208n],
  ["an EOS id", "0002a1b2c3d4e5f60718293a4b5c6d7e", "0002a1b2c3d4e5f60718293a4b5c6d7e", undefined],
  ["an EOS id in capitals", "0002A1B2C3D4E5F60718293A4B5C6D7E", "0002a1b2c3d4e5f60718293a4b5c6d7e", undefined],
  ["the form of game servers", "STEAM_0:0:11101", "76561197960287930", undefined],
  ["the address of a profile", "https://steamcommunity.com/profiles/[U:1:22202]", "76561197960287930", undefined],
  ["32 digits", "1".repeat(32), "1".repeat(32), undefined],
  ["a player's id", "101", undefined, 101n],
  ["a pasted id with zeros before it", "00101", undefined, 101n],
  ["an id above 2^53", "9007199254740993", undefined, 9007199254740993n],
  ["the largest id", "9223372036854775807", undefined, 9223372036854775807n],
  ["a number above the largest id", "9223372036854775808", undefined, undefined],
  ["a longer number", "1".repeat(20), undefined, undefined],
  ["a name", "wolf", undefined, undefined],
  ["a name of hexadecimal digits", "deadbeef", undefined, undefined],
  ["a negative number", "-5", undefined, undefined],
  ["Arabic digits", "١٢٣", undefined, undefined],
  ["nothing", "", undefined, undefined],
])("%s", (_, query, platformId, id) => {
  expect(identifiersOf(query)).toEqual({
    ...(platformId === undefined ? {} : { platformId }),
    ...(id === undefined ? {} : { id }),
  });
});
