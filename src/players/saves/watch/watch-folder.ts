/**
 * Watches the save folder of a game server by looking at it again and again, which works on local disks, network
 * shares and mirrored folders alike. It reports what it cannot read, and never takes that for fewer players.
 */
import { doubledMs } from "../../../kit/time/back-off.ts";
import { processLanes, type DiskLanes } from "../../../kit/files/disk-lanes.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { abandonWith } from "./abandon.ts";
import { countsOfFiles, type FolderState, type FolderStatus } from "./core/folder-status.ts";
import { ChangesRefused } from "./deliver.ts";
import { folderIo } from "./folder-io.ts";
import { hintsOf } from "./hint.ts";
import { laneIo } from "./lane-io.ts";
import { OwedAnswer } from "./owed-answer.ts";
import type { WatchOptions } from "./watch-options.ts";
import type { SaveChanges, SaveContents } from "./save-changes.ts";
import { scanFolder, scanPending, type Scan } from "./scan.ts";
import { WatchMemory } from "./watch-memory.ts";

export interface FolderWatch {
  status(): FolderStatus;
  /**
   * Resolves soon after the signal is aborted: when the consumer has finished with the batch that it has, without waiting
   * for the file system. Rejects only on an error in this program.
   */
  readonly ended: Promise<void>;
}

const MEGABYTE = 1024 * 1024;

/** Real profiles have some tens of kilobytes; a tribe's log and members make it larger. */
const MAX_FILE_BYTES = { profile: 16 * MEGABYTE, tribe: 64 * MEGABYTE, tributeTribe: 16 * MEGABYTE };
const MAX_BATCH_BYTES = 64 * MEGABYTE;

/** A file that is written to for this long without a pause is not a save of a game. */
const RESTLESS_AFTER_MS = 60_000;

/** A world is copied as a whole before it is read, hundreds of megabytes: it may take this many times as long as an answer. */
const WORLD_PATIENCE = 10;

/** From one report of how far a first look is to the next. */
const PROGRESS_MS = 5_000;

/** However often the consumer refuses, it is asked again after this long. */
const MAX_REFUSAL_PAUSE_MS = 60_000;

/** Starts to watch. The first look is taken at once. */
export function watchFolder<Contents extends SaveContents>(options: WatchOptions<Contents>): FolderWatch {
  const watch = new Watch(options);
  return { status: () => watch.status(), ended: watch.run() };
}

class Watch<Contents extends SaveContents> {
  readonly #options: WatchOptions<Contents>;
  readonly #clock: Clock;
  readonly #scan: Scan<Contents>;
  readonly #memory: WatchMemory;
  readonly #life = new AbortController();
  readonly #pollMs: number;
  readonly #retryMs: number;
  readonly #settleMs: number;
  readonly #stalledAfterMs: number;

  #nextScanAt: Instant;
  #retryAt: Instant | undefined;
  #hintAt: Instant | undefined;
  #refusals = 0;
  /** When the look began, or was last reported. */
  #progressAt: Instant | undefined;
  #sleeping: AbortController | undefined;
  #hints: { close(): void } | undefined;
  readonly #owed: OwedAnswer;
  readonly #lanes: DiskLanes;
  #reported: FolderStatus["state"] = "starting";

