/** Sessions in PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { isForContent, QueryError } from "../../../kit/sql/query-error.ts";
import { serverLeaseName } from "../core/server-lease.ts";
import { BatchRefused, type PresenceStore } from "../store.ts";
import { applyBatch, type PresenceHooks } from "./apply-batch.ts";
import { deleteSessionsBefore, listOpenSessions, listServersWithOpenSessions, listSessions } from "./read-sessions.ts";
import { deleteWatchedBefore } from "./watched-hours.ts";

/** @param origin names this process in the change feed. */
export function presenceStore(db: Database, origin: string, hooks: PresenceHooks): PresenceStore {
  return {
    openSessions: (server, fence) =>
      db.transaction(async (tx) => {
        await assertFence(tx, serverLeaseName(server), fence);
        return await listOpenSessions(tx, server);
      }),
    async apply(batch) {
      try {
        return await db.transaction((tx) => applyBatch(tx, origin, hooks, batch));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        throw new BatchRefused(`batch ${batch.number} of ${batch.server} cannot be stored`, { cause: error });
      }
    },
    serversWithOpenSessions: () => listServersWithOpenSessions(db),
    listSessions: (platformIds, since, limit, before) => listSessions(db, platformIds, since, limit, before),
    async deleteSessionsBefore(at) {
      await deleteWatchedBefore(db, at);
      return deleteSessionsBefore(db, at);
    },
  };
}

/** Whether the same batch would fail in the same way again: also where a number in it is not an instant. */
function isRefusal(error: unknown): boolean {
  return (
    isForContent(error) ||
    error instanceof RangeError ||
    (error instanceof QueryError && error.cause instanceof RangeError)
  );
}
