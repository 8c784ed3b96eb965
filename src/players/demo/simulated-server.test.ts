import { execFile, spawnSync } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { ARK_PASSWORD, arkCluster, type ArkCluster } from "../../../test/support/ark-cluster.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import { toMillis } from "../../kit/time/instant.ts";
import type { GameServer } from "../cluster/index.ts";
import { queryServer } from "../query/index.ts";
import { pollPlayers, rconClient, takeChat, takeGameLog, type RconClient } from "../rcon/index.ts";
import { readSave, SaveError, saveFileKind, type SaveContent } from "../saves/index.ts";
import { savedWorld } from "./game/saved-world.ts";
import type { SimulatedServer } from "./simulated-server.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

const KEYS = ["island", "ragnarok", "island-asa"];

async function start(): Promise<ArkCluster> {
  const ark = await arkCluster({ seed: 5 });
  onTestFinished(() => ark.stop());
  return ark;
}

function clientOf(ark: ArkCluster, { rcon }: GameServer): RconClient {
  if (rcon === undefined) throw new Error("simulated servers have RCON");
  const { host, port } = rcon;
  const { clock } = ark;
  const client = rconClient({ host, port, password: ARK_PASSWORD, clock, log: keptLog(), random: systemRandom() });
  onTestFinished(() => client.close());
  return client;
}

function folderOf({ source }: SimulatedServer): string {
  return source.saves?.folder ?? "";
}

/** Every file that is to be read, by its name; undefined for one that cannot be. */
async function readFolder(server: SimulatedServer): Promise<Map<string, SaveContent | undefined>> {
  const read = new Map<string, SaveContent | undefined>();
  for (const name of await readdir(folderOf(server))) {
    if (!["profile", "tribe"].includes(saveFileKind(name))) continue;
    const bytes = await readFile(join(folderOf(server), name));
    try {
      read.set(name, readSave(bytes));
    } catch (error) {
      expect(error).toBeInstanceOf(SaveError);
      read.set(name, undefined);
    }
  }
  return read;
}

/** The identity of a file's content, as it is read and as it was meant. */
function gist(content: SaveContent | undefined): string | undefined {
  if (content === undefined) return undefined;
  return content.kind === "profile"
    ? `${content.profile.id} ${content.profile.characterName} ${content.profile.level} ${content.profile.tribeId}`
    : `${content.tribe.id} ${content.tribe.name} ${content.tribe.log.length}`;
}

function meant(ark: ArkCluster, key: string): Map<string, string> {
  return new Map(
    Array.from(savedWorld(ark.world, key), ([name, { kind, sketch }]) => [
      name,
      kind === "profile"
        ? `${sketch.id} ${sketch.characterName} ${sketch.level} ${sketch.tribeId}`
        : `${sketch.id} ${sketch.name} ${sketch.log?.length}`,
    ]),
  );
}

async function gists(server: SimulatedServer): Promise<Map<string, string | undefined>> {
  return new Map(Array.from(await readFolder(server), ([name, content]) => [name, gist(content)]));
}

describe.each(KEYS)("the server %s", (key) => {
  test("keeps its world in files that are read as they were meant, as old as its clock says", async () => {
    const ark = await start();
    const server = ark.server(key);
    expect(await gists(server)).toEqual(meant(ark, key));
    const survivor = ark.world.survivors().find((each) => each.server === key);
    ark.world.gainLevels(survivor?.id ?? 0n, 3);
    expect(await gists(server)).not.toEqual(meant(ark, key));
    await ark.clock.advance(900_000);
    const { written } = await server.save();
    expect(await gists(server)).toEqual(meant(ark, key));
    const fileName = `${survivor?.platformId}.arkprofile`;
    expect([...written.keys()]).toContain(fileName);
    const { mtimeMs } = await stat(join(folderOf(server), fileName));
    expect(mtimeMs).toBe(toMillis(ark.clock.now()));
    expect(await readdir(folderOf(server))).toContain(`${server.plan.mapName}.ark`);
  });

  test("lists over RCON who is online, and tells its log and chat once", async () => {
    const ark = await start();
    const { world, clock } = ark;
    const client = clientOf(ark, ark.server(key).source);
    await takeGameLog(client);
    await takeChat(client);
    const [online] = world.online(key);
    const offline = world.survivors().find((each) => each.server === key && each.joinedAt === undefined);
    if (!online || !offline) throw new Error("some are online and some are not");
    world.say(online.id, "hello");
    world.leave(online.id, clock.now());
    world.join(offline.id, clock.now());
    const told = world.online(key).map(({ platformId, platformName: name }) => ({ platformId, name }));
    expect(told.length).toBeGreaterThan(1);
    expect(await pollPlayers(client)).toEqual({ players: told });
    expect(await takeChat(client)).toMatchObject([{ platformName: online.platformName, text: "hello" }]);
    expect(await takeGameLog(client)).toMatchObject([
      { kind: "left", name: online.platformName },
      { kind: "joined", name: offline.platformName, localTime: "2026-02-01T00:00:00" },
    ]);
    expect(await takeGameLog(client)).toEqual([]);
  });

  test("goes down with everybody on it, and comes up at the same port without them", async () => {
    const ark = await start();
    const server = ark.server(key);
    await server.goDown();
    expect(server.isUp()).toBe(false);
    await expect(pollPlayers(clientOf(ark, server.source))).rejects.toMatchObject({ kind: "unreachable" });
    await server.comeUp();
    expect(await pollPlayers(clientOf(ark, server.source))).toEqual({ players: [] });
  });

  test("begins a new world when it is wiped", async () => {
    const ark = await start();
    const server = ark.server(key);
    await server.goDown();
    await server.wipe();
    expect(await readdir(folderOf(server))).toEqual([`${server.plan.mapName}.ark`]);
    expect(ark.world.gameSeconds(key, ark.clock.now())).toBe(0);
  });
});

