/** How long a game server is left alone after something failed. */

const FIRST_MS = 1_000;
const MOST_MS = 60_000;

/** Games count refused passwords and shut the address out; a minute apart, they never count enough. */
const WRONG_PASSWORD_FIRST_MS = 60_000;
const WRONG_PASSWORD_MOST_MS = 15 * 60_000;

/** So many doublings are past every limit. */
const MAX_DOUBLINGS = 16;

/**
 * Milliseconds until the next attempt after `failures` (1 or more) failures in a row: 1 s, doubled each time up to 60 s,
 * and of that a part between a half and the whole. After a wrong password 60 s, doubled up to 15 minutes, and up to a
 * quarter more: never less than 60 s. `fraction`, from 0 to 1, says where between the two ends, so that many servers that
 * went down together are not all asked at one moment.
 */
export function retryDelayMs(failures: number, passwordWasWrong: boolean, fraction: number): number {
  const doubled = 2 ** Math.min(failures - 1, MAX_DOUBLINGS);
  if (passwordWasWrong) {
    return Math.round(Math.min(WRONG_PASSWORD_FIRST_MS * doubled, WRONG_PASSWORD_MOST_MS) * (1 + fraction / 4));
  }
  return Math.round(Math.min(FIRST_MS * doubled, MOST_MS) * (0.5 + fraction / 2));
}
