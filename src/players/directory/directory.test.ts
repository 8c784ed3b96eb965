import { describe, expect, test } from "vitest";
import type { Instant } from "../../kit/time/instant.ts";
import { Directory } from "./directory.ts";
import type { ShownPlayer, ShownTribe } from "./shown.ts";

/** More than a record of the directory holds, the latest first. */
const MANY = Array.from({ length: 5_000 }, (_, index) => `Снова под другим именем ${5_000 - index}`);

const player: ShownPlayer = {
  id: 101n,
  characterName: "Anna",
  platformName: "annaplays",
  avatarUrl: "",
  level: 1,
  isOnline: false,
  onlineOn: null,
  lastSeen: 1 as Instant,
  formerNames: MANY,
};

const tribe: ShownTribe = {
  id: 5001,
  name: "Red Hawks",
  ownerId: 101n,
  members: 1,
  savedAt: 1 as Instant,
  formerNames: MANY,
};

function found({ players }: Directory, text: string): number {
  return players.search(text, { kinds: ["character", "platform", "former"], limit: 5 }).total;
}

describe("a player with thousands of former names", () => {
  test("is loaded, and found by the latest of them", () => {
    const directory = new Directory();
    directory.loadPlayers([player]);
    directory.loadTribes([tribe]);
    directory.finishLoading();
    expect(found(directory, MANY[0] ?? "")).toBe(1);
    expect(directory.tribes.find(5001n)).toBeDefined();
  });

  test("is shown as it changes, and leaves no name behind", () => {
    const directory = new Directory();
    directory.putPlayer({ ...player, formerNames: MANY.slice(1) });
    directory.putPlayer({ ...player, level: 2 });
    expect(directory.players.find(101n)?.shown.toString()).toContain('"Level":2');
    expect(found(directory, MANY[0] ?? "")).toBe(1);
    directory.removePlayer(101n);
    expect(found(directory, "Снова")).toBe(0);
    expect(found(directory, MANY[0] ?? "")).toBe(0);
  });
});
