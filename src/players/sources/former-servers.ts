/** Ends the sessions of servers that are no longer part of the cluster. */
import type { Log } from "../../kit/log/log.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { acquireLease, releaseLease } from "../../kit/sql/lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { serverLeaseName, type PresenceRecorder, type PresenceStore } from "../presence/index.ts";

export interface FormerServersDeps {
  readonly db: Queryable;
  readonly presence: Pick<PresenceStore, "serversWithOpenSessions">;
  readonly recorder: PresenceRecorder;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
  readonly node: string;
  readonly leaseMs: number;
}

/**
 * Looks once. A server whose lease another process has is left alone: that process has another cluster's file, and
 * polls it.
 */
export async function endFormerSessions(
  deps: FormerServersDeps,
  configured: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const { presence, log } = deps;
  try {
    for (const server of await presence.serversWithOpenSessions()) {
      if (signal.aborted) return;
      if (!configured.has(server)) await endSessions(deps, server);
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, "sessions on servers that are no longer configured were not ended");
  }
}

async function endSessions(deps: FormerServersDeps, server: string): Promise<void> {
  const { db, recorder, clock, log, node, leaseMs } = deps;
  const lease = await acquireLease(db, { name: serverLeaseName(server), owner: node, ttlMs: leaseMs });
  if (!lease) return;
  try {
    await recorder.adopt(server, lease.fence, clock.now());
    await recorder.remove(server, clock.now());
    log.info({ server }, `${server} is no longer configured: the sessions on it were ended`);
  } finally {
    await recorder.release(server).catch(() => undefined);
    await releaseLease(db, lease).catch(() => undefined);
  }
}
