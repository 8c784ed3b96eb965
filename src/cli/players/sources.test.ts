/** `tripod players add-server` and `doctor` as an operator runs them: the program itself. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import type { Ran } from "../../../test/support/command-line.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { PASSWORD, testGame } from "../../../test/support/rcon.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { rconServer } from "../../players/demo/rcon/rcon-server.ts";
import { writeProfile } from "../../players/demo/saves/profile-save.ts";

const { connection } = await testDatabase({ rooms: ["kit", "registry", "players"] });
const folder = await temporaryFolder();
afterAll(() => folder.remove());
const file = join(folder.path, "tripod.yaml");
await writeFile(file, "");
const saves = join(folder.path, "saves");
const tripod = await commandHere(connection, {
  TRIPOD_CONFIG: file,
  TRIPOD_PLAYERS_CLUSTER_FILE: file,
  RCON: PASSWORD,
});

const add = (key: string, ...options: readonly string[]): Promise<Ran> =>
  tripod("players", "add-server", key, "--game", "ase", ...options);

test("a server that was added is tried by the doctor, whose exit code says whether all works", async () => {
  const rcon = await rconServer({ game: testGame(), password: PASSWORD, clock: systemClock() });
  onTestFinished(() => rcon.close());
  await mkdir(saves);
  const ann = { id: 1n, platformName: "Ann", characterName: "Ann the survivor" };
  await writeFile(join(saves, "1.arkprofile"), writeProfile(ann, 1));
  // The settings' file itself, with a section that is another service's.
  await writeFile(file, "port: 9999\nregistry:\n  whatever: this is for the registry to judge\n");

  const island = ["--saves", saves, "--rcon", `127.0.0.1:${rcon.port}`, "--rcon-password-env", "RCON"];
  expect(await add("island", ...island)).toMatchObject({
    code: 0,
    out: expect.stringContaining("island was added to"),
  });
  const works = await tripod("players", "doctor", "--json");
  expect(works).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(works.out)).toMatchObject({
    exitCode: 0,
    lines: [
      { source: "saves", server: "island", outcome: { ok: true, says: "1 profile and 0 tribes were read." } },
      { source: "rcon", server: "island", outcome: { ok: true } },
      { source: "query", server: "island", outcome: { ok: "off" } },
      { source: "plugins", outcome: { ok: "off" } },
      { source: "steam", outcome: { ok: "off" } },
    ],
  });

  expect(await add("island", "--query", "27015")).toMatchObject({ code: 1, err: expect.stringContaining("island") });
  expect(await add("ragnarok", "--saves", "/nowhere/arks", "--unchecked")).toMatchObject({ code: 0 });
  const fails = await tripod("players", "doctor");
  expect(fails).toMatchObject({
    code: 1,
    out: expect.stringContaining("ragnarok saves  The folder of `saves.folder`, /nowhere/arks, is not there"),
  });
  expect(await readFile(file, "utf8")).toMatch(/^port: 9999\nregistry:/);
});

test("a server is not added when its folder is not there, is one level too high, or holds the other game's saves", async () => {
  const tree = join(folder.path, "Saved");
  const right = join(tree, "TheIsland_WP");
  await mkdir(right, { recursive: true });
  await writeFile(
    join(right, "1.arkprofile"),
    writeProfile({ id: 1n, platformName: "Ann", characterName: "Ann the survivor" }, 7),
  );
  const before = await readFile(file, "utf8");
  const refused: readonly (readonly [string, readonly string[], string])[] = [
    ["gone", ["--saves", join(tree, "gone")], `${tree} holds no gone. Correct --saves, or connect`],
    ["high", ["--saves", tree], `but ${right} does. Set --saves to ${right}.`],
    ["other", ["--saves", right], "The entry says --game ase, but the saves in"],
    ["world", ["--saves", right, "--world-file", "A.ark"], "The file of --world-file"],
    [
      "secret",
      ["--rcon", "27020", "--rcon-password-file", join(tree, "secret")],
      "The file of --rcon-password-file is not there.",
    ],
  ];
  for (const [key, options, says] of refused) {
    expect(await add(key, ...options)).toMatchObject({ code: 1, out: "", err: expect.stringContaining(says) });
  }
  expect(await readFile(file, "utf8")).toBe(before);
});

test("the doctor says what to do when the cluster's file is missing", async () => {
  expect(await tripod("players", "doctor", "--cluster", "/nowhere/tripod.yaml")).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("Make one: tripod players add-server"),
  });
});
