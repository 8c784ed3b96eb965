/** Forgets what is older than it is to be kept, some at a time. */
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import type { PresenceStore } from "../presence/index.ts";
import type { RetentionConfig } from "./settings.ts";
import { RETENTION_BATCH, type RetentionStore } from "./store.ts";

/** The dependencies of the job. */
export interface RetentionDeps {
  readonly retention: RetentionStore;
  readonly sessions: Pick<PresenceStore, "deleteSessionsBefore">;
  readonly config: RetentionConfig;
  readonly clock: Clock;
  readonly log: Pick<Log, "info">;
}

/** Stops between two batches when `signal` is aborted; what is left is for the next night. */
export async function forgetOld(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { retention, sessions, config, clock, log } = deps;
  const now = clock.now();
  const removed = {
    sessions: await once(now, config.retentionSessionDays, (before) => sessions.deleteSessionsBefore(before)),
    logLines: await inBatches(now, config.retentionTribeLogDays, (before) => retention.removeLogLines(before), signal),
    names: await inBatches(now, config.retentionNameDays, (before) => retention.removePastNames(before), signal),
    memberships: await inBatches(
      now,
      config.retentionMembershipDays,
      (before) => retention.removePastMemberships(before),
      signal,
    ),
    players: await inBatches(now, config.retentionGoneDays, (before) => retention.removeGonePlayers(before), signal),
    accounts: await inBatches(now, config.retentionGoneDays, (before) => retention.removeGoneAccounts(before), signal),
    tribes: await inBatches(now, config.retentionGoneDays, (before) => retention.removeGoneTribes(before), signal),
    deliveries: await inBatches(now, 1, () => retention.removeUnwantedDeliveries(), signal),
  };
  if (Object.values(removed).some((count) => count > 0)) log.info(removed, "what is too old was forgotten");
}

async function once(now: Instant, keptDays: number, remove: (before: Instant) => Promise<number>): Promise<number> {
  return keptDays === 0 ? 0 : remove(plusMillis(now, -keptDays * DAY_MS));
}

async function inBatches(
  now: Instant,
  keptDays: number,
  remove: (before: Instant) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const batch = await once(now, keptDays, remove);
    removed += batch;
    if (batch < RETENTION_BATCH) break;
  }
  return removed;
}
