import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import {
  clusterOf,
  countSessions,
  emptyPlayers,
  openSessions,
  testProcess,
  testServer,
} from "../../../test/support/cluster-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { readAnnounced } from "../../../test/support/presence-stores.ts";
import { until } from "../../../test/support/rcon.ts";
import { steamIdOf } from "../../../test/support/steam-stub.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Database } from "../../kit/sql/database.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { presenceStore } from "../presence/sql/presence-store.ts";
import { writeSqlite } from "../sqlite/index.ts";
import { systemStore } from "../system/sql/system-store.ts";
import { watchForsakenServers } from "./forsaken-servers.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const [ANN, BOB] = [steamIdOf(1), steamIdOf(2)];

beforeEach(() => emptyPlayers(db));

test("a process that stops hands its server over, and no session ends", async () => {
  const server = await testServer("island");
  server.game.online = [{ name: "Ann", platformId: ANN }];
  const cluster = clusterOf([server.entry]);
  const first = await testProcess(db, cluster);
  await until(async () => expect(await openSessions(db)).toHaveLength(1));
  const second = await testProcess(db, cluster);
  expect(second.tended()).toEqual([]);
  await first.stop();
  expect(first.tended()).toEqual([]);
  await until(() => expect(second.tended()).toEqual(["island"]));
  server.game.online.push({ name: "Bob", platformId: BOB });
  await until(async () => expect(await openSessions(db)).toHaveLength(2));
  expect(await countSessions(db)).toBe(2);
});

test("what a killed process ran is taken over, and what it still sends is refused", async () => {
  const server = await testServer("island");
  server.game.online = [{ name: "Ann", platformId: ANN }];
  const cluster = clusterOf([server.entry]);
  const killed = await testProcess(db, cluster);
  await until(async () => expect(await openSessions(db)).toHaveLength(1));
  const next = await testProcess(db, cluster);
  killed.network.mood = "refuses";
  await until(() => expect(next.tended()).toEqual(["island"]));
  expect(killed.tended()).toEqual([]);
  killed.network.mood = "well";
  server.game.online = [{ name: "Bob", platformId: BOB }];
  await until(async () => expect(await openSessions(db)).toEqual([{ server: "island", platformId: BOB }]));
  expect(await countSessions(db)).toBe(2);
  expect(next.tended()).toEqual(["island"]);
});

test("two processes share three servers, each with one keeper, and one takes over the other's", async () => {
  const servers = await Promise.all(["aberration", "island", "ragnarok"].map((key) => testServer(key)));
  const cluster = clusterOf(servers.map(({ entry }) => entry));
  const [first, second] = [await testProcess(db, cluster), await testProcess(db, cluster)];
  const shared = (): string[] => [...first.tended(), ...second.tended()].toSorted();
  await until(() => expect(shared()).toEqual(["aberration", "island", "ragnarok"]));
  // The number of connections shows who polls: one for each server.
  await until(() => expect(servers.map(({ rcon }) => rcon.openConnections())).toEqual([1, 1, 1]));
  expect(shared()).toHaveLength(3);
  await first.stop();
  await until(() => expect(second.tended()).toHaveLength(3));
  await until(() => expect(servers.map(({ rcon }) => rcon.openConnections())).toEqual([1, 1, 1]));
});

test("sessions on a server that is no longer configured are ended, unless another process still runs it", async () => {
  const [island, ragnarok] = [await testServer("island"), await testServer("ragnarok")];
  island.game.online = [{ name: "Ann", platformId: ANN }];
  const former = await testProcess(db, clusterOf([island.entry]));
  await until(async () => expect(await openSessions(db)).toHaveLength(1));
  const present = await testProcess(db, clusterOf([ragnarok.entry]));
  await until(() => expect(present.tended()).toEqual(["ragnarok"]));
  expect(await openSessions(db)).toHaveLength(1);
  await former.stop();
  await until(async () => expect(await openSessions(db)).toEqual([]));
  expect(present.log.entries.map(({ message }) => message)).toContainEqual(
    expect.stringContaining("island is no longer configured"),
  );
});

test("sessions on a server that no process reads any more are ended by one that only answers", async () => {
  const server = await testServer("island");
  server.game.online = [{ name: "Ann", platformId: ANN }];
  const worker = await testProcess(db, clusterOf([server.entry]));
  await until(async () => expect(await openSessions(db)).toHaveLength(1));
  const clock = systemClock();
  const later = { ...clock, now: () => plusMillis(clock.now(), 3_600_000) };
  let looks = 0;
  const system = systemStore(db, "answers");
  const listServers = async () => {
    looks++;
    return system.listServers();
  };
  const log = keptLog();
  const hooks = { refreshPlatformNames: async () => [] };
  const presence = presenceStore(db, "answers", hooks);
  const parts = { db, presence, system: { listServers }, clock: later, log, node: "answers", everyMs: 20 };
  const watched = watchForsakenServers(parts);
  onTestFinished(() => watched.stop());
  await until(() => expect(looks).toBeGreaterThan(5));
  expect(await openSessions(db)).toHaveLength(1);
  await worker.stop();
  await until(async () => expect(await openSessions(db)).toEqual([]));
  expect(log.entries.map(({ message }) => message)).toEqual([
    "island is read by no process any more: the sessions on it were ended",
  ]);
});

