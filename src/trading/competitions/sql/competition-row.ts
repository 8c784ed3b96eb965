/** A row of trading.competitions and the competition that it is. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { Competition, Metric } from "../core/competition.ts";

export const COMPETITION_COLUMNS = `c.id, c.title, c.description, c.prize, c.currency, c.metric, c.starts_at, c.ends_at,
  c.late_join, c.leave_after_start, c.ranked_at`;

export interface CompetitionRow {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly prize: string;
  readonly currency: string;
  readonly metric: Metric;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly late_join: boolean;
  readonly leave_after_start: boolean;
  readonly ranked_at: Instant | null;
}

export function competitionOf(row: CompetitionRow): Competition {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    prize: BigInt(row.prize),
    currency: row.currency,
    metric: row.metric,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    lateJoin: row.late_join,
    leaveAfterStart: row.leave_after_start,
    rankedAt: row.ranked_at,
  };
}
