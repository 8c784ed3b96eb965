import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testServer } from "../../../../test/support/cluster-world.ts";
import { steamIdOf } from "../../../../test/support/steam-stub.ts";
import type { Finding, GameServer } from "../../cluster/index.ts";
import { writeProfile } from "../../demo/saves/profile-save.ts";
import { writeAsaWorld } from "../../demo/world/asa-world.ts";
import { checkSavesPlace } from "./check-saves-place.ts";

const ANN = steamIdOf(1);
const ann = { id: 1n, platformId: ANN, platformName: "Ann", characterName: "Ann the survivor" };

function faultOf({ game, saves }: GameServer): Promise<Finding | undefined> {
  if (!saves) throw new Error("the server has no saves");
  return checkSavesPlace({ game, saves }, new AbortController().signal);
}

test("an empty folder is right, because a new server has one", async () => {
  const server = await testServer("island");
  expect(await faultOf(server.entry)).toBeUndefined();
});

test("an empty folder is right also where the folder that it lies in holds the saves of another server", async () => {
  const server = await testServer("island");
  await server.saveProfile(ann);
  const folder = join(server.folder, "Ragnarok");
  await mkdir(folder);
  const saves = { folder, store: "files", worldFile: undefined } as const;
  expect(await faultOf({ ...server.entry, saves })).toBeUndefined();
});

describe("the place of a server's saves is refused when", () => {
  test("the folder is a file", async () => {
    const server = await testServer("island");
    await rm(server.folder, { recursive: true });
    await writeFile(server.folder, "");
    expect(await faultOf(server.entry)).toMatchObject({
      ok: false,
      says: `What \`saves.folder\` names, ${server.folder}, is not a folder.`,
    });
  });

  test.each([1, 3])("the saves lie %i levels further down, and where", async (levels) => {
    const server = await testServer("island");
    const right = join(server.folder, ...["Saved", "SavedArks", "TheIsland_WP"].slice(-levels));
    await mkdir(right, { recursive: true });
    await mkdir(join(server.folder, "Logs"));
    await writeFile(join(right, `${ANN}.arkprofile`), writeProfile(ann, 1));
    expect(await faultOf(server.entry)).toEqual({
      ok: false,
      says: `The folder of \`saves.folder\`, ${server.folder}, holds no save files, but ${right} does.`,
      doThis: `Set \`saves.folder\` to ${right}.`,
    });
  });

  test("the files are of the other game", async () => {
    const server = await testServer("island");
    await server.saveProfile(ann);
    expect(await faultOf({ ...server.entry, game: "asa" })).toEqual({
      ok: false,
      says: `The entry says \`game: asa\`, but the saves in ${server.folder} were written by ARK: Survival Evolved.`,
      doThis: "Set `game: ase`, or name the folder of the other server.",
    });
    await rm(join(server.folder, `${ANN}.arkprofile`));
    await writeAsaWorld(join(server.folder, "TheIsland_WP.ark"), { gameTimeSeconds: 5, mapParts: ["TheIsland_WP"] });
    expect(await faultOf(server.entry)).toMatchObject({
      ok: false,
      says: expect.stringContaining("but the saves in"),
      doThis: expect.stringContaining("`game: asa`"),
    });
  });

  test("the world's file is not there, and which worlds are", async () => {
    const server = await testServer("island");
    await writeFile(join(server.folder, "Ragnarok.ark"), "world");
    const worldFile = join(server.folder, "TheIsland.ark");
    const saves = { folder: server.folder, store: "world", worldFile } as const;
    expect(await faultOf({ ...server.entry, saves })).toEqual({
      ok: false,
      says: `The file of \`saves.worldFile\`, ${worldFile}, is not there. The folder holds the world Ragnarok.ark.`,
      doThis: expect.stringContaining("Correct `saves.worldFile`"),
    });
  });
});
