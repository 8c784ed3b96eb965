/**
 * Nonces as one process remembers them, in memory, without ever forgetting one that was used.
 *
 * Before a key's nonce is accepted, the key's mark in the database is above it. A mark is moved a second ahead of use,
 * so that a busy key costs one write each half second, shared with all other keys, and hardly ever waits for it. After
 * a crash everything up to the mark is refused: every used nonce, and what clients would send until about the end of
 * the restart. An orderly stop, and a key that falls idle, move the mark back to what was used.
 *
 * Marks are moved by comparing and setting, so each stretch of nonces is the one process's that moved the mark across it.
 * Several processes on one database therefore never accept a nonce twice either, but they refuse each other's stretches:
 * for several processes there is `shared-windows.ts`.
 */
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { NonceWindow, type NonceVerdict } from "./core/nonce-window.ts";
import { nonceAfter, type Nonce } from "./core/nonce.ts";
import { accessErrors, SOON } from "./errors.ts";
import { AHEAD_MS, type NonceWindows } from "./nonce-windows.ts";
import type { MarkMove, NonceMarks } from "./store.ts";

const SWEEP_MS = 10_000;
/** In microseconds: the window of a key that was not used for this long is given up. */
const IDLE = 60_000_000;
const MAX_ATTEMPTS = 5;
/**
 * A move that no request waits for yet is delayed this long, to be written together with those of other keys. A small
 * part of `AHEAD_MS`.
 */
const TOGETHER_MS = 100;

export interface OwnWindowsOptions {
  readonly marks: Pick<NonceMarks, "read" | "move">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

interface KeyState {
  readonly keyId: number;
  readonly window: NonceWindow;
  /** Up to here nonces are this process's, above the window's floor. */
  mark: Nonce;
  /** Where a nonce makes it time to move the mark on. */
  renewAt: Nonce;
  lastUsedAt: Instant;
  /** The move that is asked for, and where to. */
  move: { to: Nonce; readonly done: Promise<void> } | undefined;
}

interface Asked {
  readonly state: KeyState;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export class OwnNonceWindows implements NonceWindows {
  readonly #options: OwnWindowsOptions;
  readonly #stopping = new AbortController();
  readonly #states = new Map<number, KeyState>();
  readonly #loading = new Map<number, Promise<unknown>>();
  #asked: Asked[] = [];
  #moving: Promise<void> | undefined;

  constructor(options: OwnWindowsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.clock.every(SWEEP_MS, () => this.#giveUp(this.#idle()), this.#stopping.signal);
  }

  /** Moves the marks back to what was used, as far as the database can be reached. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    while (this.#moving || this.#loading.size > 0) {
      await Promise.allSettled([this.#moving, ...this.#loading.values()]);
    }
    await this.#giveUp([...this.#states.values()]);
  }

  use(keyId: number, nonce: Nonce): NonceVerdict | Promise<NonceVerdict> {
    const state = this.#states.get(keyId);
    if (!state || nonce > state.mark || this.#stopping.signal.aborted) return this.#useLater(keyId, nonce);
    return this.#useNow(state, nonce);
  }

  #useNow(state: KeyState, nonce: Nonce): NonceVerdict {
    state.lastUsedAt = this.#options.clock.now();
    if (nonce > state.renewAt && !state.move) this.#moveSoon(state, nonce);
    return state.window.use(nonce);
  }

  async #useLater(keyId: number, nonce: Nonce): Promise<NonceVerdict> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (this.#stopping.signal.aborted) break;
      const state = this.#states.get(keyId);
      try {
        if (!state) await this.#load(keyId);
        else if (nonce > state.mark) await this.#move(state, nonce);
        else return this.#useNow(state, nonce);
      } catch (cause) {
        throw accessErrors.unavailable({}, { ...SOON, cause });
      }
    }
    throw accessErrors.unavailable({}, SOON);
  }

  /** Reads where the mark is; also waits while the key is being given up. */
  #load(keyId: number): Promise<unknown> {
    const running = this.#loading.get(keyId);
    if (running) return running;
    const loading = this.#options.marks
      .read(keyId)
      .then((mark) => {
        const lastUsedAt = this.#options.clock.now();
        const window = new NonceWindow(mark);
        this.#states.set(keyId, { keyId, window, mark, renewAt: mark, lastUsedAt, move: undefined });
      })
      .finally(() => this.#loading.delete(keyId));
    this.#loading.set(keyId, loading);
    return loading;
  }

  /** Moves the mark above a nonce with the next write, and begins that at once. */
  #move(state: KeyState, nonce: Nonce): Promise<void> {
    const done = this.#ask(state, nonce);
    this.#write();
    return done;
  }

  /** Moves the mark above a nonce before long, together with those of other keys. */
  #moveSoon(state: KeyState, nonce: Nonce): void {
    this.#ask(state, nonce).catch(() => undefined);
    if (this.#asked.length > 1 || this.#moving) return;
    const { clock } = this.#options;
    clock.sleep(TOGETHER_MS, this.#stopping.signal).then(
      () => this.#write(),
      // Stopping moves all marks back.
      () => undefined,
    );
  }

  #ask(state: KeyState, nonce: Nonce): Promise<void> {
    const to = nonceAfter(nonce, AHEAD_MS);
    if (state.move) {
      if (to > state.move.to) state.move.to = to;
      return state.move.done;
    }
    const done = new Promise<void>((resolve, reject) => this.#asked.push({ state, resolve, reject }));
    state.move = { to, done };
    return done;
  }

  #write(): void {
    this.#moving ??= this.#moveAll().finally(() => {
      this.#moving = undefined;
      // Asked for when the last write was over, but not yet known to be.
      if (this.#asked.length > 0) this.#write();
    });
  }

