/** Ends the sessions of servers that are no longer part of the cluster. */
import type { Log } from "../../kit/log/log.ts";
import type { LeaseHold, LeaseHolder } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { serverLeaseName, type PresenceRecorder, type PresenceStore } from "../presence/index.ts";

export interface FormerServersDeps {
  readonly leases: LeaseHolder;
  readonly presence: Pick<PresenceStore, "serversWithOpenSessions">;
  readonly recorder: PresenceRecorder;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

/**
 * Looks once, and ends the sessions on servers that are not among `configured`. A server whose lease another process has is left alone: that process has another cluster's file, and
 * polls it.
 */
export async function endFormerSessions(
  deps: FormerServersDeps,
  configured: ReadonlySet<string>,
  signal: AbortSignal,
  why = "is no longer configured",
): Promise<void> {
  const { presence, log } = deps;
  try {
    for (const server of await presence.serversWithOpenSessions()) {
      if (signal.aborted) return;
      if (!configured.has(server)) await endSessions(deps, server, why, signal);
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error, why }, "sessions on servers that are no longer read were not ended");
  }
}

async function endSessions(deps: FormerServersDeps, server: string, why: string, signal: AbortSignal): Promise<void> {
  const { leases, recorder, clock, log } = deps;
  const end = async ({ fence }: LeaseHold): Promise<void> => {
    try {
      await recorder.adopt(server, fence, clock.now());
      await recorder.remove(server, clock.now());
      log.info({ server }, `${server} ${why}: the sessions on it were ended`);
    } finally {
      await recorder.release(server).catch(() => undefined);
    }
  };
  await leases.whileHeld(serverLeaseName(server), end, signal);
}
