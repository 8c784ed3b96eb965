import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import {
  clusterOf,
  countSessions,
  emptyPlayers,
  openSessions,
  TEST_TIMING,
  testProcess,
  testServer,
} from "../../../test/support/cluster-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { until, type TestGame } from "../../../test/support/rcon.ts";
import { steamIdOf } from "../../../test/support/steam-stub.ts";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import type { HeardLine } from "../presence/index.ts";
import { tombstoneHash } from "../privacy/index.ts";
import { systemStore } from "../system/sql/system-store.ts";
import { addClusterMetrics } from "./cluster-metrics.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const system = systemStore(db, "test");
const [ANN, BOB] = [steamIdOf(1), steamIdOf(2)];

beforeEach(() => emptyPlayers(db));

const profile = (platformId: string, name: string, id: bigint) => ({
  id,
  platformId,
  platformName: name,
  characterName: `${name} the survivor`,
});

/** Says it again and again: what comes too late on a busy machine is passed over. */
async function saysUntilHeard(
  { game }: { readonly game: TestGame },
  where: "chat" | "log",
  lines: readonly string[],
  heard: readonly HeardLine[],
): Promise<void> {
  const before = heard.length;
  await until(() => {
    if (game[where].length === 0) game[where].push(...lines);
    expect(heard.length).toBeGreaterThan(before);
  });
  await until(() => expect(game[where]).toEqual([]));
}

