/**
 * Nonces as many processes remember them together: each key's window is in Redis, and its mark in the database. While
 * Redis is away, the database keeps the window too.
 *
 * Redis may lose what it holds, and processes may not agree whether it is there, or which one it is. So the key's row in
 * the database says who keeps the window, and the keeper changes only under the row's lock. A keeper accepts nothing at
 * or below the mark at which it began, and nothing above the mark that was written while it was the keeper:
 *
 * - Redis accepts a nonce only below the key's mark, which is moved ahead of use. Each window has its own name, so one
 *   that Redis has from before is never mistaken for the key's.
 * - The database notes each nonce before it is accepted, and raises the mark with it.
 *
 * So no nonce passes twice, whichever process is wrong about Redis. A change of keepers costs the unused nonces up to
 * the mark: they are refused for about as long as a mark is ahead.
 */
import { LRUCache } from "lru-cache";
import { invariant } from "../../kit/errors/invariant.ts";
import type { Ids } from "../../kit/ids/ids.ts";
import type { ReplayVerdict, ReplayWindow } from "../../kit/limits/replay-window.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { NonceVerdict } from "./core/nonce-window.ts";
import { nonceAfter, type Nonce } from "./core/nonce.ts";
import { accessErrors, SOON } from "./errors.ts";
import { AHEAD_MS, type NonceWindows } from "./nonce-windows.ts";
import { RecordedNonces } from "./recorded-nonces.ts";
import type { HeldWindow, NonceMarks, WindowChange } from "./store.ts";

/** Keys of which is kept in mind who keeps their window, about 150 bytes each. */
const MAX_KNOWN = 100_000;
const MAX_ATTEMPTS = 5;
/** How often Redis is tried while it is away. */
const TRY_AGAIN_MS = 1_000;

export interface SharedWindowsOptions {
  readonly marks: Pick<NonceMarks, "moveAlone" | "recordUsed">;
  readonly replay: ReplayWindow;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Pick<Log, "info" | "warn">;
}

/** A window in Redis, and a mark that was written while it was the key's: never above the mark in the database. */
interface InRedis {
  readonly name: string;
  readonly mark: Nonce;
}

type Known = InRedis | "database";

/** Redis did not answer, so nothing is known of the nonce. */
class RedisAway extends Error {
  override readonly name = "RedisAway";
}

export class SharedNonceWindows implements NonceWindows {
  readonly #options: SharedWindowsOptions;
  readonly #recorded: RecordedNonces;
  readonly #known = new LRUCache<number, Known>({ max: MAX_KNOWN });
  readonly #moving = new Map<number, Promise<unknown>>();
  readonly #stopping = new AbortController();
  #isRedisAway = false;

  constructor(options: SharedWindowsOptions) {
    this.#options = options;
    this.#recorded = new RecordedNonces(options.marks);
  }

  start(): void {
    this.#options.clock.every(TRY_AGAIN_MS, () => this.#tryRedis(), this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#moving.values());
    await this.#recorded.settled();
  }

