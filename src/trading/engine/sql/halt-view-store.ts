/** How a process that sends orders learns of halts, on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { HaltViewStore } from "../risk-store.ts";
import { confirmEpoch, loadHalts, readEpoch } from "./risk-halts.ts";

export function haltViewStore(db: Database): HaltViewStore {
  return {
    readEpoch: () => readEpoch(db),
    loadHalts: () => db.snapshot((tx) => loadHalts(tx)),
    confirm: (owner, epoch) => db.transaction((tx) => confirmEpoch(tx, owner, epoch)),
  };
}
