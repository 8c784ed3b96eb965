/** The time, for what runs on the screen: ages and remaining times. */
import { useEffect, useState } from "preact/hooks";
import { serverNowMs } from "./server-clock.ts";

const EVERY_MS = 1_000;

/** The server's time in milliseconds since 1970, read again every `everyMs`. */
export function useNow(everyMs = EVERY_MS): number {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
