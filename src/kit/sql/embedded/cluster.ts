/** Makes the cluster at the first start. */
import { execFile, type PromiseWithChild } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "../../errors/user-error.ts";
import { isThere } from "../../files/is-there.ts";
import type { Random } from "../../ids/ids.ts";
import { asAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { ServerFolder } from "./folder.ts";

const run = promisify(execFile);

/** The superuser of the cluster. */
export const SUPERUSER = "tripod";

/** A minute is a hundred times what it takes on an ordinary disk. */
const INIT_TIMEOUT_MS = 120_000;

export interface ClusterOptions {
  readonly random: Random;
  /** Whether to wait for the disk. False only for a cluster that may be lost. */
  readonly durable: boolean;
  /** Ends the making. Nothing of it is left. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the cluster unless there is one. It is made aside and renamed into place together with its password, so that a
 * cluster that exists is whole, whenever its making was cut short.
 *
 * Text is UTF-8, ordered by code point, with upper and lower case as in Unicode (provider `builtin`). That is the same
 * on every system, and unlike with the system's own locales no update of the system breaks an index.
 *
 * @throws UserError when it cannot be made; the signal's reason when that is aborted first.
 */
export async function ensureCluster(folder: ServerFolder, binaries: Binaries, options: ClusterOptions): Promise<void> {
  if (await isThere(folder.cluster)) return;
  await removeDrafts(folder);
  const draft = join(folder.root, `new-${randomBytes(6).toString("hex")}`);
  const passwordFile = `${draft}.password`;
  await writeFile(passwordFile, Buffer.from(options.random.bytes(24)).toString("base64url"), { mode: 0o600 });
  await giveTo(folder, passwordFile);
  try {
    const making = run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
        ...(options.durable ? [] : ["--no-sync"]),
      ],
      { ...asAccount(folder.account), cwd: folder.root, env: serverEnvironment(), timeout: INIT_TIMEOUT_MS },
    );
    await endedWith(options.signal, making);
    const password = join(draft, basename(folder.password));
    await rename(passwordFile, password);
    if (options.durable) for (const path of [password, draft]) await syncPath(path);
    await rename(draft, folder.cluster);
    if (options.durable) await syncPath(folder.root);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new UserError(`No database could be made in ${folder.root}: ${explain(error)}`, { cause: error });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Ends the program when the signal is aborted, and waits for its end either way. */
async function endedWith(signal: AbortSignal | undefined, running: PromiseWithChild<unknown>): Promise<void> {
  const end = (): void => void running.child.kill();
  if (signal?.aborted === true) end();
  else signal?.addEventListener("abort", end, { once: true });
  try {
    await running;
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** The line in which initdb says why it gave up, else the last one. */
function explain(error: unknown): string {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  const lines = stderr.split("\n");
  const full = lines.find((line) => line.includes("No space left on device"));
  const why =
    full ||
    lines.findLast((line) => /(?:error|fatal|panic): /i.test(line)) ||
    lines.at(-1) ||
    (error instanceof Error ? (error.message.split("\n")[0] ?? "") : "");
  return why.includes("could not look up effective user ID")
    ? `${why}. PostgreSQL needs the account that it runs as to have a line in /etc/passwd.`
    : why;
}

/** @throws UserError when the password is missing, so that the cluster is not one of ours. */
export async function readPassword(folder: ServerFolder): Promise<string> {
  try {
    return (await readFile(folder.password, "utf8")).trim();
  } catch (cause) {
    throw new UserError(
      `${folder.cluster} holds a database without the password that tripod keeps in ${folder.password}, so it is not ` +
        "one of tripod's. Choose another data folder, or set TRIPOD_DATABASE_URL to that database.",
      { cause },
    );
  }
}

/** Makes a folder of the server's, private to its account. */
export async function makeServerFolder(folder: ServerFolder, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await giveTo(folder, path);
  if (process.platform !== "win32") await chmod(path, 0o700);
}

/**
 * The environment of the server's programs: none of our variables, so that our settings do not leak into it or steer
 * it.
 */
export function serverEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === "win32" ? undefined : { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/** Makes a file that this process made the server's own, where the two have different accounts. */
export async function giveTo(folder: ServerFolder, path: string): Promise<void> {
  if (folder.account) await chown(path, folder.account.uid, folder.account.gid);
}

/** The remains of an interrupted start. Only called under the start lock. */
async function removeDrafts(folder: ServerFolder): Promise<void> {
  for (const name of await readdir(folder.root)) {
    if (!name.startsWith("new-")) continue;
    // An initdb that outlived its caller may still be writing there. The next start will get it.
    await rm(join(folder.root, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function syncPath(path: string): Promise<void> {
  // Windows cannot open a folder to sync it.
  const file = await open(path, "r").catch(() => undefined);
  await file?.sync();
  await file?.close();
}
