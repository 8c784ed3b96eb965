/** Follows the outbox, so that read models in memory learn of every committed change. */
import { invariant } from "../errors/invariant.ts";
import type { Clock } from "../time/clock.ts";
import type { Instant } from "../time/instant.ts";
import type { Database } from "./database.ts";
import { fillGaps, missingNumbers, openGaps, type Gap } from "./gaps.ts";
import type { SqlLog } from "./log.ts";
import { lookAtEnd, lookAtOutbox, LOOK_LIMIT, markGaps, type Look } from "./outbox-reading.ts";
import { QueryError } from "./query-error.ts";
import { laterWitnesses, type Witness } from "./witnesses.ts";

export interface Change extends Witness {
  /** The writer, as given to `appendChanges`. */
  readonly origin: string;
  readonly topic: string;
  /** The JSON value, read back. */
  readonly payload: unknown;
}

/** A place in the outbox: all up to `last` has been seen, except for `gaps`. */
export interface FeedPosition {
  readonly last: number;
  readonly gaps: readonly Gap[];
  /** Which run of which server it was read from. */
  readonly serverRun: string;
  /** The rows read last, to be found again with each look. */
  readonly witnesses: readonly Witness[];
}

export interface ChangeFeedOptions {
  readonly db: Database;
  /** Changes of other topics are passed over. */
  readonly topics: readonly string[];
  readonly clock: Clock;
  readonly log: SqlLog;
  /** How often to poll without a hint; default 250. */
  readonly pollMs?: number;
  /** Subscribes to hints that something is new. Returns a function that unsubscribes. */
  readonly subscribeHint?: (wake: () => void) => () => void;
  /**
   * The feed's position is no longer valid. Either the feed was paused for too long and the outbox no longer holds all
   * later rows, or the database is a different one, or it went back in time. The service takes a new `position()`,
   * loads its state again and answers that position, from which the feed goes on.
   */
  readonly onLost: () => Promise<FeedPosition>;
}

/** Takes at most 1,000 changes, in rising order of seq. */
export type ApplyChanges = (changes: readonly Change[]) => Promise<void>;

/** Waits after failures in a row: of the database, or of `apply`. A database that is back is noticed within a second. */
const RETRY_WAITS_MS: readonly number[] = [50, 100, 250, 500, 1_000];

/** Of the failures after those waits, the log shows one in this many. */
const LOG_EVERY = 30;

