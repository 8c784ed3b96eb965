/** Which nonces were used, of all keys. */
import type { NonceVerdict } from "./core/nonce-window.ts";
import type { Nonce } from "./core/nonce.ts";

/**
 * Two ways to remember: `own-windows.ts` for one process, `shared-windows.ts` for many. Neither ever accepts a nonce
 * twice, whatever process or machine fails when; where it cannot know, it refuses.
 */
export interface NonceWindows {
  /**
   * Uses a nonce up. Answers at once where nothing has to be written or asked first.
   *
   * @throws access.unavailable when what it needs cannot be reached.
   */
  use(keyId: number, nonce: Nonce): NonceVerdict | Promise<NonceVerdict>;
  start(): void;
  /** From now on nothing is accepted. */
  stop(): Promise<void>;
}

/**
 * How far the mark of a key is moved ahead of the highest nonce that was accepted, in milliseconds. How often the mark
 * of a busy key is written. For as long after a crash its requests may be refused, if the restart takes less.
 */
export const AHEAD_MS = 1_000;
