import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../../test/support/child-process.ts";
import { keptLog } from "../../../../test/support/kept-log.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { openDatabase } from "../pool.ts";
import { startEmbedded, type Embedded } from "./launch.ts";
import { findPostmaster } from "./postmaster.ts";
import { startMark } from "./processes.ts";

const script = await bundleScript(
  fileURLToPath(new URL("../../../../test/support/embedded-child.ts", import.meta.url)),
);
const isRoot = process.getuid?.() === 0;
const log = keptLog();
let folder: TemporaryFolder;
let cluster: string;
const children: ScriptProcess[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  cluster = join(folder.path, "postgres", "cluster");
});

afterEach(async () => {
  await Promise.all(children.splice(0).map((one) => one.kill()));
});

afterAll(async () => {
  await (await start()).stop();
  await folder.remove();
});

const start = (dataDir = folder.path): Promise<Embedded> => startEmbedded({ dataDir, log });

function child(): ScriptProcess {
  const made = new ScriptProcess(script, [folder.path]);
  children.push(made);
  return made;
}

async function serverPid(): Promise<number | undefined> {
  return (await findPostmaster(cluster))?.pid;
}

async function ask(embedded: Embedded, text: string): Promise<unknown> {
  const db = openDatabase({ connection: embedded.connection });
  try {
    return await db.query({ name: "ask", text });
  } finally {
    await db.close();
  }
}

describe("startEmbedded", () => {
  test.skipIf(process.platform !== "linux").each([
    ["the cluster is made", async (root: string) => (await readdir(root)).some((name) => /^new-\w+$/.test(name))],
    ["its process appears", async (root: string) => (await findPostmaster(join(root, "cluster"))) !== undefined],
  ])("a start that is stopped while %s leaves nothing running", async (_when, isThere) => {
    const stop = new AbortController();
    const empty = await temporaryFolder();
    onTestFinished(() => empty.remove());
    const starting = startEmbedded({ dataDir: empty.path, log, signal: stop.signal });
    const root = join(empty.path, "postgres");
    await expect.poll(() => isThere(root).catch(() => false), { interval: 1 }).toBe(true);
    stop.abort(new Error("stopped"));
    await expect(starting).rejects.toBe(stop.signal.reason);
    expect(await processesBelow(root)).toEqual([]);
    expect((await readdir(root)).filter((name) => /^new-|lock/.test(name))).toEqual([]);
  });

  test("several processes that start at once on an empty folder make one database, and the last one stops it", async () => {
    const all = [child(), child(), child()];
    const ready = await Promise.all(all.map((one) => one.heard("ready")));
    expect(ready.filter((told) => told["owner"] === true)).toHaveLength(1);
    const owner = all[ready.findIndex((told) => told["owner"] === true)];
    const pid = await serverPid();
    for (const one of all.toSorted((a, b) => Number(b === owner) - Number(a === owner))) {
      expect(await serverPid()).toBe(pid);
      one.say("stop");
      await one.heard("stopped");
    }
    expect(await startMark(pid ?? -1)).toBeUndefined();
  });

  test("keeps the data, asks for a password, and lets no other account in", async () => {
    const first = await start();
    await ask(first, "create table kept as select 42 as answer");
    await first.stop();
    const second = await start();
    expect(await ask(second, "select answer from kept")).toEqual([{ answer: 42 }]);
    const intruder = { ...second, connection: { ...second.connection, password: "guess" } };
    await expect(ask(intruder, "select 1")).rejects.toMatchObject({ code: "28P01" });
    const root = join(folder.path, "postgres");
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    const password = await stat(join(cluster, "tripod.password"));
    expect(password.mode & 0o777).toBe(0o600);
    expect((await stat(root)).uid === 0).toBe(false);
    expect(JSON.stringify(log.entries)).not.toContain(second.connection.password);
    expect(await readFile(join(root, "server.log"), "utf8")).not.toContain(second.connection.password);
    await second.stop();
  });

  test("has the settings and the text order that the product counts on", async () => {
    const embedded = await startEmbedded({ dataDir: folder.path, log, settings: { work_mem: "7MB" } });
    const settings = `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'server_encoding', 'work_mem') order by 1`;
    expect(await ask(embedded, settings)).toEqual([
      { name: "fsync", setting: "on" },
      { name: "server_encoding", setting: "UTF8" },
      { name: "synchronous_commit", setting: "on" },
      { name: "work_mem", setting: "7168" },
    ]);
    const sorted = "select string_agg(t, '' order by t) as s, lower('ÄÖÇ') as l from unnest(array['b','ä','B','a']) t";
    expect(await ask(embedded, sorted)).toEqual([{ s: "Babä", l: "äöç" }]);
    await embedded.stop();
  });

  test.skipIf(!isRoot || process.platform !== "linux")(
    "started as root, runs the server as another account",
    async () => {
      const embedded = await start();
      const status = await readFile(`/proc/${await serverPid()}/status`, "utf8");
      expect(status).toMatch(/^Uid:\t[1-9]\d*\t[1-9]/m);
      expect(status).toMatch(/^Gid:\t[1-9]\d*\t[1-9]/m);
      expect(status).toMatch(/^Groups:\s*$/m);
      await embedded.stop();
    },
  );

  test("can be started twice in one process", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(first.owner).not.toBe(second.owner);
    await first.stop();
    expect(await ask(second, "select 1 as one")).toEqual([{ one: 1 }]);
    await Promise.all([second.stop(), second.stop()]);
    expect(await serverPid()).toBeUndefined();
  });

  test("a server that is killed under its users comes back on the same address", async () => {
    const told = keptLog();
    const embedded = await startEmbedded({ dataDir: folder.path, log: told });
    const other = child();
    await other.heard("ready");
    const db = openDatabase({ connection: embedded.connection });
    const pid = await serverPid();
    process.kill(pid ?? -1, "SIGKILL");
    const answer = () => db.query({ name: "answer", text: "select 1 as one" }).catch(() => []);
    await expect.poll(answer).toEqual([{ one: 1 }]);
    expect(await serverPid()).not.toBe(pid);
    await db.close();
    await expect.poll(() => told.entries.at(-1)?.message).toContain("was lost and is back");
    other.say("stop");
    await other.heard("stopped");
    expect(await serverPid()).toBeDefined();
    await embedded.stop();
    expect(await serverPid()).toBeUndefined();
  });

  test("listens on the loopback address where the path is too long for a socket", async () => {
    const deep = await temporaryFolder(`tripod-${"long-".repeat(20)}`);
    const embedded = await start(deep.path);
    expect(embedded.connection.host).toBe("127.0.0.1");
    expect(await ask(embedded, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    await embedded.stop();
    await deep.remove();
  });

  test("shows the server's message when it cannot start", async () => {
    const settings = { shared_buffers: "lots" };
    await expect(startEmbedded({ dataDir: folder.path, log, settings })).rejects.toThrow(
      /ended while it started \(exit code 1\).*invalid value for parameter "shared_buffers"/s,
    );
    expect(await serverPid()).toBeUndefined();
  });
});

/** Every program of PostgreSQL works in its folder, or in one below. */
async function processesBelow(root: string): Promise<string[]> {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(all.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return folders.filter((path) => path.startsWith(root));
}
