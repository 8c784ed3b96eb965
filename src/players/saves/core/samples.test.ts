/** Real files, where they are at hand: they are nobody's to hand on, so the project has none. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSaveTree } from "../../../../test/support/save-tree.ts";
import { writeSave } from "../../demo/saves/write-save.ts";
import type { SavedProfile } from "./profile.ts";
import { readSave } from "./read-save.ts";
import type { SavedTribe } from "./tribe.ts";

const FOLDER = path.resolve("../shared/contracts/players/samples");

describe.skipIf(!existsSync(FOLDER))("real files", () => {
  const files = existsSync(FOLDER)
    ? ["asa-v7", "ase-v1"].flatMap((folder) =>
        readdirSync(path.join(FOLDER, folder)).map((name) => ({
          name,
          bytes: new Uint8Array(readFileSync(path.join(FOLDER, folder, name))),
        })),
      )
    : [];
  const contents = files.map(({ name, bytes }) => ({ name, bytes, content: readSave(bytes) }));
  const profiles = contents.flatMap(
    ({ name, bytes, content }): { name: string; bytes: Uint8Array; profile: SavedProfile }[] =>
      content.kind === "profile" ? [{ name, bytes, profile: content.profile }] : [],
  );
  const tribes = contents.flatMap(({ name, content }): { name: string; tribe: SavedTribe }[] =>
    content.kind === "tribe" ? [{ name, tribe: content.tribe }] : [],
  );

  test("are ten profiles with their levels and seven tribes", () => {
    expect(profiles.map(({ profile }) => profile.level)).toEqual([111, 146, 3, 73, 106, 109, 12, 111, 153, 46]);
    expect(tribes).toHaveLength(7);
    expect(profiles.filter(({ profile }) => profile.tribeId === undefined)).toHaveLength(2);
  });

  test("profiles of ASA are named after the account in them, tribes after their id", () => {
    const named = profiles.filter(({ profile }) => profile.platformId?.length === 32);
    expect(named).toHaveLength(9);
    for (const { name, profile } of named) expect(name).toBe(`${profile.platformId}.arkprofile`);
    for (const { name, tribe } of tribes) expect(name).toBe(`${tribe.id}.arktribe`);
  });

  test("players and tribes are whole: names, maps, owners, members, logs", () => {
    for (const { profile } of profiles) {
      expect(profile.characterName).not.toBe("");
      expect(profile.platformName).not.toBe("");
      expect(profile.mapName).toMatch(/^(?:LostColony_WP|TheIsland)$/);
    }
    for (const { tribe } of tribes) {
      expect(tribe.name).not.toBe("");
      expect(tribe.members.map(({ id }) => id)).toContain(tribe.ownerId);
      expect(tribe.members.every(({ name }) => name !== "")).toBe(true);
    }
    expect(tribes.map(({ tribe }) => tribe.log.length)).toEqual([400, 400, 398, 1, 400, 1, 0]);
    expect(tribes.map(({ tribe }) => tribe.alliances.length)).toEqual([2, 3, 0, 0, 3, 0, 0]);
  });

  test.each(files)("$name: every size is right, and the writer writes the same bytes", ({ bytes }) => {
    const written = writeSave(readSaveTree(bytes));
    expect(Buffer.from(written).equals(bytes)).toBe(true);
  });

  test("the network address of a player is nowhere in what is read", () => {
    let addresses = 0;
    for (const { bytes, profile } of profiles) {
      const address = /203\.0\.113\.\d+/.exec(Buffer.from(bytes).toString("latin1"))?.[0];
      if (address === undefined) continue;
      addresses += 1;
      expect(Object.values(profile).map(String).join("\n")).not.toContain(address);
    }
    expect(addresses).toBe(9);
  });
});
