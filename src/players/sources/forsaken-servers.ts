/**
 * Ends the sessions on servers that no process reads any more, such as after the last worker has died: nothing else would, and
 * their players would stay online. Every process looks, also one that only answers.
 */
import type { Log } from "../../kit/log/log.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { Presence, PresenceRecorder, type PresenceStore } from "../presence/index.ts";
import { isUnread, type SystemStore } from "../system/index.ts";
import { endFormerSessions } from "./former-servers.ts";
import { repeat } from "./repeat.ts";
import type { TendedPart } from "./tending.ts";
import { SOURCE_TIMING } from "./timing.ts";

export interface ForsakenServersDeps {
  readonly db: Queryable;
  readonly presence: PresenceStore;
  readonly system: Pick<SystemStore, "listServers">;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  /** Names this run of this process. */
  readonly node: string;
  /** From one look to the next. Default a minute. */
  readonly everyMs?: number;
}

/** Begins to look. A server is forsaken when two looks in a row say so: one may meet the moment in which it changes hands. */
export function watchForsakenServers(deps: ForsakenServersDeps): TendedPart {
  const { db, presence: store, system, clock, log, node, everyMs = MINUTE_MS } = deps;
  const { leaseMs: ttlMs, staleAfterMs } = SOURCE_TIMING;
  const presence = new Presence({ staleAfterMs });
  const recorder = new PresenceRecorder({ presence, store, log, onServerLost: () => undefined });
  const leases = new LeaseHolder({ db, clock, log, owner: `${node} forsaken`, ttlMs });
  const former = { leases, presence: store, recorder, clock, log };
  let before: ReadonlySet<string> = new Set();

  return repeat({ clock, everyMs, signal: new AbortController().signal }, async (signal) => {
    try {
      const servers = await system.listServers();
      const unread = servers.filter((server) => isUnread(server, clock.now())).map(({ key }) => key);
      const kept = servers.map(({ key }) => key).filter((key) => !(unread.includes(key) && before.has(key)));
      before = new Set(unread);
      if (kept.length === servers.length) return;
      await endFormerSessions(former, new Set(kept), signal, "is read by no process any more");
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, "servers that no process reads could not be looked for");
    }
  });
}
