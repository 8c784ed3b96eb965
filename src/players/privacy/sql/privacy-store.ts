import type { Database, Transaction } from "../../../kit/sql/database.ts";
import type { PrivacyStore } from "../store.ts";
import { erasePerson } from "./erase-person.ts";
import { setOptOut } from "./opt-out.ts";
import { findPerson } from "./person.ts";

/**
 * @param origin names this process in the change feed.
 * @param afterErasure makes it due, in the same transaction, that erased rows leave the files of the tables.
 */
export function privacyStore(
  db: Database,
  origin: string,
  afterErasure: (tx: Transaction) => Promise<void>,
): PrivacyStore {
  return {
    findPerson: (id) => findPerson(db, id),
    erase: (id, at) => erasePerson(db, { origin, afterErasure }, id, at),
    setOptOut: (playerId, isOptedOut, at) => setOptOut(db, origin, playerId, isOptedOut, at),
  };
}