describe("a process that runs a server", () => {
  test("reads its saves, knows its players, and shows each source's report", async () => {
    const server = await testServer("island");
    await server.saveProfile(profile(ANN, "Ann", 1n));
    server.game.online = [{ name: "Bob", platformId: BOB }];
    const { status } = await testProcess(db, clusterOf([server.entry]));
    await until(async () => {
      const [row] = await system.listServers();
      expect(row).toMatchObject({ name: "The island", map: "TheIsland", version: "361.7", maxPlayers: 70, online: 1 });
      expect(row?.sources).toMatchObject({
        saves: { isGood: true, says: "1 profile and 0 tribes." },
        rcon: { isGood: true, says: "It answers, and tells who is online." },
        query: { isGood: true, says: "It answers." },
      });
    });
    expect(await openSessions(db)).toEqual([{ server: "island", platformId: BOB }]);
    const metrics = createMetrics({ process: false });
    addClusterMetrics(metrics, status);
    // A list that does not come in time on a busy machine is missing until the next one.
    await until(async () => {
      const text = await metrics.text();
      for (const line of ["tended", "reachable", "online_players", "profiles"]) {
        expect(text).toContain(`tripod_players_server_${line}{server="island"} 1\n`);
      }
      expect(text).toContain('tripod_players_server_broken_files{server="island"} 0\n');
      expect(text).toMatch(/saves_read_age_seconds\{server="island"\} \d/);
    });
  });

  test("is loud about files of an unknown version and broken ones, and keeps what it read before", async () => {
    const server = await testServer("island");
    await server.saveProfile(profile(ANN, "Ann", 1n));
    const process = await testProcess(db, clusterOf([server.entry]));
    await until(() => expect(process.status().servers[0]?.saves?.profiles).toBe(1));
    const future = Buffer.alloc(64);
    future.writeInt32LE(99);
    await writeFile(join(server.folder, `${ANN}.arkprofile`), future);
    await until(async () => {
      const [row] = await system.listServers();
      expect(row?.sources.saves?.isGood).toBe(false);
    });
    const [row] = await system.listServers();
    expect(row?.sources.saves?.says).toMatch(/1 file cannot be read.*newer Tripod/);
    expect(row?.sources.saves?.says).not.toContain(ANN);
    expect(row?.sources.saves?.detail).toMatch(/^The file that cannot be read is 7656.*\.arkprofile: /);
    expect(process.status().servers[0]?.saves).toEqual({ profiles: 1, tribes: 0, broken: 1, unknownVersions: 1 });
    expect(process.warnings()).toContainEqual(expect.stringContaining("a save file cannot be read"));
  });

  test("says once when the server goes and when it comes back, and ends its sessions only after a while", async () => {
    const server = await testServer("island");
    server.game.online = [{ name: "Ann", platformId: ANN }];
    const process = await testProcess(db, clusterOf([server.entry]), {
      timing: { ...TEST_TIMING, staleAfterMs: 900 },
    });
    await until(async () => expect(await openSessions(db)).toHaveLength(1));
    await server.closeRcon();
    await until(async () => {
      const [row] = await system.listServers();
      expect(row?.sources.rcon).toMatchObject({ isGood: false, says: expect.stringContaining("cannot be reached") });
    });
    await until(async () => expect(await openSessions(db)).toEqual([]));
    const told = process.warnings().filter((message) => message.startsWith("island RCON"));
    // A poll that was under way is cut off first, which is another trouble.
    expect(told.filter((message) => message.includes("cannot be reached"))).toHaveLength(1);
    expect(told.filter((message) => !message.includes("cannot be reached")).length).toBeLessThanOrEqual(1);
    // While RCON is closed none begins. Before, a machine that stood still for longer than `staleAfterMs` may have ended some.
    const ended = await countSessions(db);
    await server.openRcon();
    await until(async () => expect(await openSessions(db)).toEqual([{ server: "island", platformId: ANN }]));
    expect(await countSessions(db)).toBeGreaterThan(ended);
    await until(async () => expect((await system.listServers())[0]?.sources.rcon?.isGood).toBe(true));
  });

  test("keeps who is on a server when a line of its list cannot be read, and says so without the line", async () => {
    const server = await testServer("island");
    const both = [
      { name: "Ann", platformId: ANN },
      { name: "Bob", platformId: BOB },
    ];
    server.game.online = both;
    await testProcess(db, clusterOf([server.entry]));
    await until(async () => expect(await openSessions(db)).toHaveLength(2));
    server.game.online = [both[0] ?? { name: "", platformId: ANN }, { name: "two\nlines", platformId: BOB }];
    await until(async () => {
      const [row] = await system.listServers();
      expect(row?.sources.rcon?.says).toBe(
        "It answers, and tells who is online, but 2 lines are not players: see tripod players doctor.",
      );
    });
    const polls = server.rcon.counts().commands;
    await until(() => expect(server.rcon.counts().commands).toBeGreaterThan(polls + 6));
    expect(await openSessions(db)).toHaveLength(2);
    server.game.online = both;
    await until(async () =>
      expect((await system.listServers())[0]?.sources.rcon?.says).toBe("It answers, and tells who is online."),
    );
    expect(await countSessions(db)).toBe(2);
  });

  test("reads a password again after it was refused", async () => {
    const server = await testServer("island");
    const file = join(server.folder, "password");
    await writeFile(file, "wrong");
    const port = server.rcon.port;
    const rcon = { host: "127.0.0.1", port, password: { from: "file", file } } as const;
    const process = await testProcess(db, clusterOf([{ ...server.entry, rcon }]));
    await until(() => expect(process.status().servers[0]?.says.rcon).toContain("refused the password"));
    await writeFile(file, "hunter2-Rcon-Pässword");
    await until(() => expect(process.status().servers[0]?.isReachable).toBe(true));
    await rm(file);
    expect(JSON.stringify(process.log.entries)).not.toContain("hunter2");
  });

  test("hears joins and leaves from the game log, of names that only one can have", async () => {
    const server = await testServer("island", { gameLog: true, pollSeconds: 600 });
    await server.saveProfile(profile(ANN, "Ann", 1n));
    await server.saveProfile(profile(BOB, "Twin", 2n));
    await server.saveProfile(profile(steamIdOf(3), "Twin", 3n));
    server.game.log = ["2026.01.01_10.00.00: Twin joined this ARK!", "2026.01.01_10.00.00: Ann joined this ARK!"];
    const process = await testProcess(db, clusterOf([server.entry]));
    await until(() => expect(process.status().servers[0]).toMatchObject({ online: 0, saves: { profiles: 3 } }));
    await until(() => expect(server.game.log).toEqual([]));
    const before = server.rcon.counts().commands;
    await until(() => expect(server.rcon.counts().commands).toBeGreaterThan(before + 1));
    // For lines from before the first reading, the time is unknown.
    expect(await openSessions(db)).toEqual([]);
    // Again and again: lines that come too late on a busy machine are passed over.
    const untilHeard = (lines: readonly string[], sessions: readonly unknown[]): Promise<void> =>
      until(async () => {
        if (server.game.log.length === 0) server.game.log.push(...lines);
        expect(await openSessions(db)).toEqual(sessions);
      });
    await untilHeard(
      ["2026.01.01_12.00.00: Twin joined this ARK!", "2026.01.01_12.00.00: Ann joined this ARK!"],
      [{ server: "island", platformId: ANN }],
    );
    await until(() => expect(server.game.log).toEqual([]));
    await untilHeard(["2026.01.01_12.00.01: Ann left this ARK!"], []);
    expect(await countSessions(db)).toBe(1);
  });

  test.each(["ase", "asa"] as const)(
    "hands on chat of %s with its speaker, but not what was said before",
    async (game) => {
      const server = await testServer("island", { game, query: undefined, chat: true });
      server.game.online = [{ name: "Ann", platformId: ANN }];
      server.game.chat = ["Ann (Ann the survivor): long ago"];
      const heard: HeardLine[] = [];
      const process = await testProcess(db, clusterOf([server.entry]), {
        onChat: (key, _at, lines) => heard.push(...lines.map((line) => ({ ...line, server: key }))),
      });
      await until(() => expect(process.status().servers[0]).toMatchObject({ online: 1 }));
      await until(() => expect(server.game.chat).toEqual([]));
      await saysUntilHeard(server, "chat", ["SERVER: restart in 5 minutes", "Ann (Ann the survivor): hello"], heard);
      const said = { platformId: ANN, name: "Ann", character: "Ann the survivor", text: "hello", server: "island" };
      for (const line of heard) expect(line).toEqual(said);
    },
  );

  test("hands on a line once that both the chat and the game log tell", async () => {
    const server = await testServer("island", { chat: true, gameLog: true });
    server.game.online = [{ name: "Ann", platformId: ANN }];
    const heard: HeardLine[] = [];
    const process = await testProcess(db, clusterOf([server.entry]), {
      onChat: (_key, _at, lines) => heard.push(...lines),
    });
    await until(() => expect(process.status().servers[0]).toMatchObject({ online: 1 }));
    const log = "2026.01.01_12.00.00: Ann (Ann the survivor): ";
    await saysUntilHeard(server, "chat", ["Ann (Ann the survivor): by chat"], heard);
    await saysUntilHeard(server, "log", [`${log}by log`], heard);
    heard.length = 0;
    for (let round = 0; heard.length === 0; round++) {
      const text = `both ${round}`;
      server.game.chat.push(`Ann (Ann the survivor): ${text}`);
      server.game.log.push(`${log}${text}`);
      await until(() => expect([server.game.chat, server.game.log]).toEqual([[], []]));
      const { commands } = server.rcon.counts();
      await until(() => expect(server.rcon.counts().commands).toBeGreaterThan(commands + 4));
    }
    expect(heard.map(({ text }) => text)).toEqual([...new Set(heard.map(({ text }) => text))]);
  });

  test("passes on nothing of an erased person", async () => {
    await db.execute({
      name: "test.erase",
      text: "insert into players.tombstones (hash, at) values ($1, now())",
      values: [tombstoneHash("account", BOB)],
    });
    const server = await testServer("island", { chat: true });
    server.game.online = [
      { name: "Ann", platformId: ANN },
      { name: "Bob", platformId: BOB },
    ];
    const heard: HeardLine[] = [];
    const process = await testProcess(db, clusterOf([server.entry]), {
      onChat: (_key, _at, lines) => heard.push(...lines),
    });
    await until(() =>
      expect(process.status().servers[0]).toMatchObject({ online: expect.any(Number), isReachable: true }),
    );
    // The last is not known to be online: it may be Bob under another name.
    const lines = ["Bob (Bob the survivor): hello", "Bobby (Bob the survivor): hello", "Ann (Ann the survivor): bye"];
    await saysUntilHeard(server, "chat", lines, heard);
    expect(new Set(heard.map(({ name }) => name))).toEqual(new Set(["Ann"]));
    await db.execute({ name: "test.unerase", text: "delete from players.tombstones" });
  });

  test("leaves chat without listeners to others", async () => {
    const server = await testServer("island", { chat: true });
    server.game.chat = ["Ann (Ann the survivor): hello"];
    const process = await testProcess(db, clusterOf([server.entry]));
    await until(() => expect(server.rcon.counts().commands).toBeGreaterThan(5));
    expect(process.tended()).toEqual(["island"]);
    expect(server.game.chat).toHaveLength(1);
  });
});

