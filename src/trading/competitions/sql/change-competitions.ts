/** Competitions are made and changed, joined and left, each with its line in the trail. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { recordDeed } from "../../audit/index.ts";
import type { Competition, CompetitionTerms } from "../core/competition.ts";
import type { Actor } from "../store.ts";
import { COMPETITION_COLUMNS, competitionOf, type CompetitionRow } from "./competition-row.ts";

/** A new one. */
export async function createCompetition(tx: Transaction, by: Actor, terms: CompetitionTerms): Promise<Competition> {
  const [row] = await tx.query<CompetitionRow>({
    name: "trading.insertCompetition",
    text: `insert into trading.competitions as c (title, description, prize, currency, metric, starts_at, ends_at,
        late_join, leave_after_start, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COMPETITION_COLUMNS}`,
    values: [...valuesOf(terms), timestamp(by.at)],
  });
  invariant(row, "an inserted competition is returned");
  await recordDeed(tx, by, "competition.create", row.id, { title: terms.title });
  return competitionOf(row);
}

/** The decision about the competition as it is now. */
export async function editCompetition(
  tx: Transaction,
  by: Actor,
  id: number,
  decide: (before: Competition) => CompetitionTerms,
): Promise<Competition | undefined> {
  const before = await lockCompetition(tx, id);
  if (!before) return undefined;
  const terms = decide(before);
  const [row] = await tx.query<CompetitionRow>({
    name: "trading.editCompetition",
    text: `update trading.competitions as c set title = $1, description = $2, prize = $3, currency = $4, metric = $5,
        starts_at = $6, ends_at = $7, late_join = $8, leave_after_start = $9
      where c.id = $10 returning ${COMPETITION_COLUMNS}`,
    values: [...valuesOf(terms), id],
  });
  invariant(row, "a locked competition is there");
  await recordDeed(tx, by, "competition.edit", id, { title: terms.title });
  return competitionOf(row);
}

/** An entry, unless there is one: joining twice changes nothing. */
export async function joinCompetition(
  tx: Transaction,
  by: Actor,
  id: number,
  decide: (competition: Competition) => void,
): Promise<Competition | undefined> {
  const competition = await lockCompetition(tx, id);
  if (!competition) return undefined;
  decide(competition);
  const added = await tx.execute({
    name: "trading.insertCompetitionEntry",
    text: `insert into trading.competition_entries (competition_id, owner_uid, joined_at) values ($1, $2, $3)
      on conflict do nothing`,
    values: [id, by.ownerUid, timestamp(by.at)],
  });
  if (added > 0) await recordDeed(tx, by, "competition.join", id, {});
  return competition;
}

/** The entry and its result are gone; leaving twice changes nothing. */
export async function leaveCompetition(
  tx: Transaction,
  by: Actor,
  id: number,
  decide: (competition: Competition) => void,
): Promise<Competition | undefined> {
  const competition = await lockCompetition(tx, id);
  if (!competition) return undefined;
  decide(competition);
  const removed = await tx.execute({
    name: "trading.deleteCompetitionEntry",
    text: "delete from trading.competition_entries where competition_id = $1 and owner_uid = $2",
    values: [id, by.ownerUid],
  });
  if (removed > 0) await recordDeed(tx, by, "competition.leave", id, {});
  return competition;
}

/** Its times and rules stay as they are until the transaction ends. */
async function lockCompetition(tx: Transaction, id: number): Promise<Competition | undefined> {
  const [row] = await tx.query<CompetitionRow>({
    name: "trading.lockCompetition",
    text: `select ${COMPETITION_COLUMNS} from trading.competitions c where c.id = $1 for no key update`,
    values: [id],
  });
  return row && competitionOf(row);
}

function valuesOf(terms: CompetitionTerms): unknown[] {
  const { title, description, prize, currency, metric, startsAt, endsAt, lateJoin, leaveAfterStart } = terms;
  const times = [timestamp(startsAt), timestamp(endsAt)];
  return [title, description, String(prize), currency, metric, ...times, lateJoin, leaveAfterStart];
}
