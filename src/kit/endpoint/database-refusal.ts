/**
 * The answer to a caller when the database goes away: whether to ask again, or to check first whether the change was
 * made.
 */
import { AppError } from "../errors/catalogue.ts";
import { isUnavailable, OutcomeUnknown } from "../sql/query-error.ts";
import type { ServiceForm } from "./form.ts";

/** A failover takes some seconds. Callers that all came back at once would meet a server that is just starting. */
const RETRY_AFTER_SECONDS = 2;

/** How far failures are unwrapped. */
const MAX_DEPTH = 8;

/**
 * The refusal for a failure of the database; every other error as it is.
 *
 * @param mayHaveChanged whether the request has committed something, or may have.
 */
export function databaseRefusal(error: unknown, form: ServiceForm, mayHaveChanged: boolean): unknown {
  if (error instanceof AppError) return error;
  let cause = error;
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth++) {
    if (cause instanceof OutcomeUnknown || isUnavailable(cause)) {
      const refusal = form.refusal(
        mayHaveChanged ? { kind: "outcomeUnknown" } : { kind: "unavailable", retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
      refusal.cause = error;
      return refusal;
    }
    cause = cause.cause;
  }
  return error;
}

/** The headers of a refusal of what may be asked again. */
export function retryAfter(seconds: number): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { "Retry-After": String(seconds) } };
}
