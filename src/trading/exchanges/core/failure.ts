/** How a request to an exchange can fail, named by what the caller may do next. */

/**
 * - `withheld`: it did not leave this process, because its caller no longer wanted it sent. Nothing happened.
 * - `rejected`: the exchange said no, and the same request would be refused again. Nothing happened.
 * - `unavailable`: nothing happened; the same request may be sent again later.
 * - `unknown`: it cannot be told whether it happened. Never send it again: look it up.
 */
export type FailureKind = "withheld" | "rejected" | "unavailable" | "unknown";

/** Why, as far as callers treat it differently. */
export type FailureReason =
  | "filter"
  | "insufficientFunds"
  | "wouldTake"
  | "unknownMarket"
  | "unknownOrder"
  | "badKey"
  | "notPermitted"
  | "clock"
  | "rateLimited"
  | "banned"
  | "maintenance"
  | "breakerOpen"
  | "network"
  | "timeout"
  | "unsupported"
  | "duplicate"
  /** Withheld: its time was over. */
  | "late"
  /** Withheld: its caller said no when it was about to leave. */
  | "stopped"
  | "other";

export class ExchangeFailure extends Error {
  override readonly name = "ExchangeFailure";
  readonly kind: FailureKind;
  readonly reason: FailureReason;
  /** When it makes sense to try again, in milliseconds from now. Only where the exchange or a breaker tells. */
  readonly retryAfterMs: number | undefined;

  /** @param message the exchange's message, for people: without keys, signatures or addresses that hold them. */
  constructor(
    kind: FailureKind,
    reason: FailureReason,
    message: string,
    options: { readonly cause?: unknown; readonly retryAfterMs?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.reason = reason;
    this.retryAfterMs = options.retryAfterMs;
  }
}
