import { expect, test } from "vitest";
import type { OnlinePlayer } from "../../../../../clients/typescript/src/players.ts";
import { rowKeys } from "./row-keys.ts";

const player = (Id: string, PlatformName: string): OnlinePlayer => ({
  Id,
  CharacterName: "",
  PlatformName,
  AvatarUrl: "",
  Level: 1,
  Online: true,
  Server: "island",
});

test("players online have different keys, also those without a save who share a name, or are called like a number", () => {
  const online = [
    player("101", "Anna"),
    player("0", "101"),
    player("0", "Anna"),
    player("0", "Anna"),
    player("0", "Anna 2"),
    player("0", ""),
    player("0", ""),
    player("0", "0 Anna"),
    player("102", "1 Anna"),
  ];
  const keys = online.map(rowKeys(online));
  expect(new Set(keys).size).toBe(online.length);
  expect(keys[0]).toBe("101");
});