  constructor(options: WatchOptions<Contents>) {
    const { clock, classify, pollMs = 10_000, settleMs = 1_500, retryMs = 1_500 } = options;
    this.#options = options;
    this.#clock = clock;
    this.#pollMs = pollMs;
    this.#settleMs = settleMs;
    this.#retryMs = retryMs;
    this.#stalledAfterMs = options.stalledAfterMs ?? 60_000;
    this.#nextScanAt = clock.now();
    this.#owed = new OwedAnswer(clock);
    this.#lanes = options.lanes ?? processLanes();
    this.#memory = new WatchMemory(options.known ?? new Map(), classify, options.goesOnFirstReading);
    const { signal } = this.#life;
    this.#scan = {
      place: {
        folder: options.folder,
        io: laneIo(options.io ?? folderIo, options.folder, this.#lanes, signal),
        patiently: abandonWith(signal, () => this.#owed.note()),
        signal,
        classify,
        maxEntries: options.maxEntries ?? 1_000_000,
      },
      memory: this.#memory,
      clock,
      log: options.log,
      parse: options.parse,
      onChanges: (changes) => this.#offer(changes),
      onTaken: () => this.#noteTaken(),
      removedAfterMs: options.removedAfterMs ?? 60_000,
      maxElapsedMs: 3 * pollMs,
      rules: {
        settleMs,
        maxAttempts: options.maxAttempts ?? 5,
        restlessAfterMs: RESTLESS_AFTER_MS,
        maxFiles: options.maxBatchFiles ?? 2_000,
        maxBytes: MAX_BATCH_BYTES,
        maxFileBytes: MAX_FILE_BYTES,
      },
    };
  }

  status(): FolderStatus {
    return this.#memory.status();
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const end = (): void => {
      this.#life.abort(signal.reason);
      this.#sleeping?.abort();
      this.#hints?.close();
    };
    if (signal.aborted) return;
    signal.addEventListener("abort", end, { once: true });
    this.#clock.every(this.#stalledAfterMs, () => this.#noteStall(), this.#life.signal);
    try {
      while (!signal.aborted) await this.#turn();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", end);
      end();
    }
  }

  /** Sleeps until something is due, or does it. */
  async #turn(): Promise<void> {
    const now = this.#clock.now();
    const hinted = this.#hintAt === undefined ? this.#nextScanAt : plusMillis(this.#hintAt, this.#settleMs);
    const scanAt = Math.min(this.#nextScanAt, hinted);
    const due = Math.min(scanAt, this.#retryAt ?? scanAt);
    if (due > now) {
      await this.#sleep(Math.ceil((due - now) / 1000));
      return;
    }
    await this.#look(scanAt <= now);
  }

  async #look(isWhole: boolean): Promise<void> {
    if (isWhole) this.#hintAt = undefined;
    this.#owed.expect(this.#stalledAfterMs);
    this.#progressAt = this.#clock.now();
    try {
      await (isWhole ? scanFolder(this.#scan) : scanPending(this.#scan));
      this.#refusals = 0;
    } catch (error) {
      if (!(error instanceof ChangesRefused)) throw error;
      this.#noteRefusal(error);
    } finally {
      this.#owed.forget();
    }
    const now = this.#clock.now();
    if (this.#refusals > 0) this.#nextScanAt = plusMillis(now, this.#refusalPauseMs());
    else if (isWhole) this.#nextScanAt = plusMillis(now, this.#pollMs);
    const isPending = this.#refusals === 0 && this.#memory.pendingNames().length > 0;
    this.#retryAt = isPending ? plusMillis(now, this.#retryMs) : undefined;
    this.#followHints();
    this.#report(this.#memory.status());
  }

  async #sleep(ms: number): Promise<void> {
    this.#sleeping = new AbortController();
    const { signal } = this.#sleeping;
    try {
      await this.#clock.sleep(ms, signal);
    } catch (error) {
      // Woken: by a hint, or by the end.
      if (!signal.aborted) throw error;
    } finally {
      this.#sleeping = undefined;
    }
  }

  async #offer(changes: SaveChanges<Contents>): Promise<void> {
    this.#owed.forget();
    await this.#options.onChanges(changes, (read) => this.#readWorld(read));
    this.#memory.refusedSince = undefined;
    this.#owed.expect(this.#stalledAfterMs);
  }

  async #readWorld<Result>(read: () => Promise<Result>): Promise<Result> {
    const { folder, patiently, signal } = this.#scan.place;
    this.#owed.expect(WORLD_PATIENCE * this.#stalledAfterMs);
    try {
      return await patiently(this.#lanes.run(folder, read, signal));
    } finally {
      this.#owed.forget();
    }
  }

  #noteTaken(): void {
    const now = this.#clock.now();
    const { reading } = this.#memory;
    if (!reading || reading.done >= reading.of) return;
    if (this.#progressAt !== undefined && now < plusMillis(this.#progressAt, PROGRESS_MS)) return;
    this.#progressAt = now;
    const status = this.#memory.status();
    if (this.#reported === "reading") this.#options.log.info({ ...reading }, `save folder: ${status.sentence}`);
    this.#report(status);
  }

  #noteRefusal(error: ChangesRefused): void {
    if (this.#life.signal.aborted) return;
    this.#refusals += 1;
    this.#memory.refusedSince ??= this.#clock.now();
    this.#options.log.error({ err: error.cause, refusals: this.#refusals }, `${error.message}, and are offered again`);
  }

  #refusalPauseMs(): number {
    return doubledMs(this.#refusals, { firstMs: this.#retryMs, maxMs: MAX_REFUSAL_PAUSE_MS });
  }

  /** A call that hangs cannot be ended, so the look goes on; but the log and the report show it. */
  #noteStall(): void {
    const since = this.#owed.overdueSince();
    if (since === undefined) return;
    const folder: FolderState = { kind: "unreachable", since, reason: "the disk or share does not answer" };
    if (this.#memory.folder.kind !== "unreachable") this.#memory.folder = folder;
    this.#report(this.#memory.status());
  }

  /** A watch on a folder that went away stays silent when the folder comes back, so each trouble begins a new one. */
  #followHints(): void {
    const isReadable = this.#memory.folder.kind === "readable";
    if (!isReadable || this.#life.signal.aborted) {
      this.#hints?.close();
      this.#hints = undefined;
      return;
    }
    if (this.#options.useHints === false) return;
    this.#hints ??= hintsOf(this.#options.folder, (fileName) => this.#noteHint(fileName));
  }

  #noteHint(fileName: string | null): void {
    if (this.#hintAt !== undefined || (fileName !== null && this.#options.classify(fileName) === "ignored")) return;
    this.#hintAt = this.#clock.now();
    this.#sleeping?.abort();
  }

  #report(status: FolderStatus): void {
    if (this.#life.signal.aborted) return;
    const { log, onStatus, describe = countsOfFiles } = this.#options;
    if (status.state !== this.#reported) {
      const { state } = status;
      const { sentence, counts } = describe(status);
      const fields = { state, before: this.#reported, ...counts };
      log[state === "ok" || state === "reading" ? "info" : "warn"](fields, `save folder: ${sentence}`);
      this.#reported = state;
    }
    onStatus?.(status);
  }
}
