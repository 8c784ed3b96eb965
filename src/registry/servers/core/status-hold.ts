/** A status that was set here on a version of an upstream: it lasts until it is lifted here. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { ServerStatus } from "./status.ts";
import type { VersionRecord } from "./version-record.ts";

export interface StatusHold {
  readonly serverName: string;
  readonly version: string;
  readonly status: Exclude<ServerStatus, "active">;
  readonly statusMessage: string | null;
  readonly statusChangedAt: Instant;
  /** When it was set, or its message was changed. */
  readonly heldAt: Instant;
}

const STRICTNESS: Readonly<Record<ServerStatus, number>> = { active: 0, deprecated: 1, deleted: 2 };

/** The hold that a change of status makes; undefined for `active`, which lifts one. */
export function holdOf(after: VersionRecord): StatusHold | undefined {
  const { serverName, version, status, statusMessage, statusChangedAt, updatedAt } = after;
  if (status === "active") return undefined;
  return { serverName, version, status, statusMessage, statusChangedAt, heldAt: updatedAt };
}

/**
 * The upstream's version as it is shown here. Of the two statuses the stricter one counts, and of two equal ones the one
 * that was set here. Everything else is the upstream's. The version is not older than the hold, so that readers who ask
 * for changes by time see it.
 */
export function withHold(upstream: VersionRecord, hold: StatusHold | undefined): VersionRecord {
  if (!hold) return upstream;
  const updatedAt = Math.max(upstream.updatedAt, hold.heldAt) as Instant;
  if (STRICTNESS[upstream.status] > STRICTNESS[hold.status]) return { ...upstream, updatedAt };
  const { status, statusMessage, statusChangedAt } = hold;
  return { ...upstream, status, statusMessage, statusChangedAt, updatedAt };
}
