/** The log of deliveries: each is made in the transaction of its change, and brought forward by each attempt. */
import type { Queryable } from "../../sql/database.ts";
import { timestamp } from "../../sql/values.ts";
import type { Instant } from "../../time/instant.ts";
import type { Attempt, Delivery, OpenDeliveries } from "../store.ts";
import type { Schema } from "./schema.ts";

interface Row<EventName> {
  readonly id: number;
  readonly webhook_id: string;
  readonly event: EventName;
  readonly payload: string;
  readonly created_at: Instant;
  readonly attempts: number;
  readonly last_attempt_at: Instant | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly delivered_at: Instant | null;
  readonly gave_up_at: Instant | null;
  readonly revision: string;
}

const COLUMNS = `id, webhook_id, event, payload, created_at, attempts, last_attempt_at, last_status, last_error,
  delivered_at, gave_up_at, xmin::text as revision`;

/** A batch is a short transaction, so that no attempt waits for a long one. */
const TRIM_BATCH = 5_000;

/** One delivery, to be attempted. */
export async function findDelivery<EventName extends string>(
  db: Queryable,
  schema: Schema,
  id: number,
): Promise<Delivery<EventName> | undefined> {
  const [row] = await db.query<Row<EventName>>({
    name: `${schema}.findDelivery`,
    text: `select ${COLUMNS} from ${schema}.webhook_deliveries where id = $1`,
    values: [id],
  });
  return row && deliveryOf(row);
}

/** The log, newest first, of one webhook or of all. */
export async function listDeliveries<EventName extends string>(
  db: Queryable,
  schema: Schema,
  { webhookId, before, limit }: { webhookId?: string | undefined; before?: number | undefined; limit: number },
): Promise<Delivery<EventName>[]> {
  const rows = await db.query<Row<EventName>>({
    name: `${schema}.listDeliveries`,
    text: `select ${COLUMNS} from ${schema}.webhook_deliveries
      where ($1::text is null or webhook_id = $1) and ($2::bigint is null or id < $2) order by id desc limit $3`,
    values: [webhookId ?? null, before ?? null, limit],
    // A plan for every webhook would walk the whole log for one that has few deliveries.
    isPlannedEachTime: true,
  });
  return rows.map(deliveryOf);
}

/** The result of one attempt. A delivery that has changed since it was read, such as by `redeliver`, goes on. */
export async function recordAttempt(db: Queryable, schema: Schema, id: number, attempt: Attempt): Promise<boolean> {
  const [recorded] = await db.query<{ given_up: boolean | null }>({
    name: `${schema}.recordDeliveryAttempt`,
    text: `update ${schema}.webhook_deliveries set attempts = attempts + 1, last_attempt_at = $2::timestamptz,
      last_status = $3, last_error = $4, delivered_at = case when $5 = 'delivered' then $2::timestamptz end,
      gave_up_at = case when $5 <> 'gaveUp' then null when xmin::text = $6 then $2::timestamptz else gave_up_at end
      where id = $1 returning gave_up_at = $2::timestamptz as given_up`,
    values: [id, timestamp(attempt.at), attempt.status, attempt.error, attempt.outcome, attempt.revision],
  });
  return recorded?.given_up === true;
}

/** Ends every delivery that waits, without an attempt, and answers how many. */
export async function giveUpWaiting(db: Queryable, schema: Schema, why: string, at: Instant): Promise<number> {
  return db.execute({
    name: `${schema}.giveUpWaitingDeliveries`,
    text: `update ${schema}.webhook_deliveries set gave_up_at = $1, last_error = $2
      where delivered_at is null and gave_up_at is null`,
    values: [timestamp(at), why],
  });
}

/** Takes the end of a delivery away, so that it is attempted again. */
export async function reopenDelivery(db: Queryable, schema: Schema, id: number): Promise<boolean> {
  const changed = await db.execute({
    name: `${schema}.reopenDelivery`,
    text: `update ${schema}.webhook_deliveries set delivered_at = null, gave_up_at = null where id = $1`,
    values: [id],
  });
  return changed === 1;
}

/** For the metrics. An index holds what has not arrived, which is little of the log. */
export async function countOpenDeliveries(db: Queryable, schema: Schema): Promise<OpenDeliveries> {
  const [row] = await db.query<OpenDeliveries>({
    name: `${schema}.countOpenDeliveries`,
    text: `select count(*) filter (where gave_up_at is null) as waiting, count(gave_up_at) as "givenUp"
      from ${schema}.webhook_deliveries where delivered_at is null`,
  });
  return row ?? { waiting: 0, givenUp: 0 };
}

/** Forgets old deliveries, also those that a killed process left open, so that the log does not grow for ever. */
export async function trimDeliveries(db: Queryable, schema: Schema, olderThan: Instant): Promise<number> {
  for (let removed = 0; ;) {
    const batch = await db.execute({
      name: `${schema}.trimDeliveries`,
      text: `delete from ${schema}.webhook_deliveries where id in (
        select id from ${schema}.webhook_deliveries where created_at < $1 order by id limit ${TRIM_BATCH}
      )`,
      values: [timestamp(olderThan)],
    });
    removed += batch;
    if (batch < TRIM_BATCH) return removed;
  }
}

function deliveryOf<EventName extends string>(row: Row<EventName>): Delivery<EventName> {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    event: row.event,
    payload: row.payload,
    createdAt: row.created_at,
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    deliveredAt: row.delivered_at,
    gaveUpAt: row.gave_up_at,
    revision: row.revision,
  };
}
