/** Writes the changes that read models follow. See `change-feed.ts` for the reading side. */
import { invariant } from "../errors/invariant.ts";
import type { Instant } from "../time/instant.ts";
import type { Database, Transaction } from "./database.ts";
import { timestamp } from "./values.ts";

/** The rows that trimming always leaves, so that a feed that starts can look back for numbers still in flight. */
export const KEPT_ROWS = 10_000;

const MAX_PAYLOADS = 10_000;

const TRIM_BATCH = 5_000;

/**
 * The start of an insert into the outbox, for a service that records a change in the same statement that makes it. The
 * columns that it leaves out must be left to their defaults. The rest of the row gives origin (1 to 200 characters),
 * topic (1 to 100) and payload (jsonb).
 *
 * @example
 * `with saved as (insert into registry.versions (...) values (...) returning id)
 *  ${INSERT_INTO_OUTBOX} select $1, 'versions', jsonb_build_object('id', id) from saved`
 */
export const INSERT_INTO_OUTBOX = "insert into kit.outbox (origin, topic, payload)";

/**
 * Records changes, in the transaction that makes them. Anything that JSON can write will do for a payload; at most
 * 10,000 at once.
 *
 * Feeds see the changes of one transaction in this order. Where one of two transactions waited for the other's lock,
 * feeds see their changes in the order of the locks, provided that each appends after it has locked. They see no other
 * order.
 */
export async function appendChanges(
  tx: Transaction,
  origin: string,
  topic: string,
  payloads: readonly unknown[],
): Promise<void> {
  invariant(payloads.length <= MAX_PAYLOADS, `at most ${MAX_PAYLOADS} changes are recorded at once`);
  if (payloads.length === 0) return;
  await tx.execute({
    name: "kit.append_changes",
    text: `${INSERT_INTO_OUTBOX} select $1, $2, payload::jsonb from unnest($3::text[]) payload`,
    values: [origin, topic, payloads.map((payload) => JSON.stringify(payload))],
  });
}

/**
 * Removes changes that were recorded before `olderThan`, but never one of the last 10,000, and answers how many. Every
 * feed must have come further by then: a feed that has not is notified that it lost its place, and reloads everything.
 */
export async function trimOutbox(db: Database, olderThan: Instant): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await trimBatch(db, olderThan);
    removed += batch;
    if (batch < TRIM_BATCH) return removed;
  }
}

/** Removes some and notes how far, in one statement, so that no feed sees rows gone without the note. */
async function trimBatch(db: Database, olderThan: Instant): Promise<number> {
  const [row] = await db.query<{ removed: number }>({
    name: "kit.trim_outbox",
    text: `
      with last_kept as (select seq from kit.outbox order by seq desc offset ${KEPT_ROWS - 1} limit 1),
      old as (
        select o.seq from kit.outbox o, last_kept
        where o.seq < last_kept.seq and o.at < $1
        order by o.seq limit ${TRIM_BATCH}
      ),
      gone as (delete from kit.outbox where seq in (select seq from old) returning seq),
      noted as (
        update kit.outbox_trimmed set upto = greatest(upto, (select max(seq) from gone))
        where exists (select from gone)
      )
      select count(*) as removed from gone`,
    values: [timestamp(olderThan)],
  });
  return row?.removed ?? 0;
}
