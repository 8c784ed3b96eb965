/** Folders of save files: invented ones always, and real ones where they are at hand. The project may not hold those. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { inventedSaves } from "../../../../test/support/invented-saves.ts";
import { readSaveTree } from "../../../../test/support/save-tree.ts";
import { writeSave } from "../../demo/saves/write-save.ts";
import type { SavedProfile } from "./profile.ts";
import { readSave } from "./read-save.ts";
import type { SavedTribe } from "./tribe.ts";

interface SaveFolder {
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Its content, in the order of the files. */
  readonly levels: readonly number[];
  readonly logLines: readonly number[];
  readonly alliances: readonly number[];
  readonly withoutTribe: number;
  readonly ofAsa: number;
  readonly addresses: number;
}

const FOLDER = path.resolve(import.meta.dirname, "../../../../../shared/contracts/players/samples");

const invented: SaveFolder = {
  name: "invented files",
  files: inventedSaves,
  levels: [1, 105, 2, 257, 40],
  logLines: [0, 400, 3],
  alliances: [2, 0, 1],
  withoutTribe: 2,
  ofAsa: 3,
  addresses: 4,
};

const folders = existsSync(FOLDER) ? [invented, realFiles()] : [invented];

function realFiles(): SaveFolder {
  const files = ["asa-v7", "ase-v1"].flatMap((folder) =>
    readdirSync(path.join(FOLDER, folder)).map((name) => ({
      name,
      bytes: new Uint8Array(readFileSync(path.join(FOLDER, folder, name))),
    })),
  );
  return {
    name: "real files",
    files,
    levels: [111, 146, 3, 73, 106, 109, 12, 111, 153, 46],
    logLines: [400, 400, 398, 1, 400, 1, 0],
    alliances: [2, 3, 0, 0, 3, 0, 0],
    withoutTribe: 2,
    ofAsa: 9,
    addresses: 9,
  };
}

describe.each(folders)("$name", ({ files, levels, logLines, alliances, withoutTribe, ofAsa, addresses: expected }) => {
  const contents = files.map(({ name, bytes }) => ({ name, bytes, content: readSave(bytes) }));
  const profiles = contents.flatMap(
    ({ name, bytes, content }): { name: string; bytes: Uint8Array; profile: SavedProfile }[] =>
      content.kind === "profile" ? [{ name, bytes, profile: content.profile }] : [],
  );
  const tribes = contents.flatMap(({ name, content }): { name: string; tribe: SavedTribe }[] =>
    content.kind === "tribe" ? [{ name, tribe: content.tribe }] : [],
  );

  test("are profiles with their levels, and tribes", () => {
    expect(profiles.map(({ profile }) => profile.level)).toEqual(levels);
    expect(tribes).toHaveLength(logLines.length);
    expect(profiles.filter(({ profile }) => profile.tribeId === undefined)).toHaveLength(withoutTribe);
  });

  test("profiles of ASA are named after the account in them, tribes after their id", () => {
    const named = profiles.filter(({ profile }) => profile.platformId?.length === 32);
    expect(named).toHaveLength(ofAsa);
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
    expect(tribes.map(({ tribe }) => tribe.log.length)).toEqual(logLines);
    expect(tribes.map(({ tribe }) => tribe.alliances.length)).toEqual(alliances);
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
    expect(addresses).toBe(expected);
  });
});
