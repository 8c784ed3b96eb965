/** Folders of saves are found where servers are installed, and the search ends. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { writeProfile } from "../../demo/saves/profile-save.ts";
import { findSaveFolders, findSavesIn } from "./find-save-folders.ts";

const ann = { id: 1n, platformName: "Ann", characterName: "Ann the survivor" };
const never = new AbortController().signal;

let root: string;
beforeEach(async () => {
  const folder = await temporaryFolder("tripod-machine-");
  onTestFinished(() => folder.remove());
  root = folder.path;
});

/** A folder with one save of a game. */
async function savesAt(version: 1 | 7, ...place: readonly string[]): Promise<string> {
  const folder = join(root, ...place);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "1.arkprofile"), writeProfile(ann, version));
  return folder;
}

test("saves of both games are found, also in hidden folders, the nearest first and each once", async () => {
  const steam = await savesAt(7, "home", "ark", ".steam", "steamapps", "common", "Saved", "SavedArks", "TheIsland_WP");
  const own = await savesAt(1, "srv", "SavedArks");
  await savesAt(1, "srv", "node_modules", "SavedArks");
  await savesAt(1, "srv", "data", "demo-cluster", "a");
  await symlink(join(root, "srv"), join(root, "again"));
  expect(await findSaveFolders([root, join(root, "srv")], never)).toEqual({
    folders: [
      { folder: own, game: "ase", files: 1, map: undefined },
      { folder: steam, game: "asa", files: 1, map: undefined },
    ],
    isWhole: true,
  });
});

test("a folder that is too deep, and time that is over, are said", async () => {
  await savesAt(7, ..."a/b/c/d/e/f/g/h/i/j/k/l/m".split("/"));
  expect(await findSaveFolders([root], never)).toEqual({ folders: [], isWhole: false });
  expect(await findSaveFolders([root], AbortSignal.abort())).toEqual({ folders: [], isWhole: false });
});

test("places that are not there, and folders without saves of a known game, hold nothing", async () => {
  await writeFile(join(root, "1.arkprofile"), "not a save");
  expect(await findSavesIn(root)).toBeUndefined();
  expect(await findSaveFolders([root, join(root, "none")], never)).toEqual({ folders: [], isWhole: true });
});