test("databases of plugins are read by one process, and only what changed is written", async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, "ArkShop.db");
  const write = (points: number): Promise<void> =>
    writeSqlite(file, [
      {
        name: "Players",
        columns: ["Id INTEGER PRIMARY KEY", "SteamId INTEGER", "Kits TEXT", "Points INTEGER", "TotalSpent INTEGER"],
        rows: [
          [1, BigInt(ANN), "", 5, 0],
          [2, BigInt(BOB), "", points, 0],
        ],
      },
    ]);
  await write(7);
  const arkShop = { database: { kind: "sqlite", file }, tables: { players: "Players" } } as const;
  const process = await testProcess(db, clusterOf([], { arkShop }));
  await until(async () => expect(await storedPoints(db)).toEqual({ [ANN]: 5, [BOB]: 7 }));
  await write(8);
  await until(async () => expect(await storedPoints(db)).toEqual({ [ANN]: 5, [BOB]: 8 }));
  const announced = await readAnnounced(db);
  expect(announced.map(({ accounts }) => accounts?.toSorted())).toEqual([[ANN, BOB], [BOB]]);
  await folder.remove();
  await until(() => expect(process.warnings()).toContainEqual(expect.stringMatching(/^ArkShop: /)));
  expect(await storedPoints(db)).toEqual({ [ANN]: 5, [BOB]: 8 });
});

test.each(["permissions", "arkShop"] as const)(
  "while the database of %s cannot be read, what the other plugin tells is stored, and what the first told stays",
  async (broken) => {
    const folder = await temporaryFolder();
    const files = { permissions: join(folder.path, "ArkDB.db"), arkShop: join(folder.path, "ArkShop.db") };
    const CID = steamIdOf(3);
    const groups = async (of: readonly (readonly [string, string])[]): Promise<void> =>
      writeSqlite(files.permissions, [
        {
          name: "Players",
          columns: ["Id INTEGER PRIMARY KEY", "SteamId INTEGER", "PermissionGroups TEXT"],
          rows: of.map(([account, names], row) => [row + 1, BigInt(account), names]),
        },
      ]);
    const points = async (of: readonly (readonly [string, number])[]): Promise<void> =>
      writeSqlite(files.arkShop, [
        {
          name: "Players",
          columns: ["Id INTEGER PRIMARY KEY", "SteamId INTEGER", "Points INTEGER"],
          rows: of.map(([account, sum], row) => [row + 1, BigInt(account), sum]),
        },
      ]);
    const cluster = clusterOf([], {
      permissions: { database: { kind: "sqlite", file: files.permissions }, tables: { players: "Players" } },
      arkShop: { database: { kind: "sqlite", file: files.arkShop }, tables: { players: "Players" } },
    });
    await groups([
      [ANN, "VIP"],
      [BOB, "VIP"],
    ]);
    await points([
      [ANN, 5],
      [CID, 7],
    ]);
    const first = await testProcess(db, cluster);
    await until(async () => expect(await storedOfPlugins(db)).toEqual([`${ANN} VIP 5`, `${BOB} VIP -`, `${CID}  7`]));
    await first.stop();

    await writeFile(files[broken], "this is not a database");
    if (broken === "arkShop") await groups([[CID, "Gold"]]);
    else await points([[BOB, 9]]);
    const second = await testProcess(db, cluster);
    const expected = broken === "arkShop" ? [`${ANN}  5`, `${CID} Gold 7`] : [`${ANN} VIP -`, `${BOB} VIP 9`];
    await until(async () => expect(await storedOfPlugins(db)).toEqual(expected));
    expect((await readAnnounced(db)).at(-1)?.accounts?.every((account) => [ANN, BOB, CID].includes(account))).toBe(
      true,
    );
    const name = broken === "arkShop" ? "ArkShop" : "Permissions";
    expect(second.warnings()).toEqual([expect.stringContaining(`${name}: `)]);

    await groups([[ANN, "VIP"]]);
    await points([[CID, 1]]);
    await until(async () => expect(await storedOfPlugins(db)).toEqual([`${ANN} VIP -`, `${CID}  1`]));
    await second.stop();
    await folder.remove();
  },
);

async function storedOfPlugins(of: Database): Promise<string[]> {
  const rows = await of.query<{ platform_id: string; groups: string; points: number | null }>({
    name: "test.plugins",
    text: "select platform_id, array_to_string(groups, ' ') as groups, points from players.plugin_records order by platform_id",
  });
  return rows.map((row) => `${row.platform_id} ${row.groups} ${row.points ?? "-"}`);
}

test("what plugins told is removed when the cluster has none any more, and not while another process reads them", async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, "ArkShop.db");
  const columns = ["Id INTEGER PRIMARY KEY", "SteamId INTEGER", "Points INTEGER"];
  await writeSqlite(file, [{ name: "Players", columns, rows: [[1, BigInt(ANN), 5]] }]);
  const arkShop = { database: { kind: "sqlite", file }, tables: { players: "Players" } } as const;
  const reading = await testProcess(db, clusterOf([], { arkShop }));
  await until(async () => expect(await storedPoints(db)).toEqual({ [ANN]: 5 }));
  const without = await testProcess(db, clusterOf([]));
  await writeSqlite(file, [{ name: "Players", columns, rows: [[1, BigInt(ANN), 6]] }]);
  await until(async () => expect(await storedPoints(db)).toEqual({ [ANN]: 6 }));
  await reading.stop();
  await until(async () => expect(await storedPoints(db)).toEqual({}));
  expect((await readAnnounced(db)).at(-1)).toEqual({ accounts: [ANN] });
  expect(without.log.entries.map(({ message }) => message)).toContainEqual(
    expect.stringContaining("the cluster's file no longer names plugins"),
  );
  await folder.remove();
});

async function storedPoints(of: Database): Promise<Record<string, number>> {
  const rows = await of.query<{ platform_id: string; points: number }>({
    name: "test.points",
    text: "select platform_id, points from players.plugin_records order by platform_id",
  });
  return Object.fromEntries(rows.map((row) => [row.platform_id, row.points]));
}
