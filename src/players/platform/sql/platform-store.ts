/** Accounts as the platform reports them, and the state of its keys, in PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { PlatformStore } from "../store.ts";
import { claimDue } from "./claim-due.ts";
import { findState, recordGood, recordProblem, takeQuota } from "./platform-keys.ts";
import { saveUpdates, type PlatformHooks } from "./save-updates.ts";

/** @param origin names this process in the change feed. */
export function platformStore(db: Database, origin: string, hooks: PlatformHooks): PlatformStore {
  return {
    claimDue: (claim) => db.transaction((tx) => claimDue(tx, claim)),
    save: (updates) => db.transaction((tx) => saveUpdates(tx, origin, hooks, updates)),
    findState: (keyId) => findState(db, keyId),
    takeQuota: (quota) => takeQuota(db, quota),
    recordGood: (keyId, at) => recordGood(db, keyId, at),
    recordProblem: (keyId, problem) => recordProblem(db, keyId, problem),
  };
}