describe("a crash in the midst of a save", () => {
  test("leaves Evolved with its old file and one that belongs to no player", async () => {
    const ark = await start();
    const server = ark.server("island");
    const before = await gists(server);
    for (const { id } of ark.world.survivors()) ark.world.gainLevels(id, 1);
    const { torn, written } = await server.crashInMidSave({ afterFiles: 1, share: 0.5 });
    expect([torn, written.size, server.isUp()]).toEqual([undefined, 1, false]);
    expect((await readdir(folderOf(server))).filter((name) => name.endsWith(".tmp"))).toHaveLength(1);
    const after = await gists(server);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect([...after].filter(([name, now]) => before.get(name) !== now).map(([name]) => name)).toEqual([
      ...written.keys(),
    ]);
  });

  test.each([0, 0.1, 0.5, 0.99])(
    "leaves Ascended with a file of which %d is there, until the next save",
    async (share) => {
      const ark = await start();
      const server = ark.server("island-asa");
      for (const { id } of ark.world.survivors()) ark.world.gainLevels(id, 1);
      const { torn = "" } = await server.crashInMidSave({ afterFiles: 2, share });
      const after = await gists(server);
      expect(after.has(torn)).toBe(true);
      expect(after.get(torn)).toBeUndefined();
      await server.comeUp();
      await server.save();
      expect(await gists(server)).toEqual(meant(ark, "island-asa"));
    },
  );
});

test("travellers are saved where they arrive, and gone where they were after its next save", async () => {
  const ark = await start();
  const { world, clock } = ark;
  const [traveller] = world.online("island");
  if (!traveller) throw new Error("a player is on the island");
  const fileName = `${traveller.platformId}.arkprofile`;
  world.transfer(traveller.id, "ragnarok", clock.now());
  const { written } = await ark.server("ragnarok").saveTravellers();
  expect([...written.keys()]).toEqual([fileName]);
  expect((await gists(ark.server("ragnarok"))).has(fileName)).toBe(true);
  expect((await gists(ark.server("island"))).has(fileName)).toBe(true);
  expect((await ark.server("island").save()).removed).toContain(fileName);
  expect((await gists(ark.server("island"))).has(fileName)).toBe(false);
});

test("while RCON alone is closed, the game goes on", async () => {
  const ark = await start();
  const server = ark.server("island");
  const online = ark.world.online("island");
  await server.closeRcon();
  await expect(pollPlayers(clientOf(ark, server.source))).rejects.toMatchObject({ kind: "unreachable" });
  expect(server.isUp()).toBe(true);
  expect(await ask(server)).toMatchObject({ players: online.length });
  await server.comeUp();
  expect((await pollPlayers(clientOf(ark, server.source))).players).toHaveLength(online.length);
});

describe("Steam's query", () => {
  test("names who is on a server of Evolved", async () => {
    const ark = await start();
    const online = ark.world.online("island");
    const answer = await ask(ark.server("island"));
    expect(answer).toMatchObject({ map: "TheIsland", maxPlayers: 70, players: online.length });
    expect(answer.playerNames?.map(({ name }) => name)).toEqual(online.map(({ platformName }) => platformName));
    expect(ark.server("island-asa").source.query).toBeUndefined();
  });

  test.skipIf(spawnSync("quakestat", ["-default", "a2s"]).error !== undefined)("is read by qstat", async () => {
    const ark = await start();
    const { query } = ark.server("island").source;
    const { stdout } = await promisify(execFile)(
      "quakestat",
      ["-a2s", `127.0.0.1:${query?.port}`, "-P", "-xml", "-utf8"],
      { timeout: 120_000 },
    );
    expect(stdout).toContain(`<numplayers>${ark.world.online("island").length}</numplayers>`);
    expect(stdout).toContain("<map>TheIsland</map>");
  });
});

function ask({ source }: SimulatedServer) {
  const { host = "", port = 0 } = source.query ?? {};
  return queryServer({ game: "ase", host, port, timeoutMs: PATIENCE_MS }, { epicAllowed: false });
}
