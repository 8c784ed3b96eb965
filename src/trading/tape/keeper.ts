/** Runs the recorder and what follows it: flushes, the watch over the disk, maintenance. */
import { makeFolder } from "../../kit/files/make-folder.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { RecordedMarket } from "../market/index.ts";
import { dayOf } from "./core/days.ts";
import { TAPE_KINDS } from "./core/kinds.ts";
import { Recorder } from "./recorder.ts";
import type { Engine } from "./store/duckdb.ts";
import { flushBatch } from "./store/flush-batch.ts";
import { filesIn, type Folders } from "./store/folders.ts";
import { maintain } from "./store/maintain.ts";
import { removeHalfWritten } from "./store/publish.ts";
import { removeOldDays, type Retention } from "./store/retention.ts";

export interface KeeperOptions {
  readonly engine: Engine;
  readonly folders: Folders;
  readonly market: RecordedMarket | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly flushSeconds: number;
  readonly retention: Retention;
  readonly minimumFreeMegabytes: number;
  readonly bufferRows: number;
  readonly freeBytes: (folder: string) => Promise<number>;
}

export interface RecordingState {
  /** `paused`: there is too little room on the disk. */
  readonly recording: "off" | "on" | "paused";
  /** When all that was in memory was last written, in milliseconds; 0 for never. */
  readonly flushedMs: number;
  /** Flushes that failed, since the start. They are tried again with what they would have written. */
  readonly failedFlushes: number;
}

const TICK_MS = 1_000;
const MEGABYTE = 1024 * 1024;

export class Keeper {
  readonly #options: KeeperOptions;
  readonly #stop = new AbortController();
  #recorder: Recorder | undefined;
  #ready: Promise<void> | undefined;
  #flushing: Promise<boolean> | undefined;
  #nextFlush: Promise<boolean> | undefined;
  #maintaining: Promise<void> | undefined;
  #nextMaintenance: Promise<void> | undefined;
  #state: RecordingState = { recording: "off", flushedMs: 0, failedFlushes: 0 };
  #cleanedDay = "";

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  get recorder(): Recorder | undefined {
    return this.#recorder;
  }

  get state(): RecordingState {
    return this.#state;
  }

