import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { writeProfile } from "../../demo/saves/profile-save.ts";
import { writeTribe } from "../../demo/saves/tribe-save.ts";
import { loginAt, readWorldProfile, readWorldTribe, worldDifference, type WorldEntry } from "./world-changes.ts";

const profileBytes = writeProfile({ id: 5n, platformName: "p", characterName: "c" }, 7);
const tribeBytes = writeTribe({ id: 7, name: "Red", members: [] }, 7);

describe("an entry of a world", () => {
  test("has a name of its own, and a stamp that changes with its bytes", () => {
    const entry = readWorldProfile("Map.ark", profileBytes) as WorldEntry;
    expect(entry).toMatchObject({ fileName: "Map.ark#player-5", content: { kind: "profile" } });
    const other = writeProfile({ id: 5n, platformName: "p", characterName: "other" }, 7);
    expect((readWorldProfile("Map.ark", other) as WorldEntry).stamp).not.toBe(entry.stamp);
    expect(readWorldProfile("Map.ark", profileBytes)).toEqual(entry);
    expect(readWorldTribe("Map.ark", 7, tribeBytes)).toMatchObject({ fileName: "Map.ark#tribe-7" });
  });

  test.each([
    ["is cut", readWorldProfile("Map.ark", profileBytes.subarray(0, 50))],
    ["is a tribe among players", readWorldProfile("Map.ark", tribeBytes)],
    ["is a player among tribes", readWorldTribe("Map.ark", 7, profileBytes)],
    ["is another tribe than its index says", readWorldTribe("Map.ark", 8, tribeBytes)],
  ])("that %s is broken", (_what, entry) => {
    expect(entry).toHaveProperty("reason");
  });
});

describe("a world that is compared with what is known", () => {
  const player = (id: number, stamp = "same"): WorldEntry =>
    ({ ...readWorldProfile("Map.ark", profileBytes), fileName: `Map.ark#player-${id}`, stamp }) as WorldEntry;
  const known = new Map([
    ["Map.ark", "1:1:1"],
    ["Map.ark#player-1", "same"],
    ["Map.ark#player-2", "same"],
    ["Old.ark#player-3", "same"],
    ["Map.ark#tribe-7", "same"],
    ["Map.ark#tribe-8", "same"],
    ["4.arkprofile", "1:1:1"],
    ["x.arktributetribe", "1:1:1"],
  ]);

  test("changes what differs, and removes who is not in it any more", () => {
    expect(worldDifference([player(1), player(2, "other"), player(9)], [], known)).toMatchObject({
      changed: [{ fileName: "Map.ark#player-2" }, { fileName: "Map.ark#player-9" }],
      removed: ["Old.ark#player-3", "Map.ark#tribe-7", "Map.ark#tribe-8", "4.arkprofile"],
    });
  });

  test("removes no player while one is broken, for it may be anybody", () => {
    const broken = [{ kind: "profile", fileName: undefined, reason: "cut" }] as const;
    expect(worldDifference([player(1)], broken, known).removed).toEqual(["Map.ark#tribe-7", "Map.ark#tribe-8"]);
  });

  test("keeps a tribe that is broken", () => {
    const broken = [{ kind: "tribe", fileName: "Map.ark#tribe-8", reason: "cut" }] as const;
    expect(worldDifference([player(1)], broken, known).removed).not.toContain("Map.ark#tribe-8");
  });
});

describe("a login by the game's time", () => {
  const world = { gameTimeSeconds: 1_000, savedAt: 5_000_000_000 as Instant };

  test.each([
    [1_000, 5_000_000_000],
    [999.5, 4_999_500_000],
    [1, 4_001_000_000],
    [0, undefined],
    [-1, undefined],
    [1_001, undefined],
    [Number.NaN, undefined],
  ])("at second %d", (seconds, expected) => {
    expect(loginAt(seconds, world)).toBe(expected);
  });

  test("of more than a year ago is passed over", () => {
    expect(loginAt(1, { ...world, gameTimeSeconds: 1e9 })).toBeUndefined();
  });
});
