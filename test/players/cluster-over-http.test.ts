/** Game servers that admins add, change and remove over HTTP: the file, what is read, and what is refused. */
import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../src/kit/time/clock.ts";
import { rconServer } from "../../src/players/demo/rcon/rcon-server.ts";
import { playersWorld } from "../support/players-world.ts";
import { PASSWORD, testGame } from "../support/rcon.ts";
import { waitUntil } from "../support/wait-until.ts";

const world = await playersWorld();
const { clusterFile } = world;
const other = await playersWorld({
  database: world.database,
  fixture: false,
  settings: { TRIPOD_PLAYERS_CLUSTER_FILE: clusterFile },
});

const askOf =
  (of: typeof world) =>
  (method: string, path: string, body?: unknown, key = of.keys.admin) =>
    of.get(path, key, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
const ask = askOf(world);
const servers = async () =>
  (await world.get("/Servers")).json as { Key: string; Reachable: boolean; Sources: object }[];

test("a server that is added is read at once, edited, followed by another process, and removed", async () => {
  const game = testGame();
  const rcon = await rconServer({ game, password: PASSWORD, clock: systemClock() });
  try {
    await world.players.tended.start();
    await other.players.tended.start();
    const added = await ask("POST", "/Servers", {
      Key: "island",
      Game: "ase",
      Rcon: { Port: rcon.port, Password: PASSWORD },
      PollSeconds: 5,
    });
    expect(added).toMatchObject({
      status: 201,
      json: { Key: "island", Name: "island", Saves: null, Rcon: { Host: "127.0.0.1", PasswordFrom: "text" } },
    });
    expect((await stat(clusterFile)).mode & 0o777).toBe(0o600);
    await waitUntil(async () => expect(await servers()).toMatchObject([{ Key: "island", Reachable: true }]));
    expect((await ask("GET", "/Cluster")).text).not.toContain(PASSWORD);
    expect((await ask("GET", "/Doctor")).json).toMatchObject({
      Works: true,
      Lines: [
        { Source: "saves", Server: "island", State: "off", DoThis: null },
        { Source: "rcon", Server: "island", State: "ok" },
        { Source: "query", State: "off" },
        { Source: "plugins", Server: null, State: "off" },
        { Source: "steam", State: "off" },
      ],
    });

    // As an operator would, by hand, with a comment that is to stay.
    await writeFile(clusterFile, (await readFile(clusterFile, "utf8")).replace("key: island", "key: island # ours"));
    const edited = await ask("PATCH", "/Server/island", { Name: "The Island", Rcon: { Port: rcon.port } });
    expect(edited.json).toMatchObject({ Name: "The Island", Rcon: { PasswordFrom: "text" } });
    expect(await readFile(clusterFile, "utf8")).toContain("key: island # ours");
    await waitUntil(async () => expect(await servers()).toMatchObject([{ Name: "The Island", Reachable: true }]));

    await other.players.tended.reload();
    expect(other.players.tended.current()?.servers).toMatchObject([{ name: "The Island" }]);

    const good = await readFile(clusterFile, "utf8");
    await writeFile(clusterFile, good.replace("game: ase", "game: ark"));
    await world.players.tended.reload();
    expect(world.players.tended.current()?.servers).toMatchObject([{ name: "The Island" }]);
    await writeFile(clusterFile, good);

    expect((await ask("DELETE", "/Server/island")).status).toBe(200);
    await waitUntil(async () => expect(await servers()).toEqual([]));
    expect(world.players.tended.current()?.servers).toEqual([]);
    expect((await ask("DELETE", "/Server/island")).json.Error.Code).toBe("cluster_not_found");
    const trail = (await ask("GET", "/Audit")).json as { Action: string; Subject: string }[];
    expect(trail.map(({ Action, Subject }) => `${Action} ${Subject}`)).toEqual([
      "server.remove island",
      "server.edit island",
      "server.add island",
    ]);
  } finally {
    await world.players.tended.stop();
    await other.players.tended.stop();
    await rcon.close();
  }
});

test("of changes at the same time, by two processes, each is made whole or refused", async () => {
  await rm(clusterFile);
  const keys = Array.from({ length: 8 }, (_, index) => `server-${index}`);
  const answers = await Promise.all(
    keys.map((Key, index) => {
      const server = { Key, Game: "ase", Query: { Port: 20_000 + index } };
      return askOf(index % 2 === 0 ? world : other)("POST", "/Servers", server);
    }),
  );
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  const made = keys.filter((_, index) => answers[index]?.status === 201);
  const listed = (await ask("GET", "/Cluster")).json.Servers as { Key: string }[];
  expect(listed.map(({ Key }) => Key).toSorted()).toEqual(made);
  expect(made.length).toBeGreaterThan(0);
});

test("callers name no files, no variables, and no new address for a password that they do not know", async () => {
  await writeFile(
    clusterFile,
    "players:\n  servers:\n    - key: center\n      game: ase\n      rcon: { port: 1, passwordEnv: SECRET_OF_OURS }\n",
    { mode: 0o600 },
  );
  const before = await readFile(clusterFile, "utf8");
  const refused = async (method: string, path: string, body: unknown): Promise<string> => {
    const { json } = await ask(method, path, body);
    expect(await readFile(clusterFile, "utf8")).toBe(before);
    return json.Error.Code as string;
  };
  expect(await refused("POST", "/Servers", { Key: "a", Game: "ase", Saves: { Folder: "/etc" } })).toBe(
    "cluster_invalid",
  );
  const named = { PasswordFile: "/etc/passwd", PasswordEnv: "PATH" };
  expect(await refused("POST", "/Servers", { Key: "a", Game: "ase", Rcon: named })).toBe("http_invalid_input");
  expect(await refused("POST", "/Servers", { Key: "a", Game: "ase", Rcon: {} })).toBe("cluster_invalid");
  expect(await refused("PATCH", "/Server/center", { Rcon: { Port: 1, ...named } })).toBe("http_invalid_input");
  expect(await refused("PATCH", "/Server/center", { Query: { port: 1 } })).toBe("http_invalid_input");
  expect(await refused("PATCH", "/Server/center", { Rcon: { Host: "198.51.100.9", Port: 1 } })).toBe(
    "cluster_password_needed",
  );
  expect(await refused("PATCH", "/Server/center", { Saves: { Folder: "/etc" } })).toBe("cluster_invalid");
  expect(await refused("POST", "/Servers", { Key: "center", Game: "ase", Query: {} })).toBe("cluster_invalid");
  expect(await refused("POST", "/Servers", { Key: "A b", Game: "ase", Query: {} })).toBe("cluster_invalid");

  await chmod(clusterFile, 0o644);
  expect(await refused("PATCH", "/Server/center", { Rcon: { Port: 1, Password: "x" } })).toBe("cluster_fixed");
});

test("a file with problems, or where nothing can be written, is left alone and explained", async () => {
  await writeFile(clusterFile, "players:\n  servers:\n    - key: center\n      game: ark\n");
  expect((await ask("PATCH", "/Server/center", { Name: "x" })).json.Error).toMatchObject({
    Code: "cluster_fixed",
    Status: 409,
  });
  expect((await ask("GET", "/Cluster")).json.Error.Code).toBe("cluster_not_here");
  expect((await ask("GET", "/Doctor")).json.Error.Code).toBe("cluster_not_here");

  const nowhere = join(dirname(clusterFile), "is-a-file", "cluster.yaml");
  await writeFile(dirname(nowhere), "");
  const fixed = await playersWorld({
    database: world.database,
    fixture: false,
    settings: { TRIPOD_PLAYERS_CLUSTER_FILE: nowhere },
  });
  const added = await askOf(fixed)("POST", "/Servers", { Key: "a", Game: "ase", Query: {} });
  expect(added.json.Error.Code).toBe("cluster_fixed");
});

test("what is switched off, or elsewhere, or invented, is said so", async () => {
  const fixture = { database: world.database, fixture: false };
  const off = await playersWorld({ ...fixture, settings: { TRIPOD_PLAYERS_CLUSTER_CHANGES: "false" } });
  const wanted = { Key: "a", Game: "ase", Query: {} };
  expect((await askOf(off)("POST", "/Servers", wanted)).json.Error).toMatchObject({
    Code: "cluster_fixed",
    Status: 409,
  });
  expect((await askOf(off)("GET", "/Cluster")).json.WhyFixed).toContain("TRIPOD_PLAYERS_CLUSTER_CHANGES");

  const answers = await playersWorld({ ...fixture, platform: { role: "http" } });
  for (const path of ["/Cluster", "/Doctor"]) {
    expect((await askOf(answers)("GET", path)).json.Error.Code).toBe("cluster_not_here");
  }
  expect((await askOf(answers)("POST", "/Servers", wanted)).json.Error.Message).toContain("answers requests only");

  const demo = await playersWorld(fixture);
  await demo.players.tended.startInvented({
    name: "Invented",
    isInvented: true,
    servers: [],
    plugins: { permissions: undefined, arkShop: undefined },
  });
  expect((await askOf(demo)("GET", "/Cluster")).json).toMatchObject({ Name: "Invented", Invented: true });
  expect((await askOf(demo)("POST", "/Servers", wanted)).json.Error.Code).toBe("cluster_fixed");
  await demo.players.tended.stop();
});
