/** One strategy as it is now: pushed where the socket lets the page follow it, asked for every few seconds where not. */
import type { StrategySummary } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked, type Asked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import type { Failure } from "../../../live/failure.ts";
import { pushState, useChannel } from "../../../live/push.ts";

export const ASKED_EVERY_MS = 3_000;
/** As a check of what is pushed, and for what the list alone has. */
const CHECKED_EVERY_MS = 30_000;

export interface FollowedStrategy {
  readonly asked: Asked<{ readonly strategy: StrategySummary | undefined }>;
  /** Whether changes come at once. */
  readonly isPushed: boolean;
  /** Why they do not. */
  readonly refusal: Failure | undefined;
}

export function useStrategy(id: string): FollowedStrategy {
  const { message, atMs, failure } = useChannel(`strategy/${id}`);
  const isPushed = failure === undefined && message !== undefined && pushState.value === "open";
  const asked = useAsked((signal) => findStrategy(id, signal), [id], {
    everyMs: isPushed ? CHECKED_EVERY_MS : ASKED_EVERY_MS,
  });
  const pushed = message?.data as StrategySummary | null | undefined;
  const isNewer = pushed && atMs !== undefined && atMs > (asked.atMs ?? 0);
  return {
    asked: isNewer ? { ...asked, value: { strategy: pushed }, atMs } : asked,
    isPushed,
    refusal: failure,
  };
}

/** By its id, or by that of its profile. */
async function findStrategy(
  id: string,
  signal: AbortSignal,
): Promise<{ readonly strategy: StrategySummary | undefined }> {
  for await (const strategy of trading.strategies.dataList.each({ limit: 1_000 }, { signal })) {
    if (strategy.id === id || strategy.profile_id === id) return { strategy };
  }
  return { strategy: undefined };
}
