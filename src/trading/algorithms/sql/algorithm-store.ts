/** Algorithms on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import { requirePublishable } from "../require-publishable.ts";
import type { AlgorithmStore, AlgorithmUsers } from "../store.ts";
import { addAlgorithm, changeAlgorithm, removeAlgorithm } from "./change-algorithms.ts";
import { findAlgorithm, findVersion, listAlgorithms, listChoices, listOwnAlgorithms } from "./read-algorithms.ts";
import { readUse } from "./read-use.ts";

/** @param users the profiles that use an algorithm */
export function algorithmStore(db: Database, users: AlgorithmUsers): AlgorithmStore {
  const mayPublish = requirePublishable;
  return {
    list: (viewer, page) => listAlgorithms(db, viewer, page),
    listChoices: (viewer, page) => listChoices(db, viewer, page),
    listOwn: (viewer) => listOwnAlgorithms(db, viewer),
    find: (viewer, id) => findAlgorithm(db, viewer, id),
    findVersion: (id, version) => findVersion(db, id, version),
    add: (by, definition, status) => db.transaction((tx) => addAlgorithm(tx, by, definition, { status, mayPublish })),
    change: (by, target, change) =>
      db.transaction((tx) => changeAlgorithm(tx, by, target, { change, mayPublish, users })),
    remove: (by, id) => db.transaction((tx) => removeAlgorithm(tx, by, id, users)),
    readUse: (id, days) => readUse(db, id, days),
    countUsers: (id) => users.count(db, id),
  };
}
