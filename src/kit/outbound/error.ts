/**
 * Failures of an outbound request, by what the caller may do about them. `refused` is final: the request or the answer
 * breaks a rule. `unreachable` and `timeout` may pass if tried later. `tooLarge` and `tooManyRedirects` are final for
 * the other side's answer.
 */
export type OutboundErrorKind = "refused" | "unreachable" | "timeout" | "tooLarge" | "tooManyRedirects";

/**
 * A failed outbound request. `reason` (the same as `message`) may be shown to the person who steered the request: it
 * never holds an address, only host names. The machine's own message is in `cause`, for the log.
 */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly kind: OutboundErrorKind;

  constructor(kind: OutboundErrorKind, reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }

  get reason(): string {
    return this.message;
  }
}
