import type { Database } from "../../../kit/sql/database.ts";
import type { PrivacyStore } from "../store.ts";
import { erasePerson } from "./erase-person.ts";
import { setOptOut } from "./opt-out.ts";
import { findPerson } from "./person.ts";

/** @param origin names this process in the change feed. */
export function privacyStore(db: Database, origin: string): PrivacyStore {
  return {
    findPerson: (id) => findPerson(db, id),
    erase: (id, at) => erasePerson(db, origin, id, at),
    setOptOut: (playerId, isOptedOut, at) => setOptOut(db, origin, playerId, isOptedOut, at),
  };
}
