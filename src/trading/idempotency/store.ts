/** What idempotent requests need from storage. */
import type { Instant } from "../../kit/time/instant.ts";

export interface KeptRequest {
  readonly requestHash: Buffer;
  /** JSON; null while the request runs, or after a crash in the middle of it. */
  readonly answer: string | null;
}

export interface IdempotencyStore {
  /** Begins a request; answers the one that has this key already. Requests from before `oldest` are forgotten. */
  begin(
    request: { uid: number; key: string; requestHash: Buffer; at: Instant },
    oldest: Instant,
  ): Promise<KeptRequest | undefined>;
  finish(uid: number, key: string, answer: string): Promise<void>;
  /** The request was refused: it may be sent again. */
  forget(uid: number, key: string): Promise<void>;
  /** Forgets all from before; answers how many. */
  prune(oldest: Instant): Promise<number>;
}
