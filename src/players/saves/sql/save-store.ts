/** Storage of saves, on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import { plannedEachTime } from "../../../kit/sql/planned-each-time.ts";
import type { SaveHooks, SaveStore } from "../store.ts";
import { applyBatch } from "./apply-batch.ts";
import { eraseNewCharacters } from "./erase-characters.ts";
import { knownFiles } from "./files.ts";
import { isFirstReadingOpen } from "./first-readings.ts";

/** @param origin names this process among those that write changes. */
export function saveStore(db: Database, origin: string, hooks: SaveHooks = {}): SaveStore {
  return {
    knownFiles: (server) => knownFiles(db, server),
    isFirstReadingOpen: (server) => isFirstReadingOpen(db, server),
    async apply(batch) {
      await eraseNewCharacters(db, hooks, batch);
      // A first load fills empty tables with hundreds of thousands of rows within a minute.
      await db.transaction((tx) => applyBatch(plannedEachTime(tx), origin, hooks, batch));
    },
  };
}
