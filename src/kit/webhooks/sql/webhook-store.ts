/** A service's webhooks and their deliveries on PostgreSQL. */
import type { Database, Queryable, Transaction } from "../../sql/database.ts";
import { timestamp } from "../../sql/values.ts";
import type { Instant } from "../../time/instant.ts";
import type { WebhookService } from "../service.ts";
import { MAX_WEBHOOKS, type Delivery, type Webhook, type WebhookStore } from "../store.ts";
import {
  countOpenDeliveries,
  findDelivery,
  listDeliveries,
  recordAttempt,
  reopenDelivery,
  trimDeliveries,
} from "./deliveries.ts";
import { schemaOf, type Schema } from "./schema.ts";

interface Row<EventName> {
  readonly id: string;
  readonly url: string;
  readonly format: string;
  readonly sealed_secret: string;
  readonly events: EventName[];
  readonly pattern: string;
  readonly created_at: Instant;
  readonly enabled: boolean;
}

/** The pool, or a transaction that other changes belong to. */
export type WebhookDatabase = Pick<Database, "query" | "execute" | "transaction">;

/** @param enqueue makes a delivery a job of the same transaction. */
export function webhookStore<EventName extends string>(
  db: WebhookDatabase,
  service: WebhookService<EventName>,
  enqueue: (tx: Transaction, deliveryId: Delivery["id"]) => Promise<void>,
): WebhookStore<EventName> {
  const schema = schemaOf(service);
  return {
    add: (webhook) => addWebhook(db, schema, webhook),
    list: () => listWebhooks(db, schema),
    find: (id) => findWebhook(db, schema, id),
    setEnabled: (id, enabled) => setEnabled(db, schema, id, enabled),
    remove: (id) => removeWebhook(db, schema, id),
    findDelivery: (id) => findDelivery(db, schema, id),
    listDeliveries: (filter) => listDeliveries(db, schema, filter),
    recordAttempt: (id, attempt) => recordAttempt(db, schema, id, attempt),
    redeliver: (id) =>
      db.transaction(async (tx) => {
        if (!(await reopenDelivery(tx, schema, id))) return false;
        await enqueue(tx, id);
        return true;
      }),
    countOpen: () => countOpenDeliveries(db, schema),
    trimDeliveries: (olderThan) => trimDeliveries(db, schema, olderThan),
  };
}

/**
 * A new webhook, if there is room: changes from now on are delivered to it. Webhooks that are added at the very same time may be
 * a few too many, which does no harm.
 */
async function addWebhook(db: Queryable, schema: Schema, webhook: Webhook): Promise<boolean> {
  const added = await db.execute({
    name: `${schema}.addWebhook`,
    text: `insert into ${schema}.webhooks (id, url, format, sealed_secret, events, pattern, created_at, enabled)
      select $1, $2, $3, $4, $5::text[], $6, $7::timestamptz, $8::boolean
      where (select count(*) from ${schema}.webhooks) < ${MAX_WEBHOOKS}`,
    values: [
      webhook.id,
      webhook.url,
      webhook.format,
      webhook.sealedSecret,
      webhook.events,
      webhook.pattern,
      timestamp(webhook.createdAt),
      webhook.enabled,
    ],
  });
  return added === 1;
}

/** All webhooks, oldest first; an operator has a few. */
async function listWebhooks<EventName extends string>(db: Queryable, schema: Schema): Promise<Webhook<EventName>[]> {
  const rows = await db.query<Row<EventName>>({
    name: `${schema}.listWebhooks`,
    text: `select id, url, format, sealed_secret, events, pattern, created_at, enabled
      from ${schema}.webhooks order by created_at, id limit 10000`,
  });
  return rows.map(webhookOf);
}

/** One webhook, with its sealed secret, to deliver to it. */
async function findWebhook<EventName extends string>(
  db: Queryable,
  schema: Schema,
  id: string,
): Promise<Webhook<EventName> | undefined> {
  const [row] = await db.query<Row<EventName>>({
    name: `${schema}.findWebhook`,
    text: `select id, url, format, sealed_secret, events, pattern, created_at, enabled
      from ${schema}.webhooks where id = $1`,
    values: [id],
  });
  return row && webhookOf(row);
}

/** Turns deliveries on or off. */
async function setEnabled(db: Queryable, schema: Schema, id: string, enabled: boolean): Promise<boolean> {
  const changed = await db.execute({
    name: `${schema}.setWebhookEnabled`,
    text: `update ${schema}.webhooks set enabled = $2 where id = $1`,
    values: [id, enabled],
  });
  return changed === 1;
}

/** Forgets a webhook; its deliveries go with it. */
async function removeWebhook(db: Queryable, schema: Schema, id: string): Promise<boolean> {
  const removed = await db.execute({
    name: `${schema}.removeWebhook`,
    text: `delete from ${schema}.webhooks where id = $1`,
    values: [id],
  });
  return removed === 1;
}

function webhookOf<EventName extends string>(row: Row<EventName>): Webhook<EventName> {
  return {
    id: row.id,
    url: row.url,
    format: row.format,
    sealedSecret: row.sealed_secret,
    events: row.events,
    pattern: row.pattern,
    createdAt: row.created_at,
    enabled: row.enabled,
  };
}
