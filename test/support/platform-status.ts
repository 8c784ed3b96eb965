import { callsToday } from "../../src/players/platform/core/quota.ts";
import { stopOf, type RefreshDeps } from "../../src/players/platform/refresh.ts";
import type { PlatformProblem } from "../../src/players/platform/store.ts";
import type { Instant } from "../../src/kit/time/instant.ts";

/** How rounds of asking Steam go, as tests look at it. */
export interface PlatformStatus {
  readonly state: "off" | "working" | "paused" | "quotaUsed";
  /** When Steam last answered as it should; null for never. */
  readonly lastGoodAt: Instant | null;
  /** The last problem since then. */
  readonly lastProblem?: PlatformProblem;
  /** Made by all processes with this key since midnight in UTC. */
  readonly callsToday: number;
  readonly callsPerDay: number;
  readonly pausedUntil?: Instant;
}

/** Reads how it goes with the key that is set now. */
export async function platformStatus({
  accounts,
  steam,
  callsPerDay,
  clock,
}: Omit<RefreshDeps, "log">): Promise<PlatformStatus> {
  const known = steam && (await accounts.findState(steam.keyId));
  const now = clock.now();
  const stop = stopOf(known, callsPerDay, now);
  const lastProblem = known?.lastProblem;
  return {
    state: steam ? (stop ?? "working") : "off",
    lastGoodAt: known?.lastGoodAt ?? null,
    ...(lastProblem ? { lastProblem } : {}),
    callsToday: callsToday(known, now),
    callsPerDay,
    ...(stop === "paused" && known?.pausedUntil ? { pausedUntil: known.pausedUntil } : {}),
  };
}
