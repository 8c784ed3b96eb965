/** The storage port of idempotent requests. */
import type { Transaction } from "../../kit/sql/database.ts";
import type { Instant } from "../../kit/time/instant.ts";

/** A request by the key that its caller chose. */
export interface RequestId {
  readonly uid: number;
  /** What the caller authenticated with: each API key and each session has its own request keys. */
  readonly credential: { readonly kind: "key" | "session"; readonly id: string };
  readonly key: string;
}

export interface KeptRequest {
  readonly requestHash: Buffer;
  /** Sealed; null where its caller is unknown, or it was never given: rows of releases before this one. */
  readonly answer: string | null;
}

/** Requests from before `oldest` are forgotten. */
export interface IdempotencyStore {
  find(request: RequestId, oldest: Instant): Promise<KeptRequest | undefined>;
  /**
   * Begins a request, whose change and answer are to be committed by this transaction. Answers what was kept of an earlier
   * one, or that another transaction has begun it and is not over.
   */
  begin(tx: Transaction, request: RequestId, oldest: Instant): Promise<"begun" | "running" | KeptRequest>;
  /** Keeps the answer of a request that this transaction has begun. */
  keep(
    tx: Transaction,
    request: RequestId,
    kept: { readonly requestHash: Buffer; readonly answer: string; readonly at: Instant },
  ): Promise<void>;
  /** Forgets all from before; answers how many. */
  prune(oldest: Instant): Promise<number>;
}
