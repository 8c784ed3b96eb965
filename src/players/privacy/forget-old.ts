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

/**
 * Stops between two batches when `signal` is aborted; what is left is for the next night.
 *
 * @throws an AggregateError of what failed, when all else was forgotten.
 */
export async function forgetOld(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const removed: Record<string, number> = {};
  const failures = new Map<string, unknown>();
  for (const [what, forget] of Object.entries(stepsOf(deps, signal))) {
    // A statement that takes too long would take too long each night, and keep all that comes after it.
    await forget().then(
      (count) => (removed[what] = count),
      (error: unknown) => failures.set(what, error),
    );
  }
  if (Object.values(removed).some((count) => count > 0)) deps.log.info(removed, "what is too old was forgotten");
  if (failures.size > 0) {
    throw new AggregateError([...failures.values()], `could not be forgotten: ${[...failures.keys()].join(", ")}`);
  }
}

/** What is forgotten, in this order: players before their accounts. */
function stepsOf({ retention, sessions, config, clock }: RetentionDeps, signal: AbortSignal) {
  const now = clock.now();
  const inTurn = (keptDays: number, remove: (before: Instant) => Promise<number>) => () =>
    inBatches(now, keptDays, remove, signal);
  return {
    sessions: () => once(now, config.retentionSessionDays, (before) => sessions.deleteSessionsBefore(before)),
    logLines: inTurn(config.retentionTribeLogDays, (before) => retention.removeLogLines(before)),
    names: inTurn(config.retentionNameDays, (before) => retention.removePastNames(before)),
    memberships: inTurn(config.retentionMembershipDays, (before) => retention.removePastMemberships(before)),
    players: inTurn(config.retentionGoneDays, (before) => retention.removeGonePlayers(before)),
    accounts: inTurn(config.retentionGoneDays, (before) => retention.removeGoneAccounts(before)),
    tribes: inTurn(config.retentionGoneDays, (before) => retention.removeGoneTribes(before)),
    deliveries: inTurn(1, () => retention.removeUnwantedDeliveries()),
  };
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
