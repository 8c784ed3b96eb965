/** The way of a new operator, with the program itself: a demo first, then the own servers, then `--demo` again by habit. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { writeProfile } from "../../src/players/demo/saves/profile-save.ts";
import { ScriptProcess } from "../support/child-process.ts";
import { commandLine } from "../support/command-line.ts";
import { testDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { waitUntil } from "../support/wait-until.ts";

const { connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
const folder = await temporaryFolder();
afterAll(() => folder.remove());
const clusterFile = join(folder.path, "tripod.yaml");
const tripod = await commandLine(connection, {
  TRIPOD_PLAYERS_CLUSTER_FILE: clusterFile,
  TRIPOD_DATA_DIR: folder.path,
  TRIPOD_PLAYERS_ADDRESS_REQUESTS_PER_MINUTE: "0",
});

interface Server {
  readonly Key: string;
  readonly Invented: boolean;
  readonly Sources: { readonly Saves: { readonly Ok: boolean } | null };
}

interface Serving {
  ask(path: string, key: string): Promise<{ readonly status: number; readonly body: unknown }>;
  servers(key: string): Promise<readonly Server[]>;
  names(key: string): Promise<string[]>;
  stop(): Promise<void>;
}

async function serve(...options: readonly string[]): Promise<Serving> {
  const port = await freePort();
  const [, main] = tripod.program;
  const args = ["serve", "players", "--port", String(port), ...options];
  const child = new ScriptProcess(main, args, false, { ...tripod.env, TRIPOD_ADMIN_PORT: String(await freePort()) });
  onTestFinished(() => child.kill());
  const ask: Serving["ask"] = async (path, key) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: key } });
    return { status: answer.status, body: await answer.json() };
  };
  await waitUntil(async () => expect((await ask("/health", "")).status).toBe(200));
  return {
    ask,
    servers: async (key) => (await ask("/Servers", key)).body as Server[],
    names: async (key) => {
      const { body } = await ask("/Leaderboard?limit=100", key);
      return JSON.stringify(body).match(/"CharacterName":"[^"]*"/g) ?? [];
    },
    async stop() {
      process.kill(child.pid, "SIGTERM");
      await child.ended();
    },
  };
}

test("a database that a demo filled begins clean with the first real server, and a demo beside it invents nothing", async () => {
  const demo = await serve("--demo");
  await waitUntil(async () => {
    const servers = await demo.servers("demo");
    expect(servers.length).toBeGreaterThan(1);
    expect(servers.every(({ Invented, Sources }) => Invented && Sources.Saves?.Ok === true)).toBe(true);
  });
  // The directory follows what is stored a moment later.
  await waitUntil(async () => expect((await demo.names("demo")).length).toBeGreaterThan(10));
  await demo.stop();

  const saves = join(folder.path, "saves");
  await mkdir(saves);
  const ann = { id: 1n, platformName: "Ann", characterName: "Ann the survivor" };
  await writeFile(join(saves, "1.arkprofile"), writeProfile(ann, 7));
  expect(await tripod("players", "add-server", "mine", "--game", "asa", "--saves", saves)).toMatchObject({ code: 0 });
  const made = await tripod("players", "key", "create", "--name", "me", "--scope", "history");
  const key = made.out.trim();
  const real = await serve();
  const onlyAnn = async (serving: Serving): Promise<void> => {
    await waitUntil(async () => {
      expect(await serving.servers(key)).toMatchObject([
        { Key: "mine", Invented: false, Sources: { Saves: { Ok: true } } },
      ]);
      expect(await serving.names(key)).toEqual(['"CharacterName":"Ann the survivor"']);
    });
  };
  await onlyAnn(real);
  expect(await real.ask("/Servers", "demo")).toMatchObject({
    status: 401,
    body: { Error: { Message: expect.stringContaining("The key demo opens the invented cluster of --demo only") } },
  });
  await real.stop();

  // The configured server counts where both are given, and no guest is admitted.
  const habit = await serve("--demo");
  await onlyAnn(habit);
  expect((await habit.ask("/Servers", "demo")).status).toBe(401);
  await habit.stop();

  // Without the cluster's file, nothing is invented into the data of real servers.
  await writeFile(clusterFile, "");
  const without = await serve("--demo");
  expect(await without.names(key)).toEqual(['"CharacterName":"Ann the survivor"']);
  expect((await without.servers(key)).every(({ Invented }) => !Invented)).toBe(true);
  expect((await without.ask("/Servers", "demo")).status).toBe(401);
  await without.stop();
});
