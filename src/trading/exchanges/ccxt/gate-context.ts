/** The gate's knowledge of one instance of the library: for whom it asks, and which requests are in progress. */
import { KeptLine } from "../../../kit/outbound/kept-line.ts";
import type { ExchangeCredentials } from "../store.ts";
import { NO_TERMS } from "../core/send-terms.ts";
import type { SendTerms } from "../port.ts";
import { NO_SECRETS } from "./error-facts.ts";

/** Market data wait for their place in the rate budget. Orders without terms do not: their prices would be old. */
const PUBLIC_WAIT_MS = 60_000;
const PRIVATE_WAIT_MS = 5_000;

/** The requests in progress in one instance of the library. */
export interface GateContext {
  /** Asks for public data only: such requests may try whether the exchange answers again. */
  readonly isPublic: boolean;
  /** The secrets of a key that it uses: none of its kept errors contains them. */
  readonly secrets: readonly string[];
  /** The longest wait for a place in the rate budget. */
  readonly maxWaitMs: number;
  /** May use what is kept for cancels and lookups. */
  urgent: boolean;
  /** The present request; replaced by the caller for each request. */
  attempt: Attempt;
  readonly pace: KeyPace;
  /** For requests that change something; without it the library sends them. */
  readonly line?: KeptLine;
  /** When the last request left, after all waiting. */
  sentMs: number;
}

/** One request of a caller, which the library may answer by several of its own. */
export interface Attempt {
  readonly terms: SendTerms;
  /** Something that could change something was written to a socket. */
  wasSent: boolean;
  /** Its caller has been answered: what has not left by then must not leave any more. */
  isOver: boolean;
}

/** Of the requests of one key, however many instances use it. */
export interface KeyPace {
  /** The number of the last one. */
  lastNonce: number;
  /** The exchange has told this key to send fewer: none is sent until then, in milliseconds. */
  heldUntilMs: number;
}

export function newPace(): KeyPace {
  return { lastNonce: 0, heldUntilMs: 0 };
}

export function newAttempt(terms: SendTerms = NO_TERMS): Attempt {
  return { terms, wasSent: false, isOver: false };
}

/** Of an instance that asks for what everybody may know. */
export function publicContext(): GateContext {
  return { ...idle(), isPublic: true, secrets: NO_SECRETS, maxWaitMs: PUBLIC_WAIT_MS };
}

/** Of the instance that looks whether the exchange is there, and what time it is there. */
export function probeContext(): GateContext {
  return { ...publicContext(), urgent: true, maxWaitMs: PRIVATE_WAIT_MS };
}

/** Of an instance with a user's key. */
export function privateContext(credentials: ExchangeCredentials, pace: KeyPace): GateContext {
  const line = new KeptLine();
  return { ...idle(), pace, line, isPublic: false, secrets: secretsOf(credentials), maxWaitMs: PRIVATE_WAIT_MS };
}

/** The secrets, which nothing stored may contain. */
export function secretsOf({ token, secret, password = "" }: ExchangeCredentials): readonly string[] {
  return [token, secret, password];
}

function idle() {
  return { urgent: false, attempt: newAttempt(), pace: newPace(), sentMs: 0 };
}

/** How long a request waits for its place: an order until its own last moment, what is urgent longer than others. */
export function patienceMs({ attempt, urgent, maxWaitMs }: GateContext, nowMs: number): number {
  const { notAfterMs } = attempt.terms;
  if (notAfterMs !== undefined) return Math.min(notAfterMs - nowMs, PUBLIC_WAIT_MS);
  return urgent ? PUBLIC_WAIT_MS : maxWaitMs;
}