  start(): void {
    const { market, clock, bufferRows, flushSeconds } = this.#options;
    if (!market || this.#recorder) return;
    const recorder = new Recorder(market, clock, { bufferRows });
    this.#recorder = recorder;
    this.#state = { ...this.#state, recording: "on" };
    clock.every(TICK_MS, () => recorder.tick(), this.#stop.signal);
    clock.every(flushSeconds * 1_000, () => this.flush().then(() => undefined), this.#stop.signal);
    clock.every(MINUTE_MS, () => this.maintain(), this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#maintaining;
    if (!this.#recorder) return;
    this.#recorder.stop();
    await this.flush();
    const { waitingRows } = this.#recorder.counts;
    if (waitingRows > 0)
      this.#options.log.error({ waitingRows }, "rows of the tape are lost: they could not be written");
    this.#state = { ...this.#state, recording: "off" };
  }

  /**
   * Answers whether all that was in memory at the call is in files. A flush that runs already has taken its rows before, so
   * another one follows it. Never fails.
   */
  async flush(): Promise<boolean> {
    if (!this.#flushing) {
      this.#flushing = this.#flush().finally(() => (this.#flushing = undefined));
      return this.#flushing;
    }
    // Calls that come while one runs wait for the same next one.
    this.#nextFlush ??= this.#flushing.then(() => {
      this.#nextFlush = undefined;
      return this.flush();
    });
    return this.#nextFlush;
  }

  /**
   * Does all that is due at the call: one that runs already has looked before, and is followed by another. Never fails:
   * what is not done is due again the next time.
   */
  async maintain(): Promise<void> {
    if (!this.#maintaining) {
      this.#maintaining = this.#maintain().finally(() => (this.#maintaining = undefined));
      return this.#maintaining;
    }
    // Those that come while one runs wait for the same next one.
    this.#nextMaintenance ??= this.#maintaining.then(() => {
      this.#nextMaintenance = undefined;
      return this.#stop.signal.aborted ? undefined : this.maintain();
    });
    return this.#nextMaintenance;
  }

  async #flush(): Promise<boolean> {
    const { engine, folders, clock, log, market } = this.#options;
    const recorder = this.#recorder;
    if (!recorder || !market) return true;
    try {
      await this.#prepared(recorder);
      await this.#watchDisk(recorder);
      if (this.#state.recording === "paused") return false;
      // Behind a batch that an earlier flush has taken, and failed to write, is that of since.
      for (let left = recorder.hasTaken ? 2 : 1; left > 0; left--) {
        const batch = recorder.take();
        if (batch) await engine.flush((connection) => flushBatch(connection, folders, batch, market.listings()));
        recorder.written();
      }
      this.#state = { ...this.#state, flushedMs: toMillis(clock.now()) };
      return true;
    } catch (error) {
      this.#state = { ...this.#state, failedFlushes: this.#state.failedFlushes + 1 };
      log.error({ err: error, ...recorder.counts }, "the tape could not be written; it is tried again");
      return false;
    }
  }

  /** To be waited for before memory and files are read as one: only then is it known which files are whose. */
  async ready(): Promise<void> {
    // Failures here are logged, and repeated by the next flush; existing files can be read all the same.
    if (this.#recorder) await this.#prepared(this.#recorder).catch(() => undefined);
  }

  /** Once, before anything is written; again only when it has failed. */
  async #prepared(recorder: Recorder): Promise<void> {
    this.#ready ??= this.#prepare(recorder);
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
  }

  /** Leftovers of a crash are removed, and flushes continue the numbers of the existing ones. */
  async #prepare(recorder: Recorder): Promise<void> {
    const { folders, log, clock } = this.#options;
    await makeFolder(folders.root);
    const removed = await removeHalfWritten(folders.root, toMillis(clock.now()));
    if (removed > 0) log.info({ removed }, "removed what was half written to the tape when the process ended");
    for (const kind of TAPE_KINDS) {
      for (const { exchange, day } of await folders.pendingDays(kind)) {
        for (const { to } of await filesIn(folders.pendingDay(kind, exchange, day))) recorder.continueAfter(to);
      }
    }
  }

  async #watchDisk(recorder: Recorder): Promise<void> {
    const { freeBytes, folders, minimumFreeMegabytes, log } = this.#options;
    const freeMegabytes = Math.floor((await freeBytes(folders.root)) / MEGABYTE);
    const isShort = freeMegabytes < minimumFreeMegabytes;
    if (isShort && this.#state.recording === "on") {
      recorder.pause();
      this.#state = { ...this.#state, recording: "paused" };
      log.warn({ freeMegabytes, minimumFreeMegabytes }, "the tape pauses: there is too little room on the disk");
    } else if (!isShort && this.#state.recording === "paused") {
      recorder.resume();
      this.#state = { ...this.#state, recording: "on" };
      log.info({ freeMegabytes }, "the tape records again: there is room on the disk");
    }
  }

  async #maintain(): Promise<void> {
    const { engine, folders, clock, log, flushSeconds, retention } = this.#options;
    const nowMs = toMillis(clock.now());
    try {
      if (this.#recorder) await this.#prepared(this.#recorder);
      const failed = (what: string, error: unknown): void =>
        log.warn({ err: error, what }, "files of the tape could not be put together");
      const graceMs = 2_000 * flushSeconds + MINUTE_MS;
      const done = await maintain({ engine, folders, signal: this.#stop.signal, failed }, nowMs, graceMs);
      if (done.merged + done.settled > 0) log.debug({ ...done }, "put files of the tape together");
      const today = dayOf(nowMs);
      if (today === this.#cleanedDay) return;
      const removed = await removeOldDays(folders, retention, nowMs);
      this.#cleanedDay = today;
      if (removed > 0) log.info({ removed }, "removed days of the tape that are older than the settings keep");
    } catch (error) {
      log.warn({ err: error }, "the tape could not be maintained; it is tried again");
    }
  }
}
