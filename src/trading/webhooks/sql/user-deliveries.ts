/** Deliveries as the users of their webhooks see them. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordDeed } from "../../audit/index.ts";
import type { Page } from "../../page.ts";
import type { Viewer } from "../core/happening.ts";
import type { WebhookEvent } from "../service.ts";
import type { DeliveryFilter, DeliveryState, UserDelivery } from "../store.ts";
import { seenCondition, viewerValues } from "./seen-condition.ts";

interface Row {
  readonly id: number;
  readonly webhook_id: string;
  readonly event: WebhookEvent;
  readonly state: DeliveryState;
  readonly payload: string;
  readonly created_at: Instant;
  readonly attempts: number;
  readonly last_attempt_at: Instant | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly due_at: Instant;
}

const STATE = `case when d.delivered_at is not null then 'delivered' when d.gave_up_at is not null then 'given_up'
  else 'waiting' end`;
const COLUMNS = `d.id, d.webhook_id, d.event, ${STATE} as state, d.payload, d.created_at, d.attempts, d.last_attempt_at,
  d.last_status, d.last_error, d.due_at`;
/** Of deliveries of earlier releases, only the bodies say what they are about. */
export const IS_SEEN = seenCondition({
  uid: "coalesce(d.about_uid, (d.payload ->> 'user')::bigint)",
  isOfKey: `coalesce(d.about_key, d.payload ->> 'scope' = 'key' or d.payload ->> 'alert' = 'key_refused', false)`,
  exchange: "coalesce(d.about_exchange, d.payload ->> 'exchange')",
});
/** Of webhooks that the viewer sees, and about what it sees. */
const IN_VIEW = `w.owner_uid = $1 and ($2 = $1 or w.uid = $2) and ${IS_SEEN}`;
/** With a `DeliveryFilter`. */
const MATCHES = `${IN_VIEW} and ($6::text is null or w.id = $6) and ($7::text is null or ${STATE} = $7)`;

/** A page of them, newest first. */
export async function listUserDeliveries(
  db: Queryable,
  viewer: Viewer,
  { webhookId, state }: DeliveryFilter,
  { limit, offset }: Page,
): Promise<UserDelivery[]> {
  const rows = await db.query<Row>({
    name: "trading.listUserDeliveries",
    text: `select ${COLUMNS} from trading.webhook_deliveries d join trading.webhooks w on w.id = d.webhook_id
      where ${MATCHES} order by d.id desc limit $8 offset $9`,
    values: [...viewerValues(viewer), webhookId ?? null, state ?? null, limit, offset],
  });
  return rows.map(deliveryOf);
}

/** How many there are on all pages. */
export async function countUserDeliveries(
  db: Queryable,
  viewer: Viewer,
  { webhookId, state }: DeliveryFilter,
): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countUserDeliveries",
    text: `select count(*) as total from trading.webhook_deliveries d join trading.webhooks w on w.id = d.webhook_id
      where ${MATCHES}`,
    values: [...viewerValues(viewer), webhookId ?? null, state ?? null],
  });
  return row?.total ?? 0;
}

/** Takes the end of a delivery away: it is attempted again, as often as a new one. */
export async function redeliver(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  at: Instant,
): Promise<UserDelivery | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.redeliverUserDelivery",
    text: `update trading.webhook_deliveries d set delivered_at = null, gave_up_at = null, due_at = $7, tries = 0
      from trading.webhooks w where d.id = $6 and w.id = d.webhook_id and ${IN_VIEW}
      returning ${COLUMNS}`,
    values: [...viewerValues(viewer), id, timestamp(at)],
  });
  if (!row) return undefined;
  await recordDeed(tx, { ...viewer, at }, "webhook.redeliver", id, { webhook: row.webhook_id });
  return deliveryOf(row);
}

function deliveryOf(row: Row): UserDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    event: row.event,
    state: row.state,
    payload: row.payload,
    createdAt: row.created_at,
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    dueAt: row.state === "waiting" ? row.due_at : null,
  };
}
