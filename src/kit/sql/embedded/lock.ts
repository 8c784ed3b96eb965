/**
 * A lock file that is held while a server is started or stopped, so that two processes do not do so at once. It names
 * its holder; the lock of a holder that was killed is taken over.
 *
 * It saves work, but safety does not depend on it. PostgreSQL's own lock on its data folder would still keep two
 * holders apart, and so would `rename`, which cannot replace an existing cluster.
 */
import { randomBytes } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "../../errors/code-of.ts";
import { UserError } from "../../errors/user-error.ts";
import { startMark } from "./processes.ts";

interface Holder {
  readonly pid: number;
  readonly mark: string | undefined;
  readonly host: string;
  readonly token: string;
}

/** Removing a stale lock takes a millisecond or two. */
const TAKEOVER_MS = 5_000;

/** Between two looks at a lock that another process holds. */
const POLL_MS = 20;

/**
 * Runs `work` while holding the lock file `path`, waiting at most `waitMs` for it, and no longer than until `signal` is
 * aborted.
 *
 * @throws UserError when another process held it all that time; the signal's reason when it was aborted first.
 */
export async function withLock<Result>(
  path: string,
  waitMs: number,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const token = randomBytes(8).toString("hex");
  const own: Holder = { pid: process.pid, mark: await startMark(process.pid), host: hostname(), token };
  await acquire(path, own, waitMs, signal);
  try {
    return await work();
  } finally {
    const held = await readHolder(path);
    if (held?.token === token) await rm(path, { force: true });
  }
}

async function acquire(path: string, own: Holder, waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  const giveUpAt = performance.now() + waitMs;
  // Written aside and then linked, so that no process ever reads half of it.
  const draft = `${path}.${own.token}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600, flag: "wx" });
  try {
    for (;;) {
      if (await linkIfFree(draft, path)) return;
      const holder = await readHolder(path);
      if (holder && !(await isHeld(holder))) {
        await removeStale(path, holder);
      } else if (performance.now() > giveUpAt) {
        throw new UserError(
          `Process ${holder?.pid ?? "?"} on ${holder?.host ?? "?"} has been starting or stopping the database for more ` +
            `than ${Math.round(waitMs / 1000)} seconds. If no such process runs, delete ${path} and try again.`,
        );
      } else {
        signal?.throwIfAborted();
        await delay(POLL_MS);
      }
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function linkIfFree(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

/** A holder on another machine, or in another container, cannot be looked at: it counts as alive. */
async function isHeld(holder: Holder): Promise<boolean> {
  if (holder.host !== hostname()) return true;
  const mark = await startMark(holder.pid);
  return mark !== undefined && mark === holder.mark;
}

/**
 * Removes a lock whose holder has ended. Only one process at a time may do so, and it checks again first. Otherwise, of
 * several that found the same lock stale, a late one would remove the fresh lock of the first.
 */
async function removeStale(path: string, stale: Holder): Promise<void> {
  const takeover = `${path}.takeover`;
  try {
    await writeFile(takeover, "", { mode: 0o600, flag: "wx" });
  } catch {
    // Another process is doing it. A process that is killed here leaves a file that blocks others only for a moment.
    const made = await stat(takeover).catch(() => undefined);
    const now = performance.timeOrigin + performance.now();
    if (made && now - made.mtimeMs > TAKEOVER_MS) await rm(takeover, { force: true });
    await delay(POLL_MS);
    return;
  }
  try {
    const now = await readHolder(path);
    if (now?.token === stale.token && now?.pid === stale.pid && now.mark === stale.mark)
      await rm(path, { force: true });
  } finally {
    await rm(takeover, { force: true });
  }
}
