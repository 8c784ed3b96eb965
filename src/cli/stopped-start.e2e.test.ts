/** A signal in the middle of a start: nothing is left running, and the next start goes on. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, expect, onTestFinished, test } from "vitest";
import { programScript } from "../../test/support/command-line.ts";
import { postgresProcesses } from "../../test/support/postgres-processes.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { isAlive } from "../kit/lifecycle/is-alive.ts";
import { findPostmaster } from "../kit/sql/embedded/postmaster.ts";

const onLinux = process.platform === "linux";
// Each start goes on where the one before it was stopped.
const folder = await temporaryFolder();
const cluster = join(folder.path, "postgres", "cluster");

afterEach(async () => {
  for (const pid of await postgresProcesses(folder.path)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
});
afterAll(() => folder.remove());

interface Started {
  readonly said: () => { readonly out: string; readonly err: string };
  /** Sends the signal, as a terminal does: the program's own children get it too. */
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<number | null>;
}

function start(...args: readonly string[]): Started {
  const child = spawn(process.execPath, [programScript(), ...args], {
    cwd: folder.path,
    env: { TRIPOD_DATA_DIR: folder.path, TRIPOD_ADMIN_PORT: "0", TRIPOD_LOG_FORMAT: "json", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => (said.out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (said.err += data.toString()));
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    said: () => said,
    signal: (name) => process.kill(-(child.pid ?? 0), name),
    ended: once(child, "close").then(([code]) => code as number | null),
  };
}

/**
 * Makes a cluster whose next server stays in its start: it waits for another server's log, and takes no connection
 * meanwhile. However late the test sends its signal, the start is still in progress.
 */
async function keepFromStarting(): Promise<void> {
  expect(await start("migrate").ended).toBe(0);
  const signalFile = join(cluster, "standby.signal");
  await appendFile(join(cluster, "postgresql.auto.conf"), "hot_standby = off\n");
  await writeFile(signalFile, "");
  onTestFinished(() => rm(signalFile));
}

const hasServer = async (): Promise<boolean> => (await findPostmaster(cluster)) !== undefined;

test.skipIf(!onLinux).each([
  ["the database's process appears", "SIGINT", hasServer],
  ["migrations begin", "SIGTERM", ({ said }: Started) => said().out.includes("started the embedded PostgreSQL")],
  ["demo data has been loaded", "SIGINT", ({ said }: Started) => said().out.includes("invented servers (--demo)")],
] as const)("a start stopped when %s (%s) ends with 0 and leaves no database running", async (_when, name, isThere) => {
  const started = start("serve", "all", "--demo", "--port", "0");
  await expect.poll(() => isThere(started), { interval: 1 }).toBe(true);
  started.signal(name);
  expect({ code: await started.ended, err: withoutDemo(started.said().err) }).toEqual({ code: 0, err: "" });
  expect(await postgresProcesses(folder.path)).toEqual([]);
  const messages = started.said().out.trim().split("\n").map(messageOf);
  expect(messages.at(-1)).toBe("stopped");
  const afterwards = messages.slice(messages.indexOf(`${name}: stopping`));
  expect(afterwards.filter((message) => message.startsWith("Tripod is ready"))).toEqual([]);
  expect(started.said().out).not.toContain('"level":"error"');
});

test.skipIf(!onLinux).each([["migrate"], ["players key list"]])(
  "`tripod %s` stopped while its database starts leaves no database running",
  async (command) => {
    await keepFromStarting();
    const started = start(...command.split(" "));
    await expect.poll(hasServer, { interval: 1 }).toBe(true);
    started.signal("SIGTERM");
    expect({ code: await started.ended, ...started.said() }).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^error: Stopped\.[^\n]*\n$/),
    });
    expect(await postgresProcesses(folder.path)).toEqual([]);
  },
);

function messageOf(line: string): string {
  return (JSON.parse(line) as { message: string }).message;
}

/** Credentials that were made by then are shown: the next start does not make them again. */
function withoutDemo(err: string): string {
  return err.replace(/^Made for you by --demo, shown this once: .*\n/, "");
}
