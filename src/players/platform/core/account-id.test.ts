import { expect, test } from "vitest";
import { parseAccountId } from "./account-id.ts";

const STEAM = "76561197960287930";
const EOS = "0002a1b2c3d4e5f60718293a4b5c6d7e";

test.each([
  ["a SteamID64", STEAM, STEAM],
  ["17 digits of another kind, as saves and servers name accounts too", "02132193347357208", "02132193347357208"],
  ["the form of game servers", "STEAM_0:0:11101", STEAM],
  ["the form of newer game servers", "STEAM_1:0:11101", STEAM],
  ["small letters", "steam_0:0:11101", STEAM],
  ["an odd number", "STEAM_0:1:11101", "76561197960287931"],
  ["the short form", "[U:1:22202]", STEAM],
  ["the short form without its brackets", "u:1:22202", STEAM],
  ["the largest account", "[U:1:4294967295]", "76561202255233023"],
  ["the largest account of game servers", "STEAM_0:1:2147483647", "76561202255233023"],
  ["the address of a profile", `https://steamcommunity.com/profiles/${STEAM}`, STEAM],
  ["the address of a profile with a slash", `http://www.steamcommunity.com/profiles/${STEAM}/`, STEAM],
  ["the address of a profile with the short form", "steamcommunity.com/profiles/[U:1:22202]", STEAM],
  ["an EOS id", EOS, EOS],
  ["an EOS id in capitals", EOS.toUpperCase(), EOS],
  ["an EOS id with hyphens", "0002A1B2-C3D4-E5F6-0718-293A4B5C6D7E", EOS],
])("%s is read", (_, text, account) => {
  expect(parseAccountId(text)).toBe(account);
});

test.each([
  ["nothing", ""],
  ["a name", "Anna"],
  ["16 digits", "7656119796028793"],
  ["18 digits", `${STEAM}0`],
  ["account 0", "[U:1:0]"],
  ["account 0 of game servers", "STEAM_0:0:0"],
  ["an account above the largest", "[U:1:4294967296]"],
  ["an account of game servers above the largest", "STEAM_0:0:2147483648"],
  ["a universe without players", "[U:2:22202]"],
  ["a group", "[g:1:22202]"],
  ["half of a pair of brackets", "[U:1:22202"],
  ["a bit that is neither 0 nor 1", "STEAM_0:2:11101"],
  ["a profile's name of its own", "https://steamcommunity.com/id/anna"],
  ["another site", `https://example.com/profiles/${STEAM}`],
  ["a page of a profile", `https://steamcommunity.com/profiles/${STEAM}/friends`],
  ["Arabic digits", "\u0661".repeat(17)],
  ["31 hexadecimal digits", EOS.slice(1)],
  ["hyphens at other places", "0002a1b2c3d4-e5f6-0718-293a4b5c-6d7e"],
  ["blanks around", ` ${STEAM} `],
])("%s is not an account", (_, text) => {
  expect(parseAccountId(text)).toBeUndefined();
});
