/** Stops asking an exchange that does not answer, and asks it now and then whether it does again. */

const MAX_ERRORS = 5;
const WINDOW_MS = 30_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;
/** A probe that never ends does not keep the breaker open for ever. */
const PROBE_MS = 30_000;

/**
 * Opens after five network errors within 30 seconds. After a pause, which doubles up to a minute, it is half open: one
 * public request is let through, and its outcome closes it or starts the next pause. Knows no clock.
 */
export class Breaker {
  /** Times of the last errors, oldest first. */
  readonly #errors: number[] = [];
  #openUntilMs: number | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #probingUntilMs = 0;

  /** Whether a request may be sent. Of a half-open one, the first public request is the probe. */
  admits(request: { readonly isPublic: boolean }, nowMs: number): boolean {
    if (this.#openUntilMs === undefined) return true;
    if (nowMs < this.#openUntilMs || !request.isPublic || nowMs < this.#probingUntilMs) return false;
    this.#probingUntilMs = nowMs + PROBE_MS;
    return true;
  }

  /** The exchange answered, whatever it said. An answer to a request from before the breaker opened closes it too. */
  answered(): void {
    if (this.#openUntilMs === undefined) return;
    this.#openUntilMs = undefined;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#probingUntilMs = 0;
    this.#errors.length = 0;
  }

  /** A request did not get an answer. */
  failed(nowMs: number): void {
    if (this.#openUntilMs !== undefined) {
      const isProbe = this.#probingUntilMs > 0;
      if (isProbe) this.#open(nowMs, Math.min(this.#pauseMs * 2, MAX_PAUSE_MS));
      return;
    }
    this.#errors.push(nowMs);
    while ((this.#errors[0] ?? nowMs) <= nowMs - WINDOW_MS) this.#errors.shift();
    if (this.#errors.length >= MAX_ERRORS) this.#open(nowMs, FIRST_PAUSE_MS);
  }

  get isOpen(): boolean {
    return this.#openUntilMs !== undefined;
  }

  /** How long nothing may be sent, in milliseconds; 0 when a request may be tried. */
  retryAfterMs(nowMs: number): number {
    return Math.max(0, (this.#openUntilMs ?? nowMs) - nowMs);
  }

  #open(nowMs: number, pauseMs: number): void {
    this.#pauseMs = pauseMs;
    this.#openUntilMs = nowMs + pauseMs;
    this.#probingUntilMs = 0;
    this.#errors.length = 0;
  }
}
