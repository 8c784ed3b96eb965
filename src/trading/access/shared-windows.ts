/**
 * Nonces as many processes remember them together: each key's window is in Redis, and its mark in the database.
 *
 * Redis may lose what it holds, so it is never believed alone. A nonce is accepted only below the key's mark, which is
 * moved ahead of use; and a window that Redis does not have is begun anew above the mark, while no other process does the
 * same. What is lost with Redis is refused, for about as long as a mark is ahead.
 *
 * While Redis does not answer, signed requests are refused (503): nothing else would be sound. Requests without nonces go
 * on.
 */
import { LRUCache } from "lru-cache";
import { invariant } from "../../kit/errors/invariant.ts";
import type { ReplayWindow } from "../../kit/limits/replay-window.ts";
import type { NonceVerdict } from "./core/nonce-window.ts";
import { nonceAfter, type Nonce } from "./core/nonce.ts";
import { accessErrors, SOON } from "./errors.ts";
import { AHEAD_MS, type NonceWindows } from "./nonce-windows.ts";
import type { NonceMarks } from "./store.ts";

/** Marks that are kept in mind, about 100 bytes each. */
const MAX_MARKS = 100_000;
const MAX_ATTEMPTS = 5;

export interface SharedWindowsOptions {
  readonly marks: Pick<NonceMarks, "moveAlone">;
  readonly replay: ReplayWindow;
}

export class SharedNonceWindows implements NonceWindows {
  readonly #options: SharedWindowsOptions;
  /** Never above the marks in the database. */
  readonly #marks = new LRUCache<number, Nonce>({ max: MAX_MARKS });
  readonly #moving = new Map<number, Promise<unknown>>();
  #hasStopped = false;

  constructor(options: SharedWindowsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#hasStopped = false;
  }

  async stop(): Promise<void> {
    this.#hasStopped = true;
    await Promise.allSettled(this.#moving.values());
  }

  async use(keyId: number, nonce: Nonce): Promise<NonceVerdict> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#hasStopped; attempt++) {
      try {
        const running = this.#moving.get(keyId);
        if (nonce <= (this.#marks.get(keyId) ?? "")) {
          const verdict = await this.#options.replay.use(String(keyId), nonce);
          if (verdict !== "unknown") return verdict;
          this.#marks.delete(keyId);
        } else if (running) await Promise.allSettled([running]);
        else return await this.#useAlone(keyId, nonce);
      } catch (cause) {
        throw accessErrors.unavailable({}, { ...SOON, cause });
      }
    }
    throw accessErrors.unavailable({}, SOON);
  }

  /** Moves the mark above the nonce, and begins the window where there is none. */
  async #useAlone(keyId: number, nonce: Nonce): Promise<NonceVerdict> {
    const using = this.#options.marks.moveAlone(keyId, async (mark) => {
      const verdict = await this.#options.replay.use(String(keyId), nonce, mark);
      invariant(verdict !== "unknown", "a window with a floor is begun where there is none");
      const next = nonceAfter(nonce, AHEAD_MS);
      return { mark: verdict === "fresh" && next > mark ? next : mark, result: verdict };
    });
    this.#moving.set(keyId, using);
    try {
      const { mark, result } = await using;
      this.#marks.set(keyId, mark);
      return result;
    } finally {
      if (this.#moving.get(keyId) === using) this.#moving.delete(keyId);
    }
  }
}
