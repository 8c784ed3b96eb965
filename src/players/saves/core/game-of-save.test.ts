import { expect, test } from "vitest";
import { writeProfile } from "../../demo/saves/profile-save.ts";
import { gameOfSave, gameOfWorld } from "./game-of-save.ts";

const ann = { id: 1n, platformName: "Ann", characterName: "Ann" };

test("a profile tells the game that wrote it", () => {
  expect(gameOfSave(writeProfile(ann, 1))).toBe("ase");
  expect(gameOfSave(writeProfile(ann, 7))).toBe("asa");
});

test("a file that is cut, empty or of an unknown version tells no game", () => {
  expect(gameOfSave(new Uint8Array(3))).toBeUndefined();
  expect(gameOfSave(new Uint8Array(16))).toBeUndefined();
  expect(gameOfSave(Uint8Array.of(99, 0, 0, 0))).toBeUndefined();
});

test("a world is of Survival Ascended when it is an SQLite file, and of no known game otherwise", () => {
  expect(gameOfWorld(Buffer.from("SQLite format 3\0 and more", "latin1"))).toBe("asa");
  expect(gameOfWorld(Buffer.from("SQLite"))).toBeUndefined();
  expect(gameOfWorld(new Uint8Array(0))).toBeUndefined();
});
