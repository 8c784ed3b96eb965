/** Turns what the library throws into failures that say what to do next. */
import { failureVerdict } from "../core/failure-verdict.ts";
import { ExchangeFailure } from "../core/failure.ts";
import { errorFacts } from "./error-facts.ts";

export interface FailingOptions {
  readonly intent?: "read" | "change";
  /** Asked when it failed. */
  readonly wasSent?: () => boolean;
  readonly secrets?: readonly string[];
}

/**
 * @throws ExchangeFailure and nothing else
 */
export async function failing<T>(request: () => Promise<T>, options: FailingOptions = {}): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw asFailure(error, options);
  }
}

/**
 * Repeats a request that its exchange refused for its time. One that may not leave a second time has left once, and was
 * refused: it is `unavailable`, where `withheld` would say that it never left.
 */
export async function unavailableIfWithheld<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ExchangeFailure) || error.kind !== "withheld") throw error;
    throw new ExchangeFailure("unavailable", "clock", `Refused for its time, and not sent again: ${error.message}`);
  }
}

export function asFailure(
  error: unknown,
  { intent = "read", wasSent = () => true, secrets = [] }: FailingOptions,
): ExchangeFailure {
  if (error instanceof ExchangeFailure) return error;
  const facts = errorFacts(error, secrets);
  const { kind, reason } = failureVerdict({ intent, wasSent: wasSent(), ...facts });
  const options = facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs };
  return new ExchangeFailure(kind, reason, facts.message, options);
}
