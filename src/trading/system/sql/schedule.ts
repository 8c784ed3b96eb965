/** Planned maintenance in calendars. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ScheduleSource } from "../../calendar/index.ts";

interface Row {
  readonly id: string;
  readonly title: string;
  readonly starts_at: Instant;
  readonly ends_at: Instant | null;
}

/** Announced maintenance that is planned for the window, for every user. One without an end counts as the moment of its beginning. */
export function maintenanceSchedule(db: Queryable): ScheduleSource {
  return async (_, { from, to, limit }) => {
    const rows = await db.query<Row>({
      name: "trading.listMaintenanceSchedule",
      text: `select id::text as id, title, starts_at, ends_at from trading.announcements
        where starts_at <= $2 and (starts_at >= $1 or ends_at > $1) order by starts_at, id limit $3`,
      values: [timestamp(from), timestamp(to), limit],
    });
    return rows.map(({ id, title, starts_at: startsAt, ends_at: endsAt }) => ({
      id: `maintenance:${id}`,
      type: "maintenance" as const,
      title,
      startsAt,
      endsAt,
      reference: id,
    }));
  };
}
