/** Why a call failed. Every call of every service throws this class, or the reason of the caller's own `AbortSignal`. */

/**
 * - `refused`: the service answered with an error. `status`, and nearly always `code`, say which.
 * - `noAnswer`: the connection failed, the answer was cut off, or it took longer than `timeoutMs`.
 * - `unreadable`: something answered, but not the service: a proxy, or a redirect.
 */
export type FailureKind = "refused" | "noAnswer" | "unreadable";

export interface FailureFacts {
  readonly kind: FailureKind;
  /** `registry`, `players` or `trading`. */
  readonly service: string;
  /** As in the OpenAPI document: `orders.orderCreate`. */
  readonly operation: string;
  readonly status?: number | undefined;
  /** The service's own: a number of the trading platform, a name of the lookup. The registry has none. */
  readonly code?: number | string | undefined;
  /** Of the request in the log of the server. */
  readonly requestId?: string | undefined;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The answer as it was read; a text if it is not JSON. */
  readonly body?: unknown;
  /** With which the change may be sent again. */
  readonly idempotencyKey?: string | undefined;
  /** See `TripodError.mayHaveHappened`. */
  readonly mayHaveHappened?: boolean;
}

export class TripodError extends Error {
  override readonly name = "TripodError";
  readonly kind: FailureKind;
  readonly service: string;
  readonly operation: string;
  readonly status: number | undefined;
  readonly code: number | string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  /**
   * True if a change was sent and it is not known what became of it. To find out, send it again with `idempotencyKey`, or
   * read what it would have changed. False: nothing was changed.
   */
  readonly mayHaveHappened: boolean;

  constructor(message: string, facts: FailureFacts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = facts.kind;
    this.service = facts.service;
    this.operation = facts.operation;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.body = facts.body;
    this.idempotencyKey = facts.idempotencyKey;
    this.mayHaveHappened = facts.mayHaveHappened ?? false;
  }
}
