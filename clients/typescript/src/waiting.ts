/** Waiting: between attempts, and for no longer than the caller allows. */

const [FIRST_MS, MAX_MS] = [250, 10_000];

/**
 * Doubles with every failure in a row, less a random part of its upper half, so that clients that failed together do not
 * come back together.
 *
 * @param failures how many there were, from 1
 */
export function backOffMs(failures: number, firstMs = FIRST_MS, maxMs = MAX_MS): number {
  const wholeMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(wholeMs * (0.5 + Math.random() / 2));
}

/** Milliseconds that a `Retry-After` asks for: seconds or a date (RFC 9110, section 10.2.3). Undefined without one. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.round(Number(text) * 1000);
  const at = /^[A-Z][a-z]{2,8},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(at - Date.now(), 0);
}

/** @throws the signal's reason when it is aborted first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error("aborted", { cause: reason });
}

/** A signal that is aborted by another one, or when `ms` have passed before `release` is called. */
export function limitedSignal(ms: number, signal?: AbortSignal): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${ms} ms`)), ms);
  return {
    signal: signal ? AbortSignal.any([controller.signal, signal]) : controller.signal,
    release: () => clearTimeout(timer),
  };
}
