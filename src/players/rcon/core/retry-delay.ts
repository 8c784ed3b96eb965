/** How long a game server is left alone after something failed. */
import { backOffMs, doubledMs, type BackOffRules } from "../../../kit/time/back-off.ts";

const WAITS: BackOffRules = { firstMs: 1_000, maxMs: 60_000 };

/** Games count refused passwords and shut the address out; a minute apart, they never count enough. */
const WRONG_PASSWORD_WAITS: BackOffRules = { firstMs: 60_000, maxMs: 15 * 60_000 };

/**
 * Milliseconds until the next attempt after `failures` (1 or more) failures in a row: 1 s, doubled each time up to 60 s,
 * and of that a part between a half and the whole. After a wrong password 60 s, doubled up to 15 minutes, and up to a
 * quarter more: never less than 60 s. `fraction`, from 0 to 1, says where between the two ends, so that many servers that
 * went down together are not all asked at one moment.
 */
export function retryDelayMs(failures: number, passwordWasWrong: boolean, fraction: number): number {
  if (passwordWasWrong) return Math.round(doubledMs(failures, WRONG_PASSWORD_WAITS) * (1 + fraction / 4));
  return backOffMs(failures, WAITS, fraction);
}
