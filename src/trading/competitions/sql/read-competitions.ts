/** Competitions as accounts see them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { LEADERS, type CompetitionView, type Leader } from "../store.ts";
import { COMPETITION_COLUMNS, competitionOf, type CompetitionRow } from "./competition-row.ts";

const SHOWN = 100;

interface ViewRow extends CompetitionRow {
  readonly participants: number;
  readonly is_enrolled: boolean;
  readonly rank: number | null;
}

interface LeaderRow {
  readonly competition_id: number;
  readonly rank: number;
  readonly owner_uid: number;
  readonly username: string;
  readonly value: string;
}

/** The competitions of an account, with its standing in each. */
export async function listCompetitions(q: Queryable, ownerUid: number, since: Instant): Promise<CompetitionView[]> {
  const rows = await q.query<ViewRow>({
    name: "trading.listCompetitions",
    text: `select ${COMPETITION_COLUMNS}, e.owner_uid is not null as is_enrolled, e.rank,
        (select count(*) from trading.competition_entries n where n.competition_id = c.id) as participants
      from trading.competitions c
      left join trading.competition_entries e on e.competition_id = c.id and e.owner_uid = $1
      where c.ends_at > $2 order by c.ends_at desc, c.id desc limit ${SHOWN}`,
    values: [ownerUid, timestamp(since)],
  });
  const leaders = await listLeaders(
    q,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    competition: competitionOf(row),
    participants: row.participants,
    isEnrolled: row.is_enrolled,
    rank: row.rank,
    leaders: leaders.get(row.id) ?? [],
  }));
}

/** The best of each. Of many with the same rank, those who joined first. */
async function listLeaders(q: Queryable, ids: readonly number[]): Promise<Map<number, Leader[]>> {
  const rows = await q.query<LeaderRow>({
    name: "trading.listCompetitionLeaders",
    text: `select c.id as competition_id, e.rank, e.owner_uid, u.username, e.value
      from unnest($1::bigint[]) as c (id)
      cross join lateral (
        select owner_uid, rank, value, joined_at from trading.competition_entries
        where competition_id = c.id and rank is not null order by rank, joined_at, owner_uid limit ${LEADERS}
      ) as e
      join trading.users u on u.id = e.owner_uid
      order by c.id, e.rank, e.joined_at, e.owner_uid`,
    values: [ids],
  });
  const byCompetition = new Map<number, Leader[]>();
  for (const { competition_id: id, rank, owner_uid: ownerUid, username, value } of rows) {
    const leaders = byCompetition.get(id) ?? [];
    leaders.push({ rank, ownerUid, username, value: BigInt(value) });
    byCompetition.set(id, leaders);
  }
  return byCompetition;
}
