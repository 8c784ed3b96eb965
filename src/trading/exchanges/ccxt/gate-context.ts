/** What the gate knows of one instance of the library: for whom it asks, and what is going on in it. */
import type { ExchangeCredentials } from "../store.ts";
import { NO_SECRETS } from "./error-facts.ts";

/** Market data wait for their place in the rate budget, orders do not: their prices would be old. */
const PUBLIC_WAIT_MS = 60_000;
const PRIVATE_WAIT_MS = 5_000;

/** What is going on in one instance of the library. */
export interface GateContext {
  /** Asks for nobody's data: such requests may try whether the exchange answers again. */
  readonly isPublic: boolean;
  /** What it has of somebody's key: in nothing that is kept of its errors. */
  readonly secrets: readonly string[];
  /** The longest wait for a place in the rate budget. */
  readonly maxWaitMs: number;
  /** May use what is kept for cancels and lookups. */
  urgent: boolean;
  /** Something that could change something has left. Reset by who asks. */
  wasSent: boolean;
  /** When the last request left, after all waiting. */
  sentMs: number;
}

/** Of an instance that asks for what everybody may know. */
export function publicContext(): GateContext {
  return { ...IDLE, isPublic: true, secrets: NO_SECRETS, maxWaitMs: PUBLIC_WAIT_MS };
}

/** Of the instance that looks whether the exchange is there, and what time it is there. */
export function probeContext(): GateContext {
  return { ...publicContext(), urgent: true, maxWaitMs: PRIVATE_WAIT_MS };
}

/** Of an instance with somebody's key. */
export function privateContext({ token, secret, password = "" }: ExchangeCredentials): GateContext {
  return { ...IDLE, isPublic: false, secrets: [token, secret, password], maxWaitMs: PRIVATE_WAIT_MS };
}

const IDLE = { urgent: false, wasSent: false, sentMs: 0 };