describe("a server without RCON", () => {
  test("is asked for names, which count where they can only mean one account", async () => {
    const server = await testServer("island", { rcon: undefined });
    await server.saveProfile(profile(ANN, "Ann", 1n));
    await server.saveProfile(profile(BOB, "Twin", 2n));
    await server.saveProfile(profile(steamIdOf(3), "Twin", 3n));
    const process = await testProcess(db, clusterOf([server.entry]));
    await until(() => expect(process.status().servers[0]?.saves?.profiles).toBe(3));
    server.game.online = [
      { name: "Ann", platformId: "" },
      { name: "Twin", platformId: "" },
      { name: "Stranger", platformId: "" },
    ];
    await until(async () => expect(await openSessions(db)).toEqual([{ server: "island", platformId: ANN }]));
    server.game.online = [];
    await until(async () => expect(await openSessions(db)).toEqual([]));
  });

  test("and without query has no players on it", async () => {
    const server = await testServer("island");
    server.game.online = [{ name: "Ann", platformId: ANN }];
    const before = await testProcess(db, clusterOf([server.entry]));
    await until(async () => expect(await openSessions(db)).toHaveLength(1));
    await before.stop();
    expect(await openSessions(db)).toHaveLength(1);
    await testProcess(db, clusterOf([{ ...server.entry, rcon: undefined, query: undefined }]));
    await until(async () => expect(await openSessions(db)).toEqual([]));
  });
});
