/** Competitions on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { CompetitionStore } from "../store.ts";
import { createCompetition, editCompetition, joinCompetition, leaveCompetition } from "./change-competitions.ts";
import { listEntries, listToRank, rankEntries, saveScores } from "./rank-competitions.ts";
import { listCompetitions } from "./read-competitions.ts";

export function competitionStore(db: Database): CompetitionStore {
  return {
    list: (ownerUid, since) => listCompetitions(db, ownerUid, since),
    join: (by, id, decide) => db.transaction((tx) => joinCompetition(tx, by, id, decide)),
    leave: (by, id, decide) => db.transaction((tx) => leaveCompetition(tx, by, id, decide)),
    create: (by, terms) => db.transaction((tx) => createCompetition(tx, by, terms)),
    edit: (by, id, decide) => db.transaction((tx) => editCompetition(tx, by, id, decide)),
    listToRank: (now) => listToRank(db, now),
    listEntries: (id, after) => listEntries(db, id, after),
    saveScores: (id, ownerUids, scores) => saveScores(db, id, ownerUids, scores),
    rank: (id, at) => rankEntries(db, id, at),
  };
}