  async use(keyId: number, nonce: Nonce): Promise<NonceVerdict> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#stopping.signal.aborted; attempt++) {
      try {
        const verdict = await this.#useOnce(keyId, nonce);
        if (verdict !== undefined) return verdict;
      } catch (cause) {
        // Then the database is asked.
        if (!(cause instanceof RedisAway)) throw accessErrors.unavailable({}, { ...SOON, cause });
      }
    }
    throw accessErrors.unavailable({}, SOON);
  }

  /** Undefined when the keeper has changed, or the key's mark was moved by another request: to be asked again. */
  async #useOnce(keyId: number, nonce: Nonce): Promise<NonceVerdict | undefined> {
    const known = this.#known.get(keyId);
    if (this.#isRedisAway || known === "database") return this.#useRecorded(keyId, nonce);
    if (known !== undefined && nonce <= known.mark) {
      const verdict = await this.#askRedis(known.name, nonce);
      if (verdict !== "unknown") return verdict;
      this.#known.delete(keyId);
      return undefined;
    }
    const running = this.#moving.get(keyId);
    if (!running) return this.#useAlone(keyId, nonce);
    await Promise.allSettled([running]);
    return undefined;
  }

  /** Uses the nonce in the database, which begins to keep the window when Redis is away. */
  async #useRecorded(keyId: number, nonce: Nonce): Promise<NonceVerdict | undefined> {
    const { verdict, floor } = await this.#recorded.use(keyId, nonce, () => !this.#isRedisAway);
    if (verdict === "elsewhere") {
      this.#known.delete(keyId);
      return undefined;
    }
    this.#known.set(keyId, "database");
    // It may never have been used: the mark stood ahead when the window changed hands. It is not the caller's mistake.
    const isJustBelow = verdict === "low" && floor !== undefined && nonce > nonceAfter(floor, -AHEAD_MS);
    if (isJustBelow) throw accessErrors.unavailable({}, SOON);
    return verdict;
  }

  /** Moves the mark above the nonce, and begins a window where there is none. */
  async #useAlone(keyId: number, nonce: Nonce): Promise<NonceVerdict | undefined> {
    const using = this.#options.marks.moveAlone(keyId, (held) => this.#useHeld(keyId, held, nonce));
    this.#moving.set(keyId, using);
    try {
      const { mark, result } = await using;
      this.#known.set(keyId, result.name === undefined ? "database" : { name: result.name, mark });
      return result.verdict;
    } finally {
      if (this.#moving.get(keyId) === using) this.#moving.delete(keyId);
    }
  }

  async #useHeld(keyId: number, held: HeldWindow, nonce: Nonce): Promise<WindowChange<HeldResult>> {
    const { window, keeper } = held;
    const known = this.#known.get(keyId);
    // A database that has lost its last moment may name a window from before, and a mark below what was accepted.
    const wentBack = known !== undefined && known !== "database" && known.mark > held.mark;
    const mark = wentBack ? known.mark : held.mark;
    const inDatabase = { mark, result: { name: undefined, verdict: undefined } } as const;
    if (keeper === "database") return wentBack ? { ...inDatabase, keeper } : inDatabase;
    const name = nameOf(keyId, window);
    const verdict = keeper === "redis" && !wentBack ? await this.#askRedis(name, nonce) : "unknown";
    if (verdict !== "unknown") return used(name, verdict, mark, nonce);
    // Processes that reach different servers, or one that forgets, would begin windows in turn, and refuse each other's
    // nonces. They find together in the database.
    if (held.isBegunLately && keeper === "redis" && !wentBack) return { ...inDatabase, keeper: "database" };
    // The release before knows one name only, and shares the window of a key that has never had another one.
    const isFirst = keeper === "redis" && window === undefined && held.isUnbegun && !wentBack;
    // A window whose beginning was cut short is never found again: its name was not written.
    const begun = isFirst ? undefined : this.#options.ids.next("window");
    const newName = nameOf(keyId, begun);
    const first = await this.#askRedis(newName, nonce, mark);
    invariant(first !== "unknown", "a window with a floor is begun where there is none");
    return { ...used(newName, first, mark, nonce), keeper: { begun } };
  }

  /** @throws RedisAway */
  async #askRedis(name: string, nonce: Nonce, floor?: Nonce): Promise<ReplayVerdict> {
    try {
      return await this.#options.replay.use(name, nonce, floor);
    } catch (cause) {
      if (!this.#isRedisAway) {
        this.#options.log.warn({ err: cause }, "Redis does not answer: nonces of API keys are kept in the database");
      }
      this.#isRedisAway = true;
      throw new RedisAway("Redis does not answer", { cause });
    }
  }

  async #tryRedis(): Promise<void> {
    if (!this.#isRedisAway || !(await this.#options.replay.answers())) return;
    this.#isRedisAway = false;
    this.#options.log.info({}, "Redis answers again: it keeps the nonces of API keys within a minute");
  }
}

interface HeldResult {
  /** Of the window in Redis; undefined where the database keeps it. */
  readonly name: string | undefined;
  readonly verdict: NonceVerdict | undefined;
}

/** Moves the mark ahead of a nonce that was used. */
function used(name: string, verdict: NonceVerdict, mark: Nonce, nonce: Nonce): WindowChange<HeldResult> {
  const next = nonceAfter(nonce, AHEAD_MS);
  return { mark: verdict === "fresh" && next > mark ? next : mark, result: { name, verdict } };
}

function nameOf(keyId: number, window: string | undefined): string {
  return window === undefined ? String(keyId) : `${keyId}:${window}`;
}
