/** Reads and changes of limits and halts by requests, on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { RiskStore } from "../risk-store.ts";
import { loadFacts } from "./risk-facts.ts";
import { countUnaware, findOwner, halt, listHalts, listOperatorHalts, readEpoch, resume } from "./risk-halts.ts";
import { listLimits, setLimits } from "./risk-limits.ts";
import { listMarks, loadSettings } from "./risk-settings.ts";

export function riskStore(db: Database): RiskStore {
  return {
    listLimits: (ownerUid) => listLimits(db, ownerUid),
    listMarks: (ownerUid) => listMarks(db, ownerUid),
    setLimits: (change) => db.transaction((tx) => setLimits(tx, change)),
    listHalts: (ownerUid) => listHalts(db, ownerUid),
    listOperatorHalts: (limit) => listOperatorHalts(db, limit),
    halt: (wanted) => db.transaction((tx) => halt(tx, wanted)),
    resume: (wanted) => db.transaction((tx) => resume(tx, wanted)),
    countUnaware: (epoch) => countUnaware(db, epoch),
    readEpoch: () => readEpoch(db),
    loadFacts: (ownerUids, range) => db.snapshot((tx) => loadFacts(tx, ownerUids, range)),
    loadSettings: (owner) => db.snapshot((tx) => loadSettings(tx, owner)),
    findOwner: (place) => findOwner(db, place),
  };
}
