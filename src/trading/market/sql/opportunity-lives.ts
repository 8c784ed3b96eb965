/** How long opportunities lived, on PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import type { OpportunityLife, OpportunityLifeStore } from "../store.ts";

/** Rows that are removed by one statement. */
const REMOVED_AT_ONCE = 10_000;

export function opportunityLives(db: Queryable): OpportunityLifeStore {
  return {
    recordLives: (lives) => recordLives(db, lives),
    listLives: (filter) => listLives(db, filter),
    async removeLivesBefore(closedMs) {
      let all = 0;
      for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; all += removed) {
        removed = await removeLives(db, closedMs);
      }
      return all;
    },
  };
}

/** Keeps opportunities that are over, for statistics of how long they can be taken. */
async function recordLives(q: Queryable, lives: readonly OpportunityLife[]): Promise<void> {
  await q.execute({
    name: "trading.recordOpportunityLives",
    text: `insert into trading.opportunity_lives (buy_code, sell_code, base, opened_at, closed_at, best_net_percent)
      select lived.buy_code, lived.sell_code, lived.base, lived.opened_at, lived.closed_at, lived.best_net_percent
      from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::float8[])
        as lived (buy_code, sell_code, base, opened_at, closed_at, best_net_percent)`,
    values: [
      lives.map(({ buy }) => buy),
      lives.map(({ sell }) => sell),
      lives.map(({ base }) => base),
      lives.map(({ openedMs }) => timestamp(fromMillis(openedMs))),
      lives.map(({ closedMs }) => timestamp(fromMillis(closedMs))),
      lives.map(({ bestNetPercent }) => bestNetPercent),
    ],
  });
}

/** The last ones, for questions about how long opportunities live. */
async function listLives(
  q: Queryable,
  { base, limit }: { readonly base?: string; readonly limit: number },
): Promise<OpportunityLife[]> {
  const rows = await q.query<{
    buy_code: string;
    sell_code: string;
    base: string;
    opened_at: Instant;
    closed_at: Instant;
    best_net_percent: number;
  }>({
    name: "trading.listOpportunityLives",
    text: `select buy_code, sell_code, base, opened_at, closed_at, best_net_percent from trading.opportunity_lives
      where $1::text is null or base = $1 order by closed_at desc, id desc limit $2`,
    values: [base ?? null, limit],
  });
  return rows.map((row) => ({
    buy: row.buy_code,
    sell: row.sell_code,
    base: row.base,
    openedMs: toMillis(row.opened_at),
    closedMs: toMillis(row.closed_at),
    bestNetPercent: row.best_net_percent,
  }));
}

/** Forgets what is too old, a part at a time. */
async function removeLives(q: Queryable, closedMs: number): Promise<number> {
  return q.execute({
    name: "trading.removeOpportunityLives",
    text: `delete from trading.opportunity_lives where id in (
      select id from trading.opportunity_lives where closed_at < $1 order by closed_at limit ${REMOVED_AT_ONCE})`,
    values: [timestamp(fromMillis(closedMs))],
  });
}
