import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { clusterOf, testServer } from "../../../../test/support/cluster-world.ts";
import { makePipe } from "../../../../test/support/pipe.ts";
import { steamIdOf, steamStub } from "../../../../test/support/steam-stub.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { outbound } from "../../../kit/outbound/outbound.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import {
  examineCluster,
  readSecret,
  renderDoctorReport,
  type Cluster,
  type DoctorReport,
  type Finding,
  type GameServer,
} from "../../cluster/index.ts";
import { writeProfile } from "../../demo/saves/profile-save.ts";
import { writeTribe } from "../../demo/saves/tribe-save.ts";
import { writeAsaWorld } from "../../demo/world/asa-world.ts";
import { steamClient, type SteamClient } from "../../platform/steam.ts";
import { writeSqlite } from "../../sqlite/index.ts";
import { doctorProbes } from "./probes.ts";

const clock = systemClock();
const ANN = steamIdOf(1);
const ann = { id: 1n, platformId: ANN, platformName: "Ann", characterName: "Ann the survivor" };

function examine(cluster: Cluster, steam?: SteamClient): Promise<DoctorReport> {
  const probes = doctorProbes({
    clock,
    random: systemRandom(),
    readSecret: (secret, what) => readSecret(secret, { PASSWORD: "wrong-one" }, what),
    epicAllowed: false,
    steam,
  });
  return examineCluster({ cluster, probes, clock, limitMs: 30_000 });
}

/** The result of one source of a server. */
async function findingOf(entry: GameServer, source: "saves" | "rcon" | "query"): Promise<Finding> {
  const none = { saves: undefined, rcon: undefined, query: undefined };
  const { lines } = await examine(clusterOf([{ ...entry, ...none, [source]: entry[source] }]));
  const outcome = lines.find((line) => line.source === source)?.outcome;
  if (!outcome || outcome.ok === "off") throw new Error("the source was not tried");
  return outcome;
}

test("a server of which everything works is listed line by line, and the exit code is 0", async () => {
  const server = await testServer("island");
  await server.saveProfile(ann);
  await writeFile(join(server.folder, "7.arktribe"), writeTribe({ id: 7, name: "Us", members: [] }, 1));
  await writeFile(join(server.folder, "TheIsland.ark"), "not looked into");
  // The lookup reads regular files only, and does not wait for a pipe.
  makePipe(join(server.folder, "8.arktribe"));
  server.game.online = [{ name: "Ann", platformId: ANN }];
  const shop = join(server.folder, "ArkShop.db");
  const columns = ["Id INTEGER PRIMARY KEY", "SteamId INTEGER", "Kits TEXT", "Points INTEGER", "TotalSpent INTEGER"];
  await writeSqlite(shop, [{ name: "Players", columns, rows: [[1, BigInt(ANN), "", 5, 0]] }]);
  const arkShop = { database: { kind: "sqlite", file: shop }, tables: { players: "Players" } } as const;
  const stub = await steamStub();
  onTestFinished(() => stub.close());
  const http = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock });
  onTestFinished(() => http.close());
  const steam = steamClient({ outbound: http, clock, key: stub.key, baseUrl: stub.url });
  const report = await examine(clusterOf([server.entry], { arkShop }), steam);
  expect(renderDoctorReport(report)).toBe(`Cluster: Test

ok    island saves  1 profile and 1 tribe were read.
ok    island RCON   It takes the password and answers: 1 player is online.
ok    island query  "A server" answers: map TheIsland, version 361.7, 1 of 70 players.
ok    plugins       ArkShop: 1 account can be read.
ok    Steam         It takes the key and answers.

Every source that is set up works.
`);
  expect(report.exitCode).toBe(0);
  expect(
    renderDoctorReport(
      await examine(clusterOf([]), steamClient({ outbound: http, clock, key: "no", baseUrl: stub.url })),
    ),
  ).toMatch(/wrong +Steam +Steam refused the key \(403\).*\n.*TRIPOD_PLAYERS_STEAM_API_KEY/);
});

describe("of saves says that", () => {
  test("the folder is not there", async () => {
    const server = await testServer("island");
    await rm(server.folder, { recursive: true });
    expect(await findingOf(server.entry, "saves")).toEqual({
      ok: false,
      says: `The folder of \`saves.folder\`, ${server.folder}, is not there: ${dirname(server.folder)} holds no SavedArks.`,
      doThis: expect.stringContaining("Correct `saves.folder`"),
    });
  });

  test("the folder is empty", async () => {
    const server = await testServer("island");
    expect(await findingOf(server.entry, "saves")).toEqual({
      ok: false,
      says: "The folder holds no save files.",
      doThis: expect.stringContaining(".arkprofile"),
    });
  });

  test("there is a world and no players in files", async () => {
    const server = await testServer("island");
    await writeFile(join(server.folder, "TheIsland.ark"), "world");
    expect(await findingOf(server.entry, "saves")).toMatchObject({
      ok: false,
      doThis: expect.stringContaining("-usestore"),
    });
  });

  test("a file is broken, by name, and how many could be read", async () => {
    const server = await testServer("island");
    await server.saveProfile(ann);
    const cut = writeProfile({ ...ann, id: 2n }, 1).subarray(0, 200);
    await writeFile(join(server.folder, "2.arkprofile"), cut);
    expect(await findingOf(server.entry, "saves")).toEqual({
      ok: false,
      says: expect.stringMatching(/^1 profile and 0 tribes were read\. 1 file cannot be: 2\.arkprofile: /),
      doThis: expect.stringContaining("Let the server save once more"),
    });
  });

  test("a file has an unknown version", async () => {
    const server = await testServer("island");
    const future = Buffer.alloc(64);
    future.writeInt32LE(99);
    await writeFile(join(server.folder, "2.arkprofile"), future);
    expect(await findingOf(server.entry, "saves")).toMatchObject({
      ok: false,
      doThis: expect.stringContaining("a version that this Tripod does not know"),
    });
  });

  test("players within a world can be read, or the world is none", async () => {
    const server = await testServer("island");
    const worldFile = join(server.folder, "TheIsland.ark");
    const saves = { folder: server.folder, store: "world", worldFile } as const;
    const entry: GameServer = { ...server.entry, game: "asa", saves };
    expect(await findingOf(entry, "saves")).toMatchObject({ ok: false, doThis: expect.stringContaining("worldFile") });
    const { platformId: _none, ...nameless } = ann;
    await writeAsaWorld(worldFile, {
      gameTimeSeconds: 5,
      mapParts: ["TheIsland_WP"],
      store: { profiles: [{ entryId: 1n, bytes: writeProfile(nameless, 7) }], tribes: [] },
    });
    expect(await findingOf(entry, "saves")).toEqual({
      ok: true,
      says: "The world save holds 1 player and 0 tribes.",
    });
  });
});

