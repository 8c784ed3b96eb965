/** Data survive when processes are killed. */
import { spawn } from "node:child_process";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bundleScript } from "../../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../../test/support/child-process.ts";
import { keptLog } from "../../../../test/support/kept-log.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { isAlive } from "../../lifecycle/is-alive.ts";
import { openDatabase } from "../pool.ts";
import { serverAccount, asAccount } from "./account.ts";
import { startEmbedded, type Embedded } from "./launch.ts";
import { findPostmaster } from "./postmaster.ts";
import { startMark } from "./processes.ts";

const script = await bundleScript(
  fileURLToPath(new URL("../../../../test/support/embedded-child.ts", import.meta.url)),
);
const onLinux = process.platform === "linux";
let folder: TemporaryFolder;
let cluster: string;
const programs: ScriptProcess[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  cluster = join(folder.path, "postgres", "cluster");
});

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.kill()));
  await (await start()).stop();
  expect(await findPostmaster(cluster)).toBeUndefined();
});

afterAll(() => folder.remove());

const start = (): Promise<Embedded> => startEmbedded({ dataDir: folder.path, log: keptLog() });

/** A program that uses the server, killed at the end of the test if not before. */
function run(mode = "hold", ownGroup = false): ScriptProcess {
  const program = new ScriptProcess(script, [folder.path, mode], ownGroup);
  programs.push(program);
  return program;
}

async function serverPid(): Promise<number> {
  return (await findPostmaster(cluster))?.pid ?? -1;
}

/** The server's processes, the first of them the one that started the others. */
async function serverProcesses(): Promise<number[]> {
  const first = await serverPid();
  const all = (await readdir("/proc")).map(Number).filter((pid) => pid > 1);
  const folders = await Promise.all(all.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return [first, ...all.filter((pid, index) => pid !== first && folders[index] === cluster)];
}

async function written(embedded: Embedded): Promise<Set<string>> {
  const db = openDatabase({ connection: embedded.connection });
  const rows = await db.query<{ row: string }>({ name: "written", text: "select row from written" });
  await db.close();
  return new Set(rows.map(({ row }) => row));
}

describe("kill -9", () => {
  test("in the middle of the first start leaves nothing in the way of the second", async () => {
    for (const moment of ["new-", "cluster"]) {
      const first = run();
      const seen = async () => (await readdir(join(folder.path, "postgres")).catch(() => [])).join();
      await expect.poll(seen, { interval: 1 }).toContain(moment);
      await first.kill();
    }
    await (await start()).stop();
    expect(await readFile(join(cluster, "PG_VERSION"), "utf8")).toContain("18");
    // `binaries` is there where the account of the server cannot read the installed ones, as in root's home folder.
    const left = (await readdir(join(folder.path, "postgres"))).filter((name) => name !== "binaries");
    expect(left.toSorted()).toEqual(["cluster", "run", "server.log"]);
  });

  test.skipIf(!onLinux)("of every process at once loses no acknowledged write, time after time", async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const writers = [0, 1].map(() => run("write"));
      await Promise.all(writers.map((writer) => writer.heard("committed", 100 * (round + 1))));
      const server = await serverProcesses();
      expect(server.length).toBeGreaterThan(5);
      for (const pid of server) process.kill(pid, "SIGKILL");
      await Promise.all(writers.map((writer) => writer.kill()));
      for (const { told } of writers) {
        for (const { event, row } of told) if (event === "committed") acknowledged.add(String(row));
      }
      const embedded = await start();
      const kept = await written(embedded);
      expect([...acknowledged].filter((row) => !kept.has(row))).toEqual([]);
      await embedded.stop();
    }
  });

  test("of its only user leaves the server running; the next start takes it over and stops it", async () => {
    const parent = run("write");
    await parent.heard("committed", 10);
    const pid = await serverPid();
    await parent.kill();
    expect(await serverPid()).toBe(pid);
    const heir = await start();
    expect(heir.owner).toBe(true);
    expect(await serverPid()).toBe(pid);
    expect((await written(heir)).size).toBeGreaterThanOrEqual(10);
    await heir.stop();
    expect(await startMark(pid)).toBeUndefined();
  });

  test("of one of two users leaves the other able to stop the server", async () => {
    const killed = run();
    await killed.heard("ready");
    const other = await start();
    expect(other.owner).toBe(false);
    await killed.kill();
    await other.stop();
    expect(await findPostmaster(cluster)).toBeUndefined();
  });

  test.skipIf(process.platform === "win32")(
    "Ctrl-C in the terminal reaches the program but not the server",
    async () => {
      const program = run("hold", true);
      await program.heard("ready");
      const pid = await serverPid();
      process.kill(-program.pid, "SIGINT");
      await program.ended();
      const heir = await start();
      expect(await serverPid()).toBe(pid);
      await heir.stop();
    },
  );
});

describe("the remains of a killed server", () => {
  test.skipIf(!onLinux)("does not hinder the next, though another process has its number by now", async () => {
    await (await start()).stop();
    const embedded = await start();
    const [first = -1, ...others] = await serverProcesses();
    const account = await serverAccount(join(folder.path, "postgres"));
    const foreigner = spawn("sleep", ["600"], { ...asAccount(account), cwd: "/", stdio: "ignore" });
    const pidFile = join(cluster, "postmaster.pid");
    const socketFile = join(folder.path, "postgres", "run", ".s.PGSQL.5432.lock");
    const left = await Promise.all([pidFile, socketFile].map((file) => readFile(file, "utf8")));
    // Stopped, so that the embedded server does not restart before the files are forged.
    const stopping = embedded.stop();
    for (const pid of [first, ...others]) if (isAlive(pid)) process.kill(pid, "SIGKILL");
    await stopping;
    for (const [index, file] of [pidFile, socketFile].entries()) {
      await writeFile(file, (left[index] ?? "").replace(/^\d+/, String(foreigner.pid)), { mode: 0o600 });
    }
    expect(await findPostmaster(cluster)).toBeUndefined();
    const again = await start();
    expect(again.owner).toBe(true);
    await again.stop();
    expect(isAlive(foreigner.pid ?? -1)).toBe(true);
    foreigner.kill();
  });
});
