/** Asks one server for its players, again and again, and hands on what it finds out. */
import { invariant } from "../../kit/errors/invariant.ts";
import { fractionFrom } from "../../kit/ids/fraction-from.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Log } from "../../kit/log/log.ts";
import { doubledMs } from "../../kit/time/back-off.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { orAborted } from "../../kit/time/or-aborted.ts";
import { settled } from "../../kit/time/settled.ts";
import type { SeenList } from "./core/presence-types.ts";

/** One thing found out about a server. */
export type Observation = {
  readonly server: string;
  /** Rises with each observation of one poller. */
  readonly number: number;
  readonly at: Instant;
} & (
  | ({ readonly kind: "listed" } & SeenList)
  /** The server gave no list. */
  | { readonly kind: "failed" }
  /** Time passed, and the server was not asked. */
  | { readonly kind: "tick" }
);

export interface ServerPollerOptions {
  readonly server: string;
  /** The list of who is on the server. Rejects when the server cannot be asked or its answer is not a list. */
  readonly poll: (signal: AbortSignal) => Promise<SeenList>;
  /**
   * Takes an observation in, for good. One at a time, in order; a list again and again until it resolves, so a number
   * that comes twice must count once.
   */
  readonly apply: (observation: Observation) => Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
  readonly random: Random;
  /** From the end of one poll to the next; default 15,000. */
  readonly intervalMs?: number;
  /** The longest that failures in a row, each doubling it, make that; default 60,000. */
  readonly maxBackoffMs?: number;
  /** A poll that takes longer has failed; default 10,000. */
  readonly timeoutMs?: number;
}

/** Ten minutes of lists, at the default interval: how long the database may be away before polling pauses. */
const MAX_KEPT = 40;

/** Waits are this much longer or shorter, at most, so that servers are not all asked at the same moment. */
const JITTER = 0.1;

/** The first polls of many servers spread over this time. */
const START_SPREAD_MS = 1_000;

/**
 * The loop for one server. Polls never overlap. While the server fails, it is asked less and less often, and a `tick`
 * replaces each interval without a poll, so that staleness is judged in time. While `apply` rejects, lists are kept
 * and polling goes on; with 40 kept, it waits.
 */
export class ServerPoller {
  readonly #options: ServerPollerOptions;
  readonly #intervalMs: number;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #numbers = 0;
  #failures = 0;
  #refusals = 0;
  /** Lists that `apply` has yet to take. */
  readonly #kept: Observation[] = [];
  /** A poll that went on when its time was over. */
  #overdue: Promise<void> | undefined;
  /** Ends what the loop waits for. */
  #waiting: AbortController | undefined;

  constructor(options: ServerPollerOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 15_000;
  }

  start(): void {
    invariant(this.#running === undefined && !this.#stopping.signal.aborted, "a poller is started once");
    this.#running = this.#run();
  }

  /**
   * Stops at once: a poll that is in progress is given up, and lists that were not taken are dropped. Awaits `apply`.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#waiting?.abort(new Error("the poller was stopped"));
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.#rest(fractionFrom(this.#options.random) * START_SPREAD_MS);
    while (!this.#isStopping()) {
      await (this.#kept.length < MAX_KEPT ? this.#look() : this.#deliver());
      await this.#restTicking();
    }
  }

  /** Polls once, and hands on the result. */
  async #look(): Promise<void> {
    const list = await this.#ask();
    if (this.#isStopping()) return;
    if (!list) {
      await this.#tell("failed");
      return;
    }
    this.#kept.push({ ...this.#head(), kind: "listed", ...list });
    await this.#deliver();
  }

  /** The list; undefined when there is none. */
  async #ask(): Promise<SeenList | undefined> {
    const { server, poll, clock, log, timeoutMs = 10_000 } = this.#options;
    const waiting = new AbortController();
    const timer = new AbortController();
    this.#waiting = waiting;
    try {
      if (this.#overdue) throw new Error("the poll before this one has not ended yet");
      const asked = poll(waiting.signal);
      this.#overdue = settled(asked).then(() => (this.#overdue = undefined));
      const late = (): void => waiting.abort(new Error(`no answer within ${timeoutMs} ms`));
      void clock.sleep(timeoutMs, timer.signal).then(late, () => undefined);
      const list = await orAborted(asked, waiting.signal);
      if (this.#failures > 0) log.info({ server, failures: this.#failures }, `${server} answers again`);
      this.#failures = 0;
      return list;
    } catch (error) {
      if (this.#isStopping()) return undefined;
      this.#failures++;
      if (this.#failures === 1) log.warn({ server, err: error }, `${server} could not be polled; it is asked again`);
      return undefined;
    } finally {
      timer.abort();
      this.#waiting = undefined;
    }
  }

  /** Hands on what is kept, in order, as far as it is taken. Answers whether all of it was. */
  async #deliver(): Promise<boolean> {
    for (let first = this.#kept[0]; first && !this.#isStopping(); first = this.#kept[0]) {
      if (!(await this.#applied(first))) return false;
      this.#kept.shift();
    }
    return this.#kept.length === 0;
  }

  /** Says that time has passed. Not kept: the next one says the same, and more. */
  async #tell(kind: "failed" | "tick"): Promise<void> {
    const observation: Observation = { ...this.#head(), kind };
    if (await this.#deliver()) await this.#applied(observation);
  }

  async #applied(observation: Observation): Promise<boolean> {
    const { server, apply, log } = this.#options;
    try {
      await apply(observation);
      if (this.#refusals > 0) log.info({ server }, `what was seen on ${server} is stored again`);
      this.#refusals = 0;
      return true;
    } catch (error) {
      this.#refusals++;
      if (this.#refusals === 1) log.warn({ server, err: error }, `what was seen on ${server} waits to be stored`);
      return false;
    }
  }

  /** Waits until the next poll is due, with a tick at each interval until then. */
  async #restTicking(): Promise<void> {
    const { maxBackoffMs = 60_000 } = this.#options;
    const maxMs = Math.max(maxBackoffMs, this.#intervalMs);
    const dueMs = doubledMs(this.#failures, { firstMs: this.#intervalMs, maxMs });
    let leftMs = dueMs * (1 + JITTER * (2 * fractionFrom(this.#options.random) - 1));
    while (leftMs > this.#intervalMs * (1 + JITTER) && !this.#isStopping()) {
      await this.#rest(this.#intervalMs);
      leftMs -= this.#intervalMs;
      if (!this.#isStopping()) await this.#tell("tick");
    }
    await this.#rest(leftMs);
  }

  async #rest(ms: number): Promise<void> {
    if (this.#isStopping()) return;
    this.#waiting = new AbortController();
    await settled(this.#options.clock.sleep(ms, this.#waiting.signal));
    this.#waiting = undefined;
  }

  #head(): { server: string; number: number; at: Instant } {
    this.#numbers++;
    return { server: this.#options.server, number: this.#numbers, at: this.#options.clock.now() };
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }
}
