/** The log of deliveries: made with the change itself (see `writeServer`), and brought forward by each attempt. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Attempt, Delivery, WebhookEvent } from "../store.ts";

interface Row {
  readonly id: number;
  readonly webhook_id: string;
  readonly event: WebhookEvent;
  readonly payload: string;
  readonly created_at: Instant;
  readonly attempts: number;
  readonly last_attempt_at: Instant | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly delivered_at: Instant | null;
  readonly gave_up_at: Instant | null;
}

const COLUMNS = `id, webhook_id, event, payload, created_at, attempts, last_attempt_at, last_status, last_error,
  delivered_at, gave_up_at`;

/** One delivery, to be attempted. */
export async function findDelivery(db: Queryable, id: number): Promise<Delivery | undefined> {
  const [row] = await db.query<Row>({
    name: "registry.findDelivery",
    text: `select ${COLUMNS} from registry.webhook_deliveries where id = $1`,
    values: [id],
  });
  return row && deliveryOf(row);
}

/** The log, newest first, of one webhook or of all. */
export async function listDeliveries(
  db: Queryable,
  { webhookId, limit }: { webhookId?: string | undefined; limit: number },
): Promise<Delivery[]> {
  const rows = await db.query<Row>({
    name: "registry.listDeliveries",
    text: `select ${COLUMNS} from registry.webhook_deliveries
      where $1::text is null or webhook_id = $1 order by id desc limit $2`,
    values: [webhookId ?? null, limit],
  });
  return rows.map(deliveryOf);
}

/** What came of one attempt. */
export async function recordAttempt(db: Queryable, id: number, attempt: Attempt): Promise<void> {
  await db.execute({
    name: "registry.recordDeliveryAttempt",
    text: `update registry.webhook_deliveries set attempts = attempts + 1, last_attempt_at = $2::timestamptz, last_status = $3,
      last_error = $4, delivered_at = case when $5 = 'delivered' then $2::timestamptz end,
      gave_up_at = case when $5 = 'gaveUp' then $2::timestamptz end
      where id = $1`,
    values: [id, timestamp(attempt.at), attempt.status, attempt.error, attempt.outcome],
  });
}

/** Takes the end of a delivery away, so that it is attempted again. */
export async function reopenDelivery(db: Queryable, id: number): Promise<boolean> {
  const changed = await db.execute({
    name: "registry.reopenDelivery",
    text: "update registry.webhook_deliveries set delivered_at = null, gave_up_at = null where id = $1",
    values: [id],
  });
  return changed === 1;
}

/** Forgets old deliveries, also those that a killed process left open, so that the log does not grow for ever. */
export async function trimDeliveries(db: Queryable, olderThan: Instant): Promise<number> {
  return db.execute({
    name: "registry.trimDeliveries",
    text: "delete from registry.webhook_deliveries where created_at < $1",
    values: [timestamp(olderThan)],
  });
}

function deliveryOf(row: Row): Delivery {
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
  };
}
