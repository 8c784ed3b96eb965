/**
 * Looks at the server of a cluster from outside, by the file `postmaster.pid` that PostgreSQL keeps in it, and ends it.
 */
import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { isAlive } from "../../lifecycle/is-alive.ts";
import type { Connection } from "../connection.ts";
import type { Binaries } from "./binaries.ts";
import { SUPERUSER } from "./cluster.ts";
import type { ServerFolder } from "./folder.ts";
import { servesCluster } from "./processes.ts";

/** A server that runs, or is just starting or stopping. */
export interface Postmaster {
  readonly pid: number;
  /** Whether it takes connections. */
  readonly ready: boolean;
  readonly port: number;
  /** The folder of its Unix socket, or `127.0.0.1`. */
  readonly host: string;
}

/** Between two looks at a server that is starting or stopping. */
export const POLL_MS = 10;

/** How long a shutdown waits for the server to write everything down, and then for it to drop everything. */
export const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** The cluster's server, or undefined where none runs, whatever stale files of one say. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const [pid = "", , , port = "", socketFolder = "", , , status = ""] = text.split("\n");
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 1 || !(await servesCluster(number, cluster))) return undefined;
  return {
    pid: number,
    ready: status.startsWith("ready"),
    port: Number(port),
    host: socketFolder === "" ? "127.0.0.1" : socketFolder,
  };
}

/** How to connect to it as the superuser. */
export function connectionTo(postmaster: Postmaster, password: string, database: string) {
  const { host, port } = postmaster;
  return { host, port, user: SUPERUSER, password, database } satisfies Connection;
}

/**
 * Removes the remains of a killed server where PostgreSQL itself would not. PostgreSQL takes a lock file for valid
 * while any process of the same account has that number; we check what the process really does. A server whose own
 * processes outlive it is still found by its shared memory, which is tied to the folder and not to the file.
 */
export async function removeStaleFiles(folder: ServerFolder): Promise<void> {
  const files = [join(folder.cluster, "postmaster.pid"), join(folder.run, `.s.PGSQL.${SOCKET_PORT}.lock`)];
  for (const file of files) {
    const pid = Number((await readFile(file, "utf8").catch(() => "")).split("\n")[0]);
    if (pid > 0 && isAlive(pid) && !(await servesCluster(pid, folder.cluster))) await rm(file, { force: true });
  }
}

/** The number in the socket's name. The folder is the server's own, so it can be the same everywhere. */
export const SOCKET_PORT = 5432;

/**
 * Ends the cluster's server: first so that it finishes cleanly, and if it takes more than 10 seconds, at once (the next
 * start then replays its log; nothing is lost either way).
 *
 * @throws Error when it lives on.
 */
export async function shutDown(folder: ServerFolder, binaries: Binaries): Promise<void> {
  const postmaster = await findPostmaster(folder.cluster);
  if (!postmaster) return;
  await signal(postmaster, folder, binaries, "SIGINT");
  if (await isGone(postmaster, folder, FAST_SHUTDOWN_MS)) return;
  await signal(postmaster, folder, binaries, "SIGQUIT");
  if (await isGone(postmaster, folder, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new Error(`the embedded PostgreSQL in ${folder.root} does not end`);
}

async function signal(
  { pid }: Postmaster,
  { cluster }: ServerFolder,
  binaries: Binaries,
  name: "SIGINT" | "SIGQUIT",
): Promise<void> {
  if (process.platform === "win32") {
    // Windows has no signals; pg_ctl speaks to the server's own pipe.
    const mode = name === "SIGINT" ? "fast" : "immediate";
    await promisify(execFile)(binaries.pgCtl, ["stop", "-D", cluster, "-m", mode, "-W"]).catch(() => undefined);
    return;
  }
  try {
    if (await servesCluster(pid, cluster)) process.kill(pid, name);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

async function isGone({ pid }: Postmaster, { cluster }: ServerFolder, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (await isThere(pid, cluster)) {
    if (performance.now() > giveUpAt) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** On Windows, where the command of a process is not known, a server that has ended is known by its missing file. */
async function isThere(pid: number, cluster: string): Promise<boolean> {
  return process.platform === "win32" ? (await findPostmaster(cluster)) !== undefined : servesCluster(pid, cluster);
}
