/** The upstream cannot be followed now. The message may be shown to the operator. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  /** How long it asked to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, options: { retryAfterMs?: number | undefined; cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}