describe("of RCON says that", () => {
  test("the password is wrong, and not what it was", async () => {
    const server = await testServer("island");
    const rcon = {
      host: "127.0.0.1",
      port: server.rcon.port,
      password: { from: "environment", name: "PASSWORD" },
    } as const;
    const finding = await findingOf({ ...server.entry, rcon }, "rcon");
    expect(finding).toMatchObject({
      ok: false,
      says: expect.stringContaining("refused the password"),
      doThis: expect.stringContaining("ServerAdminPassword"),
    });
    expect(JSON.stringify(finding)).not.toContain("wrong-one");
  });

  test("the password is not set", async () => {
    const server = await testServer("island");
    const rcon = {
      host: "127.0.0.1",
      port: server.rcon.port,
      password: { from: "environment", name: "NONE" },
    } as const;
    expect(await findingOf({ ...server.entry, rcon }, "rcon")).toMatchObject({
      ok: false,
      says: expect.stringContaining("is not set or empty"),
    });
  });

  test("nothing listens there", async () => {
    const server = await testServer("island");
    await server.closeRcon();
    expect(await findingOf(server.entry, "rcon")).toMatchObject({
      ok: false,
      says: expect.stringContaining("cannot be reached"),
      doThis: expect.stringContaining("RCONEnabled=True"),
    });
  });

  test("something else listens there", async () => {
    const server = await testServer("island");
    const other = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const rcon = {
      host: "127.0.0.1",
      port: (other.address() as AddressInfo).port,
      password: { from: "text", text: "x" },
    } as const;
    expect(await findingOf({ ...server.entry, rcon }, "rcon")).toMatchObject({
      ok: false,
      doThis: expect.stringContaining("RCONPort"),
    });
  });
});

test("RCON, the query and a plugin's database name a host that does not resolve", async () => {
  const server = await testServer("island");
  // Names below `invalid` have no address (RFC 6761).
  const host = "ark.invalid";
  const password = { from: "text", text: "x" } as const;
  expect(await findingOf({ ...server.entry, rcon: { host, port: 27_020, password } }, "rcon")).toEqual({
    ok: false,
    says: "The host of `rcon.host`, ark.invalid, has no address: its name cannot be resolved.",
    doThis: expect.stringContaining("Correct `rcon.host`"),
  });
  for (const game of ["ase", "asa"] as const) {
    const entry = { ...server.entry, game, query: { host, port: 27_015 } };
    expect(await findingOf(entry, "query")).toEqual({
      ok: false,
      says: "The host of `query.host`, ark.invalid, has no address: its name cannot be resolved.",
      doThis: expect.stringContaining("Correct `query.host`"),
    });
  }
  const database = {
    kind: "mysql",
    host,
    port: 3_306,
    user: "u",
    password: undefined,
    database: "d",
    tls: undefined,
  } as const;
  const { lines } = await examine(clusterOf([], { arkShop: { database, tables: { players: "Players" } } }));
  expect(lines.find(({ source }) => source === "plugins")?.outcome).toMatchObject({
    ok: false,
    says: expect.stringContaining("ark.invalid, has no address"),
  });
});

describe("of the query says that", () => {
  test("nothing answers", async () => {
    const server = await testServer("island");
    const query = { host: "127.0.0.1", port: server.rcon.port };
    expect(await findingOf({ ...server.entry, query }, "query")).toMatchObject({
      ok: false,
      says: expect.stringContaining("Nothing answer"),
      doThis: expect.stringContaining("QueryPort"),
    });
  });

  test("Epic may not be asked", async () => {
    const server = await testServer("island");
    expect(await findingOf({ ...server.entry, game: "asa" }, "query")).toMatchObject({
      ok: false,
      says: expect.stringContaining("switched off"),
      doThis: expect.stringContaining("epicQueries"),
    });
  });
});

test("of plugins says which one cannot be read, and why", async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const file = join(folder.path, "ArkDB.db");
  const none = { database: { kind: "sqlite", file }, tables: { players: "Players" } } as const;
  await mkdir(join(folder.path, "saves"));
  const { lines, exitCode } = await examine(clusterOf([], { permissions: none }));
  expect(lines.find(({ source }) => source === "plugins")?.outcome).toMatchObject({
    ok: false,
    says: `Permissions: The file ${file} is not there.`,
    doThis: expect.stringContaining("where the cluster's file says"),
  });
  expect(exitCode).toBe(1);
});
