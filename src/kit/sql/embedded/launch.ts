/** The embedded PostgreSQL: started with the program, shared by all processes on one data folder, stopped by the last. */
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseError } from "pg";
import { UserError } from "../../errors/user-error.ts";
import { systemRandom, type Random } from "../../ids/ids.ts";
import type { SqlLog } from "../log.ts";
import { findBinaries, type Binaries } from "./binaries.ts";
import { ensureCluster, readPassword } from "./cluster.ts";
import { checkVersion, prepareFolder, type ServerFolder } from "./folder.ts";
import { withLock } from "./lock.ts";
import { join, type Membership } from "./membership.ts";
import { connectionTo, findPostmaster, POLL_MS, removeStaleFiles, shutDown, type Postmaster } from "./postmaster.ts";
import { spawnServer, type ServerProcess, type ServerSettings } from "./server.ts";

export interface EmbeddedOptions {
  /** The product's data folder. The server uses `postgres` below it and nothing else. */
  readonly dataDir: string;
  /**
   * Where the server's files go when its account cannot reach `dataDir`, and there are none yet. Without it, such a data
   * folder is refused.
   */
  readonly elsewhere?: string;
  readonly log: SqlLog;
  /** Settings of PostgreSQL that differ from ours, such as `{ shared_buffers: "1GB" }`. */
  readonly settings?: ServerSettings;
  /** How long a start may take, the replay of the log after a crash included; default 120,000. */
  readonly startTimeoutMs?: number;
  /** The folder with `bin`, `lib` and `share`, where it is not the npm package's. */
  readonly native?: string;
  readonly random?: Random;
  /** Ends the start. A server that it has started by then is ended too; one that others use is left to them. */
  readonly signal?: AbortSignal | undefined;
}

export interface Embedded {
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly database: string;
  };
  /** Whether this process started the server, or found it running without a process to stop it. Only for the log. */
  readonly owner: boolean;
  /** Such as `18.4`. */
  readonly version: string;
  /** Ends this process's use of the server, and the server too if no other process uses it. Close every pool before. */
  stop(): Promise<void>;
}

/** How long `stop` waits for a server that is just recovering from a crash. */
const LEAVE_TIMEOUT_MS = 5_000;

/** The database that the product's tables are in. */
const DATABASE = "tripod";

/** How long to wait before looking again after a failed attempt to bring a lost server back. */
const RECOVERY_WAITS_MS: readonly number[] = [0, 100, 500, 1_000, 2_000, 5_000];

