/** Results of competitions, and the ranks that they make. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { HOUR_SECONDS } from "../../../kit/time/spans.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Competition } from "../core/competition.ts";
import { COMPETITION_COLUMNS, competitionOf, type CompetitionRow } from "./competition-row.ts";

const COMPETITIONS_AT_ONCE = 100;
const ENTRIES_AT_ONCE = 500;
/** How long after the end of a competition its fills may still be read from exchanges, rated and counted. */
const LATE_SECONDS = HOUR_SECONDS;

/** Started competitions, until they have been ranked once when late results must have come. */
export async function listToRank(q: Queryable, now: Instant): Promise<Competition[]> {
  const rows = await q.query<CompetitionRow>({
    name: "trading.listCompetitionsToRank",
    text: `select ${COMPETITION_COLUMNS} from trading.competitions c
      where c.starts_at <= $1 and (c.ranked_at is null or c.ranked_at < c.ends_at + make_interval(secs => $2::integer))
      order by c.ranked_at nulls first, c.id limit ${COMPETITIONS_AT_ONCE}`,
    values: [timestamp(now), LATE_SECONDS],
  });
  return rows.map(competitionOf);
}

/** Accounts that take part, some at a time. */
export async function listEntries(q: Queryable, id: number, after: number): Promise<number[]> {
  const rows = await q.query<{ owner_uid: number }>({
    name: "trading.listCompetitionEntries",
    text: `select owner_uid from trading.competition_entries where competition_id = $1 and owner_uid > $2
      order by owner_uid limit ${ENTRIES_AT_ONCE}`,
    values: [id, after],
  });
  return rows.map((row) => row.owner_uid);
}

/** The results of some accounts; who has none any more loses the rank too. */
export async function saveScores(
  q: Queryable,
  id: number,
  ownerUids: readonly number[],
  scores: ReadonlyMap<number, bigint>,
): Promise<void> {
  await q.execute({
    name: "trading.saveCompetitionScores",
    text: `update trading.competition_entries as e
      set value = s.value, rank = case when s.value is null then null else e.rank end
      from unnest($2::bigint[], $3::numeric[]) as s (owner_uid, value)
      where e.competition_id = $1 and e.owner_uid = s.owner_uid and e.value is distinct from s.value`,
    values: [id, ownerUids, ownerUids.map((uid) => scores.get(uid)?.toString() ?? null)],
  });
}

/** Ranks of all results of a competition, in one statement: readers never see half of them. */
export async function rankEntries(q: Queryable, id: number, at: Instant): Promise<void> {
  await q.execute({
    name: "trading.rankCompetition",
    text: `with ranked as (
        select owner_uid, rank() over (order by value desc)::integer as rank
        from trading.competition_entries where competition_id = $1 and value is not null
      ), written as (
        update trading.competition_entries as e set rank = r.rank from ranked r
        where e.competition_id = $1 and e.owner_uid = r.owner_uid and e.rank is distinct from r.rank
      )
      update trading.competitions set ranked_at = $2 where id = $1`,
    values: [id, timestamp(at)],
  });
}