  /** One write at a time, each with all moves requested during the one before. */
  async #moveAll(): Promise<void> {
    // Those who ask in the same turn go together.
    await Promise.resolve();
    while (this.#asked.length > 0) {
      const asked = this.#asked;
      this.#asked = [];
      const moves = asked.map(({ state }) => ({
        keyId: state.keyId,
        from: state.mark,
        to: state.move?.to ?? state.mark,
      }));
      try {
        const moved = await this.#options.marks.move(moves);
        await Promise.all(moves.map((move, index) => this.#settle(asked[index], move, moved.has(move.keyId))));
      } catch (error) {
        for (const { state, reject } of asked) {
          state.move = undefined;
          reject(error);
        }
      }
    }
  }

  async #settle(asked: Asked | undefined, move: MarkMove, hasMoved: boolean): Promise<void> {
    if (!asked) return;
    const { state, resolve } = asked;
    const mark = hasMoved ? move.to : await this.#options.marks.read(state.keyId);
    // Another keeper has moved it and owns what is below.
    if (!hasMoved) state.window.raiseFloor(mark);
    state.mark = mark;
    state.renewAt = hasMoved ? nonceAfter(mark, -AHEAD_MS / 2) : mark;
    state.move = undefined;
    resolve();
  }

  #idle(): KeyState[] {
    const before = this.#options.clock.now() - IDLE;
    return [...this.#states.values()].filter(({ lastUsedAt, move }) => lastUsedAt < before && !move);
  }

  /** Forgets windows, and moves their marks back to the highest nonce that was used. */
  async #giveUp(states: readonly KeyState[]): Promise<void> {
    if (states.length === 0) return;
    const moves = states
      .filter(({ window, mark }) => window.highest < mark)
      .map(({ keyId, window, mark }) => ({ keyId, from: mark, to: window.highest }));
    for (const { keyId } of states) this.#states.delete(keyId);
    if (moves.length === 0) return;
    const written = this.#options.marks.move(moves).then(
      () => undefined,
      // The marks stay where they are, which refuses more than it need, and never less.
      (error: unknown) => this.#options.log.warn({ err: error }, "marks of nonces could not be moved back"),
    );
    for (const { keyId } of moves) {
      const waited = written.finally(() => this.#loading.delete(keyId));
      this.#loading.set(keyId, waited);
    }
    await written;
  }
}