/** How long `catchUp` waits unless told otherwise. */
const CATCH_UP_TIMEOUT_MS = 10_000;

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Delivers every change that is committed after a position, at least once, and none that is not committed.
 *
 * Rows become visible in the order of their commits and not of their numbers, so a feed that only asked for higher
 * numbers would lose the slow ones. This one remembers the numbers that it passed over and asks for them again with
 * each look, until their transactions are certainly over (see `markGaps`). It never waits for them: other changes are
 * delivered first, so a low number may come after a higher one. Changes of transactions that waited on each other's
 * locks come in that order (see `appendChanges`).
 *
 * A failover may lose the last moment of what was committed, and a restore more. Numbers are then given out again, so the
 * feed looks at two other things. Another run of a server (a standby that was promoted, a copy that was put back, a plain
 * restart) makes it lose its place. So does a row that it has read and that is not there any more, as it was.
 *
 * A service starts with `position()`, then loads its state, then `start`s. Rows committed between the first two are in
 * the state and come again as a change, so applying a change twice must do no harm.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #stopping = new AbortController();
  #position: FeedPosition = { last: 0, gaps: [], serverRun: "", witnesses: [] };
  #apply: ApplyChanges | undefined;
  #running: Promise<void> | undefined;
  #unsubscribe: (() => void) | undefined;
  #waiters: Waiter[] = [];
  #woken = false;
  /** When the last look began that left nothing to read; undefined before the start. */
  #caughtUpAt: Instant | undefined;
  #pause = new AbortController();

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  /** The present end of the outbox, with what may still become visible among the last 10,000 numbers before it. */
  async position(): Promise<FeedPosition> {
    const { last, missing, serverRun, rows } = await lookAtEnd(this.#options.db);
    const gaps = await markGaps(this.#options.db, missing);
    return { last, gaps, serverRun, witnesses: laterWitnesses([], rows) };
  }

  /** Begins to follow. `apply` is given one batch at a time, and the same one again until it succeeds. */
  start(position: FeedPosition, apply: ApplyChanges): void {
    invariant(this.#running === undefined && !this.#stopping.signal.aborted, "a feed is started once");
    this.#position = position;
    this.#apply = apply;
    this.#caughtUpAt = this.#options.clock.now();
    this.#running = this.#run();
    this.#unsubscribe = this.#options.subscribeHint?.(() => this.wake());
  }

  /**
   * Milliseconds since the moment up to which every committed change was applied; 0 before the start. It stays below the
   * time between two looks while all is well.
   */
  lagMs(): number {
    return this.#caughtUpAt === undefined ? 0 : (this.#options.clock.now() - this.#caughtUpAt) / 1_000;
  }

  /** Looks for changes soon, rather than when the next look is due. */
  wake(): void {
    this.#woken = true;
    this.#pause.abort();
  }

  /**
   * Resolves when every change that was committed before the call has been applied.
   *
   * @throws QueryError that is unavailable when that takes longer than `timeoutMs`; Error when the feed is stopped before.
   */
  async catchUp(timeoutMs = CATCH_UP_TIMEOUT_MS): Promise<void> {
    if (this.#running === undefined || this.#stopping.signal.aborted) throw stopped();
    const timer = new AbortController();
    const caughtUp = new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
    this.wake();
    const tooLate = this.#options.clock.sleep(timeoutMs, timer.signal).then(
      () => {
        const why = `the change feed did not catch up within ${timeoutMs} ms`;
        throw new QueryError("kit.look_at_outbox", why, new Error(why));
      },
      () => undefined,
    );
    try {
      await Promise.race([caughtUp, tooLate]);
    } finally {
      timer.abort();
    }
  }

  /** Ends the feed, once an `apply` that is in progress has ended. Waiting `catchUp` calls fail. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#pause.abort();
    this.#unsubscribe?.();
    await this.#running;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(stopped());
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Callers from now on may mean a change that the coming looks just miss, and wait for the looks after those.
      const waiters = this.#waiters.splice(0);
      this.#woken = false;
      const lookedAt = this.#options.clock.now();
      while (await this.#persist("could not read the outbox", () => this.#advance()));
      if (signal.aborted) this.#waiters.push(...waiters);
      else {
        this.#caughtUpAt = lookedAt;
        for (const waiter of waiters) waiter.resolve();
      }
      if (!this.#woken) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    this.#pause = new AbortController();
    const signal = AbortSignal.any([this.#pause.signal, this.#stopping.signal]);
    await this.#options.clock.sleep(this.#options.pollMs ?? 250, signal).catch(() => undefined);
  }

  /** Takes one look and delivers what it shows. Answers whether there may be more at once. */
  async #advance(): Promise<boolean> {
    const { db, topics } = this.#options;
    const { last, gaps, serverRun, witnesses } = this.#position;
    const look = await lookAtOutbox(db, this.#position, topics);
    if (look.isStandby) await leaveStandby(db);
    const filling = look.rows.filter((row) => row.seq <= last).map((row) => row.seq);
    const fresh = look.rows.filter((row) => row.seq > last).map((row) => row.seq);
    const unfilled = fillGaps(gaps, filling);
    const why = lostBecause(this.#position, look, unfilled);
    if (why !== undefined) {
      await this.#startAnew(why);
      return true;
    }
    const noticed = await markGaps(db, missingNumbers(last, fresh));
    await this.#deliver(look);
    // A look that was cut short does not tell which of the gaps it would have filled.
    const open = filling.length < LOOK_LIMIT ? openGaps(unfilled, look.horizon) : unfilled;
    this.#position = {
      last: fresh.at(-1) ?? last,
      gaps: [...open, ...noticed],
      serverRun,
      witnesses: laterWitnesses(witnesses, look.rows),
    };
    return filling.length === LOOK_LIMIT || fresh.length === LOOK_LIMIT;
  }

  async #deliver(look: Look): Promise<void> {
    const topics = new Set(this.#options.topics);
    const changes = look.rows
      .filter((row) => topics.has(row.topic))
      .map((row): Change => ({ ...row, payload: JSON.parse(row.payload ?? "null") }));
    for (let start = 0; start < changes.length; start += LOOK_LIMIT) {
      const batch = changes.slice(start, start + LOOK_LIMIT);
      await this.#persist("could not apply changes", async () => this.#apply?.(batch));
    }
  }

  async #startAnew(why: string): Promise<void> {
    this.#options.log.warn({ last: this.#position.last }, `${why}; the service loads its state again`);
    const position = await this.#persist("could not reload the state", () => this.#options.onLost());
    if (position) this.#position = position;
  }

  /** Does `work` until it succeeds, with growing waits. Answers undefined when the feed is stopped before. */
  async #persist<Result>(failed: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const { signal } = this.#stopping;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted) break;
        const waitMs = RETRY_WAITS_MS[Math.min(attempt, RETRY_WAITS_MS.length - 1)] ?? 0;
        if (attempt < RETRY_WAITS_MS.length || attempt % LOG_EVERY === 0) {
          this.#options.log.error({ err: error, attempt, retry_ms: waitMs }, `the change feed ${failed}`);
        }
        await this.#options.clock.sleep(waitMs, signal).catch(() => undefined);
      }
    }
    return undefined;
  }
}

/** Why a position means nothing any more, given a look from it; undefined when it is good. */
function lostBecause(position: FeedPosition, look: Look, unfilled: readonly Gap[]): string | undefined {
  if (look.serverRun !== position.serverRun) return "the database server is another one, or was restarted";
  if (look.missingWitnesses > 0) return "the database went back: changes that were read are not there any more";
  if (position.last < look.trimmedUpTo || unfilled.some((gap) => gap.from <= look.trimmedUpTo)) {
    return "changes after the feed's position were trimmed from the outbox";
  }
  return undefined;
}

/**
 * A standby shows an older state, and writes fail there. A transaction fails, too, and so makes the pool give up the
 * connection: the next one may reach the primary.
 */
async function leaveStandby(db: Database): Promise<never> {
  await db.transaction(async () => undefined);
  throw new Error("the database server was a standby a moment ago");
}

function stopped(): Error {
  return new Error("the change feed is not running");
}
