/** Competitions in calendars. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ScheduleSource } from "../../calendar/index.ts";

interface Row {
  readonly id: number;
  readonly title: string;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly is_enrolled: boolean;
}

/**
 * Competitions that run in the window where the account takes part, and those that begin in it, in which it may. Main
 * accounts take part with everything that their sub-accounts do, so these are notified too.
 */
export function competitionSchedule(db: Queryable): ScheduleSource {
  return async ({ ownerUid }, { from, to, limit }) => {
    const rows = await db.query<Row>({
      name: "trading.listCompetitionSchedule",
      text: `select c.id, c.title, c.starts_at, c.ends_at, e.owner_uid is not null as is_enrolled
        from trading.competitions c
        left join trading.competition_entries e on e.competition_id = c.id and e.owner_uid = $1
        where c.starts_at <= $3 and c.ends_at > $2 and (e.owner_uid is not null or c.starts_at >= $2)
        order by c.starts_at, c.id limit $4`,
      values: [ownerUid, timestamp(from), timestamp(to), limit],
    });
    return rows.map((row) => ({
      id: String(row.id),
      type: "competition" as const,
      title: row.is_enrolled ? `${row.title} (you take part)` : row.title,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      reference: String(row.id),
    }));
  };
}
