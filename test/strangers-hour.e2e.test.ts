/**
 * The first hour of three strangers, each with a document of first steps: its commands are run as they stand there, in an
 * empty folder, on the embedded database.
 */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../src/kit/time/clock.ts";
import { rconServer } from "../src/players/demo/rcon/rcon-server.ts";
import { writeProfile } from "../src/players/demo/saves/profile-save.ts";
import { programScript } from "./support/command-line.ts";
import { readDocument, runBlocks, shellBlocks, type DocReader } from "./support/doc-shell.ts";
import { freePort } from "./support/free-port.ts";
import { PASSWORD, testGame } from "./support/rcon.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { waitUntil } from "./support/wait-until.ts";

const hasTools = ["bash", "curl"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
const main = programScript();

/** A reader in an empty folder, for whom a port other than 8080 is free. */
async function reader(instead: Readonly<Record<string, string>>, copies: Readonly<Record<string, RegExp>>) {
  const folder = await temporaryFolder("tripod-stranger-");
  onTestFinished(() => folder.remove());
  const port = String(await freePort());
  const env = { HOME: folder.path, NO_COLOR: "1", TRIPOD_ADMIN_PORT: "0" };
  const ports = { "--yes": `--yes --port ${port}`, "127.0.0.1:8080": `127.0.0.1:${port}` };
  return { folder, main, env, instead: { ...ports, ...instead }, copies } satisfies DocReader;
}

/**
 * Runs the blocks, and repeats the last one until `isUseful` does not throw for its answer: a service may still be reading
 * what it was given. Prints how long the reader needed: the number is for people, and no test depends on it.
 */
async function follow(who: string, blocks: readonly string[], of: DocReader, isUseful: (answer: string) => void) {
  const startMs = performance.now();
  const done = await runBlocks(blocks.slice(0, -1), of);
  onTestFinished(() => done.stop());
  const last = await waitUntil(async () => {
    const asked = await runBlocks(blocks.slice(-1), { ...of, env: done.env });
    isUseful(asked.answers[0] ?? "");
    return asked;
  });
  const seconds = Math.round((performance.now() - startMs) / 1000);
  const commands = done.commands + last.commands;
  console.log(`${who}: ${commands} commands, ${seconds} s to the first useful answer`);
  return { answers: done.answers, commands };
}

test.skipIf(!hasTools)(
  "a platform engineer publishes to an own registry and finds it, in at most four commands",
  async () => {
    const engineer = await reader({}, { TOKEN: /^Registry token.*: (\S+)$/m });
    const blocks = shellBlocks(await readDocument("docs/registry/start.md"));
    const { commands } = await follow("platform engineer", blocks, engineer, (answer) => {
      const servers = [{ server: { name: "io.example/hello", version: "1.0.0" } }];
      expect(JSON.parse(answer)).toMatchObject({ servers });
    });
    expect(commands).toBeLessThanOrEqual(4);
  },
);

test.skipIf(!hasTools)("the owner of a game cluster finds a player of it, in at most five commands", async () => {
  const game = testGame();
  const rcon = await rconServer({ game, password: PASSWORD, clock: systemClock() });
  onTestFinished(() => rcon.close());
  const place = await temporaryFolder("tripod-ark-");
  onTestFinished(() => place.remove());
  const saves = join(place.path, "ShooterGame", "Saved", "SavedArks", "TheIsland_WP");
  await mkdir(saves, { recursive: true });
  const wolf = {
    id: 1n,
    platformName: "wolf",
    characterName: "Wolf of the north",
    platformId: `0002${"a".repeat(28)}`,
  };
  await writeFile(join(saves, "1.arkprofile"), writeProfile(wolf, 7));
  const owner = await reader(
    {
      "/srv/ark/ShooterGame/Saved/SavedArks/TheIsland_WP": saves,
      "127.0.0.1:27020": `127.0.0.1:${rcon.port}`,
      "the password of RCON": PASSWORD,
    },
    { KEY: /^Players key.*: (\S+)$/m },
  );
  const blocks = shellBlocks(await readDocument("docs/players/start.md"));
  const { answers, commands } = await follow("owner of a cluster", blocks, owner, (answer) => {
    expect(answer).toContain("Wolf of the north");
  });
  expect(commands).toBeLessThanOrEqual(5);
  // What the doctor says.
  expect(answers[2]).toContain("theisland");
  expect((await stat(join(owner.folder.path, "rcon-password"))).mode & 0o777).toBe(0o600);
});

test.skipIf(!hasTools)("a trader sees prices and asks with an own key, in at most four commands", async () => {
  const trader = await reader({}, { AUTH: /^Trading key.*: (\S+)$/m });
  const text = await readDocument("docs/trading/start.md");
  const blocks = shellBlocks(text, "From nothing to a first price, in four commands");
  const { answers, commands } = await follow("trader", blocks, trader, (answer) => {
    expect(JSON.parse(answer)).toMatchObject({ data: expect.anything() });
  });
  expect(commands).toBeLessThanOrEqual(4);
  expect(answers[2]).toContain("simalpha-btcusdt");
  // Nothing of a setup is left beside the settings and the data.
  expect((await readdir(trader.folder.path)).toSorted()).toEqual(["bin", "data", "tripod.yaml"]);
});