/**
 * Makes sure that the PostgreSQL of a data folder runs, and counts this process among its users.
 *
 * Start and recovery are one path: look for a running server and join it; otherwise remove the remains of a killed
 * one, make the cluster if it is missing, and start it. A lock file lets one process at a time do so. Hence:
 * - A second process on the same folder joins the first one's server. Each user holds a shared advisory lock; the one
 *   that stops last, whichever it is, stops the server. A user that was killed no longer counts.
 * - A server whose users were all killed goes on running; the next start joins it and so stops it at its end.
 * - A server that dies under us is started again, on the same address, until it comes back or `stop` is called.
 *
 * The server listens on a Unix socket in a folder that only its account may enter, or where that is not possible on a
 * port of 127.0.0.1, and asks for a password either way. Started as root it runs as `postgres` or `nobody`. Every commit
 * waits for the disk: nothing that was acknowledged is lost when any or all of these processes are killed.
 *
 * @throws UserError that says what to do when the folder or the machine does not allow it; the signal's reason when that
 *   is aborted first.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const began = performance.now();
  const folder = await prepareFolder(options.dataDir, options.elsewhere);
  if (folder.isMoved) {
    options.log.warn(
      { folder: folder.root },
      `the account ${folder.account?.name} that PostgreSQL runs as cannot reach ${options.dataDir}: ` +
        `the database's files are in ${folder.root}, and ${options.dataDir}/postgres links to them`,
    );
  }
  const binaries = await findBinaries(folder.binaries, folder.account, options.native);
  await checkVersion(folder, binaries.major);
  const launcher = new Launcher(folder, binaries, options);
  const { started, owner, password } = await launcher.begin();
  if (options.signal?.aborted === true) await launcher.stop();
  options.signal?.throwIfAborted();
  const said = started ? "started" : owner ? "took over" : "joined";
  options.log.info(
    { version: binaries.version, folder: folder.root, duration_ms: Math.round(performance.now() - began) },
    `${said} the embedded PostgreSQL ${binaries.version}`,
  );
  return {
    connection: connectionTo(launcher.postmaster, password, DATABASE),
    owner,
    version: binaries.version,
    stop: () => launcher.stop(),
  };
}

class Launcher {
  readonly #folder: ServerFolder;
  readonly #binaries: Binaries;
  readonly #options: EmbeddedOptions;
  readonly #stopping = new AbortController();
  #membership: Membership | undefined;
  #postmaster: Postmaster | undefined;
  #watching: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(folder: ServerFolder, binaries: Binaries, options: EmbeddedOptions) {
    this.#folder = folder;
    this.#binaries = binaries;
    this.#options = options;
  }

  get postmaster(): Postmaster {
    if (!this.#postmaster) throw new Error("the embedded PostgreSQL has not been started");
    return this.#postmaster;
  }

  async begin() {
    const { signal } = this.#options;
    const result = await this.#underLock(() => this.#bringUp(signal), signal);
    this.#watching = this.#watch();
    return result;
  }

  stop(): Promise<void> {
    this.#stopped ??= (async () => {
      this.#stopping.abort();
      await this.#underLock(async () => {
        const others = await this.#leave();
        if (others === 0) await shutDown(this.#folder, this.#binaries);
        else if (others !== undefined) {
          this.#options.log.info({ others }, "left the embedded PostgreSQL to its other users");
        }
      });
      await this.#watching;
    })();
    return this.#stopped;
  }

  /** Answers how many users remain; undefined where no server answers. */
  async #leave(): Promise<number | undefined> {
    const giveUpAt = performance.now() + LEAVE_TIMEOUT_MS;
    let membership = this.#membership;
    while (performance.now() < giveUpAt) {
      try {
        const others = await membership?.countOthers();
        await membership?.leave();
        return others;
      } catch {
        // The server was lost, and may be restarting. Only the server knows then whether others use it.
        const running = await findPostmaster(this.#folder.cluster);
        if (!running) return undefined;
        await delay(POLL_MS);
        if (running.ready) membership = (await this.#join(running).catch(() => undefined))?.membership ?? membership;
      }
    }
    return undefined;
  }

  async #join(running: Postmaster): Promise<{ membership: Membership; password: string }> {
    const password = await readPassword(this.#folder);
    const membership = await join(connectionTo(running, password, "postgres"), this.#folder.cluster);
    this.#membership = membership;
    this.#postmaster = running;
    return { membership, password };
  }

  #underLock<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return withLock(this.#folder.lock, this.#startTimeoutMs, work, signal);
  }

  get #startTimeoutMs(): number {
    return this.#options.startTimeoutMs ?? 120_000;
  }

  /** Joins the server that runs, or the one that it starts. */
  async #bringUp(signal?: AbortSignal) {
    const folder = this.#folder;
    const giveUpAt = performance.now() + this.#startTimeoutMs;
    let child: ServerProcess | undefined;
    let started = false;
    let refusal: unknown;
    while (performance.now() < giveUpAt) {
      if (signal?.aborted === true) await child?.end();
      signal?.throwIfAborted();
      const running = await findPostmaster(folder.cluster);
      if (running?.ready === true) {
        try {
          const { membership, password } = await this.#join(running);
          await membership.ensureDatabase(DATABASE);
          return { started, owner: started || (await membership.countOthers()) === 0, password };
        } catch (error) {
          refusal = error;
          await this.#membership?.leave();
          if (isHopeless(error)) break;
        }
      } else if (child?.ended !== undefined) {
        const tail = await child.logTail();
        if (!isInTheWay(tail)) {
          throw new UserError(
            `The embedded PostgreSQL in ${folder.root} ended while it started (${child.ended}): ${whyEnded(tail)}. ` +
              `Mend that and start again; its log is ${folder.log}.`,
          );
        }
        child = undefined;
      } else if (!running && !child) {
        await ensureCluster(folder, this.#binaries, {
          random: this.#options.random ?? systemRandom(),
          durable: this.#options.settings?.["fsync"] !== "off",
          signal,
        });
        await readPassword(folder);
        await removeStaleFiles(folder);
        const settings = this.#options.settings ?? {};
        child = await spawnServer(folder, this.#binaries, settings, this.#postmaster?.port);
        started = true;
      }
      await delay(POLL_MS);
    }
    const tail = await child?.logTail();
    child?.kill();
    throw new UserError(
      `The embedded PostgreSQL in ${folder.root} runs but cannot be used` +
        `${isHopeless(refusal) ? ": it does not take the password that is stored beside its data" : " in time"}.` +
        ` Its log is ${folder.log}${tail ? `, and ends with: ${tail}` : ""}.`,
      { cause: refusal },
    );
  }

  /** Brings the server back whenever it is lost, until `stop`. */
  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#membership?.ended;
      for (let attempt = 0; !signal.aborted; attempt++) {
        const waitMs = RECOVERY_WAITS_MS[Math.min(attempt, RECOVERY_WAITS_MS.length - 1)];
        await delay(waitMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted || (await this.#recover())) break;
      }
      if (signal.aborted) return;
    }
  }

  async #recover(): Promise<boolean> {
    try {
      const { started } = await this.#underLock(async () => {
        if (this.#stopping.signal.aborted) throw new Error("stopped meanwhile");
        return this.#bringUp();
      });
      this.#options.log.warn({ started }, "the embedded PostgreSQL was lost and is back");
      return true;
    } catch (error) {
      this.#options.log.error({ err: error }, "the embedded PostgreSQL was lost and could not be brought back yet");
      return false;
    }
  }
}

/** Wrong password, or no such superuser: waiting does not help. */
function isHopeless(error: unknown): boolean {
  return error instanceof DatabaseError && ["28P01", "28000"].includes(error.code ?? "");
}

/** The last line in which the server says why it gave up. */
function whyEnded(tail: string): string {
  const lines = tail.split("\n");
  const line = lines.findLast((each) => /(?:FATAL|PANIC|ERROR): /.test(each)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?(?=(?:FATAL|PANIC|ERROR): )/, "").trim() || "it gives no reason";
}

/**
 * The log's messages when another start was faster, a killed server's last processes still run, or the port was taken.
 */
const IN_THE_WAY = ["pre-existing shared memory block", "address already in use"] as const;

function isInTheWay(log: string): boolean {
  const said = log.toLowerCase();
  return (
    (said.includes('lock file "') && said.includes('" already exists')) ||
    IN_THE_WAY.some((sentence) => said.includes(sentence))
  );
}
