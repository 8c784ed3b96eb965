/** What a page goes on showing when its session ends while it is open: what was read, and what was entered, is not lost. */
import { useRef } from "preact/hooks";

export interface KeptCaller<Caller> {
  /** Who is signed in, or was when the session ended. `undefined` until it is known; `null` for a caller without a session. */
  readonly caller: Caller | null | undefined;
  /** The session has ended since the page opened. Signing out loads the console again, and leaves nothing. */
  readonly hasEnded: boolean;
}

/** @param now who is signed in to the service of the page */
export function useKeptCaller<Caller>(now: Caller | null | undefined): KeptCaller<Caller> {
  const last = useRef<Caller>(undefined);
  if (now !== null && now !== undefined) last.current = now;
  return now === null && last.current !== undefined
    ? { caller: last.current, hasEnded: true }
    : { caller: now, hasEnded: false };
}
