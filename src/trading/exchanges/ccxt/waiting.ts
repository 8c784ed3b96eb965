/** Waits of an exchange's followers: they end early and quietly when the exchange is no longer followed. */
import type { BackOffRules } from "../../../kit/time/back-off.ts";
import type { Clock } from "../../../kit/time/clock.ts";

/** Between attempts to reach an exchange or a market of it. */
export const startBackOff: BackOffRules = { firstMs: 500, maxMs: 60_000 };

/** Resolves after the time or when the signal is aborted, whichever comes first. */
export async function sleepQuietly(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
