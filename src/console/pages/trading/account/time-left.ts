/** How long a session still lasts. */

export interface TimeLeft {
  /** Until it ends if it is not used. */
  readonly unusedMs: number;
  /** Until it ends however much it is used; undefined where that is not known. */
  readonly wholeMs: number | undefined;
}

/**
 * @param session as `session/current` answers it: the question itself has used the session
 * @param askedMs when that was answered, by the server's clock, in milliseconds since 1970
 */
export function timeLeft(
  session: { readonly session_timeout: number; readonly expires_at: number | null },
  askedMs: number,
  nowMs: number,
): TimeLeft {
  const unusedMs = Math.max(0, askedMs + session.session_timeout * 1_000 - nowMs);
  const wholeMs = session.expires_at === null ? undefined : Math.max(0, session.expires_at * 1_000 - nowMs);
  return { unusedMs, wholeMs };
}
