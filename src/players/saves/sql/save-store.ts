/** What saves tell, on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { SaveHooks, SaveStore } from "../store.ts";
import { applyBatch } from "./apply-batch.ts";
import { knownFiles } from "./files.ts";

/** @param origin names this process among those that write changes. */
export function saveStore(db: Database, origin: string, hooks: SaveHooks = {}): SaveStore {
  return {
    knownFiles: (server) => knownFiles(db, server),
    apply: (batch) => db.transaction((tx) => applyBatch(tx, origin, hooks, batch)),
  };
}
