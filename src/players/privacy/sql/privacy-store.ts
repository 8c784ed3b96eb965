import type { Database, Transaction } from "../../../kit/sql/database.ts";
import type { PersonId } from "../person-id.ts";
import type { PrivacyStore } from "../store.ts";
import { erasePerson } from "./erase-person.ts";
import { setOptOut, type OptOutTerms } from "./opt-out.ts";
import { findPerson } from "./person.ts";

/**
 * @param origin names this process in the change feed.
 * @param afterErasure makes it due, in the same transaction, that erased rows leave the files of the tables.
 * @param afterOptOut does the rest in the transaction of the change; by default there is nothing to do.
 */
export function privacyStore(
  db: Database,
  origin: string,
  afterErasure: (tx: Transaction, id: PersonId) => Promise<void>,
  afterOptOut?: OptOutTerms["afterOptOut"],
): PrivacyStore {
  return {
    findPerson: (id) => findPerson(db, id),
    erase: (id, at) => erasePerson(db, { origin, afterErasure: (tx) => afterErasure(tx, id) }, id, at),
    setOptOut: (playerId, isOptedOut, at) => setOptOut(db, { origin, afterOptOut }, playerId, isOptedOut, at),
  };
}
