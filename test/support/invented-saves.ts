/** A folder of save files as a game server would leave it: both games, small and full ones, odd names. */
import { writeProfile, type ProfileSketch } from "../../src/players/demo/saves/profile-save.ts";
import type { SaveVersion } from "../../src/players/demo/saves/save-file.ts";
import { writeTribe, type TribeSketch } from "../../src/players/demo/saves/tribe-save.ts";

export interface InventedSave {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const ASA: SaveVersion = 7;
const ASE: SaveVersion = 1;

const eosOf = (number: number): string => `0002${number.toString(16).padStart(28, "a")}`;

function profile(platformId: string, sketch: Omit<ProfileSketch, "platformId">, version: SaveVersion): InventedSave {
  return { name: `${platformId}.arkprofile`, bytes: writeProfile({ platformId, ...sketch }, version) };
}

function tribe(sketch: TribeSketch, version: SaveVersion): InventedSave {
  return { name: `${sketch.id}.arktribe`, bytes: writeTribe(sketch, version) };
}

/** Names of members 1 to `count`, whose ids are one after another. */
const members = (first: bigint, ...names: string[]) => names.map((name, at) => ({ id: first + BigInt(at), name }));

/** Five profiles and three tribes. Every platform id, name and address is made up. */
export const inventedSaves: readonly InventedSave[] = [
  profile(
    eosOf(1),
    {
      id: 100_001n,
      platformName: "newcomer",
      characterName: "Bob",
      mapName: "TheIsland",
      networkAddress: "203.0.113.1",
    },
    ASA,
  ),
  profile(
    eosOf(2),
    {
      id: 100_002n,
      platformName: "Ærøskøbing 🦖",
      characterName: "Жанна «Сова»",
      level: 105,
      tribeId: 7_001,
      isFemale: true,
      experience: 123_456.5,
      engramPoints: 4_321,
      deaths: 12,
      loginTime: 1_234.5,
      lastLoginTime: 1_000.25,
      mapName: "LostColony_WP",
      dataVersion: 3,
      networkAddress: "203.0.113.254",
      fullness: 1,
    },
    ASA,
  ),
  profile(
    eosOf(3),
    {
      id: 4_294_967_295n,
      platformName: " spaces ",
      characterName: "<b>&amp;",
      level: 2,
      tribeId: 7_002,
      mapName: "TheIsland",
      fullness: 0.3,
    },
    ASA,
  ),
  profile(
    "76561190000000001",
    {
      id: 200_001n,
      platformName: "old hand",
      characterName: "Ümit",
      level: 257,
      tribeId: 7_003,
      deaths: 1,
      mapName: "TheIsland",
      networkAddress: "203.0.113.9",
      fullness: 0.6,
    },
    ASE,
  ),
  profile(
    "76561190000000002",
    {
      id: 200_002n,
      platformName: "alone",
      characterName: "二郎",
      level: 40,
      mapName: "TheIsland",
      networkAddress: "203.0.113.77",
    },
    ASE,
  ),
  tribe(
    {
      id: 7_001,
      name: "Die Nachtigallen",
      ownerId: 100_002n,
      members: members(100_002n, "Жанна «Сова»", "Mo"),
      alliances: [
        { id: 1, name: "North", tribes: [{ id: 7_001, name: "Die Nachtigallen" }] },
        { id: 2, name: "Süd", tribes: [] },
      ],
      mapName: "LostColony_WP",
    },
    ASA,
  ),
  tribe(
    {
      id: 7_002,
      name: "Full Log",
      ownerId: 4_294_967_295n,
      members: [{ id: 4_294_967_295n, name: "<b>&amp;", rankGroup: 2 }],
      adminIds: [4_294_967_295n],
      log: Array.from({ length: 400 }, (_, at) => `Day ${at}, 01:02:03: a thing – number ${at} – happened`),
      logIndex: 9_000,
      dinoCount: 77,
      mapName: "TheIsland",
    },
    ASA,
  ),
  tribe(
    {
      id: 7_003,
      name: "Старые",
      ownerId: 200_001n,
      members: members(200_001n, "Ümit"),
      alliances: [{ id: 3, name: "Old", tribes: [{ id: 7_003, name: "Старые" }] }],
      log: ["one", "", "drei"],
      mapName: "TheIsland",
    },
    ASE,
  ),
];
