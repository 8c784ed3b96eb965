/** Webhooks and their deliveries on PostgreSQL. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Delivery, Webhook, WebhookEvent, WebhookStore } from "../store.ts";
import { findDelivery, listDeliveries, recordAttempt, reopenDelivery, trimDeliveries } from "./deliveries.ts";

interface Row {
  readonly id: string;
  readonly url: string;
  readonly sealed_secret: string;
  readonly events: WebhookEvent[];
  readonly pattern: string;
  readonly created_at: Instant;
  readonly enabled: boolean;
}

/** @param enqueue makes a delivery a job of the same transaction. */
export function webhookStore(
  db: Database,
  enqueue: (tx: Transaction, deliveryId: Delivery["id"]) => Promise<void>,
): WebhookStore {
  return {
    add: (webhook) => addWebhook(db, webhook),
    list: () => listWebhooks(db),
    find: (id) => findWebhook(db, id),
    setEnabled: (id, enabled) => setEnabled(db, id, enabled),
    remove: (id) => removeWebhook(db, id),
    findDelivery: (id) => findDelivery(db, id),
    listDeliveries: (filter) => listDeliveries(db, filter),
    recordAttempt: (id, attempt) => recordAttempt(db, id, attempt),
    redeliver: (id) =>
      db.transaction(async (tx) => {
        if (!(await reopenDelivery(tx, id))) return false;
        await enqueue(tx, id);
        return true;
      }),
    trimDeliveries: (olderThan) => trimDeliveries(db, olderThan),
  };
}

/** A new webhook: changes from now on are delivered to it. */
async function addWebhook(db: Queryable, webhook: Webhook): Promise<void> {
  await db.execute({
    name: "registry.addWebhook",
    text: `insert into registry.webhooks (id, url, sealed_secret, events, pattern, created_at, enabled)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      webhook.id,
      webhook.url,
      webhook.sealedSecret,
      webhook.events,
      webhook.pattern,
      timestamp(webhook.createdAt),
      webhook.enabled,
    ],
  });
}

/** All webhooks, oldest first; an operator has a few. */
async function listWebhooks(db: Queryable): Promise<Webhook[]> {
  const rows = await db.query<Row>({
    name: "registry.listWebhooks",
    text: `select id, url, sealed_secret, events, pattern, created_at, enabled
      from registry.webhooks order by created_at, id limit 10000`,
  });
  return rows.map(webhookOf);
}

/** One webhook, with its sealed secret, to deliver to it. */
async function findWebhook(db: Queryable, id: string): Promise<Webhook | undefined> {
  const [row] = await db.query<Row>({
    name: "registry.findWebhook",
    text: `select id, url, sealed_secret, events, pattern, created_at, enabled from registry.webhooks where id = $1`,
    values: [id],
  });
  return row && webhookOf(row);
}

/** Turns deliveries on or off. */
async function setEnabled(db: Queryable, id: string, enabled: boolean): Promise<boolean> {
  const changed = await db.execute({
    name: "registry.setWebhookEnabled",
    text: "update registry.webhooks set enabled = $2 where id = $1",
    values: [id, enabled],
  });
  return changed === 1;
}

/** Forgets a webhook; its deliveries go with it. */
async function removeWebhook(db: Queryable, id: string): Promise<boolean> {
  const removed = await db.execute({
    name: "registry.removeWebhook",
    text: "delete from registry.webhooks where id = $1",
    values: [id],
  });
  return removed === 1;
}

function webhookOf(row: Row): Webhook {
  return {
    id: row.id,
    url: row.url,
    sealedSecret: row.sealed_secret,
    events: row.events,
    pattern: row.pattern,
    createdAt: row.created_at,
    enabled: row.enabled,
  };
}
