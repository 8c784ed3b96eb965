/**
 * Nonces of signed requests, in one form whatever the unit in which a client counts.
 *
 * A nonce is time since 1970. Until the year 2286 its first ten digits are the seconds and the rest are a fraction: 17
 * digits count 10^-7 s (also milliseconds times 10,000), 18 digits 10^-8 s (truncated nanoseconds), 19 digits
 * nanoseconds, and 20 digits 10^-10 s. Filled up with zeros to 20 digits all of them are comparable, as texts.
 */
import type { Brand } from "../../../kit/ids/brand.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";

/** 20 decimal digits: units of 10^-10 s since 1970. The order of the texts is the order in time. */
export type Nonce = Brand<string, "Nonce">;

const DIGITS = 20;
const WRITTEN = /^[1-9][0-9]{16,19}$/;
/** How far a client's clock may be ahead of ours. */
const MAX_AHEAD_MS = 60_000;
const UNITS_IN_MS = 10_000_000n;

/** The nonce that is written as 17 to 20 digits without a leading zero; undefined for everything else. */
export function readNonce(text: string): Nonce | undefined {
  return WRITTEN.test(text) ? (text.padEnd(DIGITS, "0") as Nonce) : undefined;
}

/** The nonce of a whole number, as a database writes it: without leading zeros. */
export function nonceOfNumber(digits: string): Nonce {
  return digits.padStart(DIGITS, "0") as Nonce;
}

/** The nonce of a moment; exact, as an instant has 16 digits. */
export function nonceAt(instant: Instant): Nonce {
  return `${String(instant).padStart(16, "0")}0000` as Nonce;
}

/** The nonce that is `ms` milliseconds later. */
export function nonceAfter(nonce: Nonce, ms: number): Nonce {
  return String(BigInt(nonce) + BigInt(ms) * UNITS_IN_MS).padStart(DIGITS, "0") as Nonce;
}

/** Whether a nonce is more than 60 seconds ahead of the server. */
export function isTooFarAhead(nonce: Nonce, now: Instant): boolean {
  return nonce > nonceAt(plusMillis(now, MAX_AHEAD_MS));
}
