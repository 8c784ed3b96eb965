/**
 * The hooks for other areas' transactions: deliveries exist exactly when the change does. It costs one short statement
 * where no webhook wants the event. No row is locked, so that what happens to webhooks holds up no order.
 */
import type { Transaction } from "../../../kit/sql/database.ts";
import { isTold, payloadOf, type Happening, type Listener } from "../core/happening.ts";
import type { WebhookEvent } from "../service.ts";
import { viewerOfRow, type ViewerRow } from "./viewer-row.ts";

/**
 * Tells webhooks of what has happened.
 *
 * @param about accounts and events that are in question
 * @param make what has happened, asked only where a webhook of these accounts wants one of these events; it is given the
 *   accounts with such webhooks
 */
export async function tellWebhooks(
  tx: Transaction,
  about: { readonly ownerUids: readonly number[]; readonly events: readonly WebhookEvent[] },
  make: (listening: ReadonlySet<number>) => readonly Happening[] | Promise<readonly Happening[]>,
): Promise<void> {
  if (about.ownerUids.length === 0) return;
  const listeners = await listListeners(tx, about.ownerUids, about.events);
  if (listeners.length === 0) return;
  const byOwner = new Map<number, Listener[]>();
  for (const listener of listeners) {
    const own = byOwner.get(listener.ownerUid);
    if (own) own.push(listener);
    else byOwner.set(listener.ownerUid, [listener]);
  }
  const told = (await make(new Set(byOwner.keys()))).flatMap((happening) =>
    (byOwner.get(happening.ownerUid) ?? [])
      .filter((listener) => isTold(listener, happening))
      .map(({ id }) => ({ webhookId: id, happening })),
  );
  if (told.length > 0) await insertDeliveries(tx, told);
}

/**
 * Tells every webhook of the platform that wants the event, whosever it is.
 *
 * @param data the members of the body beside those that every body has
 */
export async function tellAllWebhooks(
  tx: Transaction,
  { event, at, data }: Pick<Happening, "event" | "at"> & { readonly data: object },
): Promise<void> {
  await tx.execute({
    name: "trading.tellAllWebhooks",
    text: `insert into trading.webhook_deliveries (webhook_id, event, payload, about_key, created_at, due_at)
      select w.id, $1::text, jsonb_set($2::jsonb, '{account}', to_jsonb(w.owner_uid::text))::json, false, now(), now()
      from trading.webhooks w join trading.users u on u.id = w.uid join trading.users o on o.id = w.owner_uid
      where w.enabled and $1::text = any (w.events) and u.is_active and o.is_active`,
    values: [event, payloadOf({ event, ownerUid: 0, uid: null, at, data })],
  });
}

/** More webhooks than users of one platform have. */
const MOST_LISTENERS = 1_000_000;

interface ListenerRow extends ViewerRow {
  readonly id: string;
  readonly events: WebhookEvent[];
}

/**
 * Webhooks of these accounts that want one of these events. Inactive users, and users of an inactive main account, receive
 * nothing, and alerts go to users who have not switched them off (`notifications_webhook`).
 */
async function listListeners(
  tx: Transaction,
  ownerUids: readonly number[],
  events: readonly WebhookEvent[],
): Promise<Listener[]> {
  const rows = await tx.query<ListenerRow>({
    name: "trading.listWebhookListeners",
    text: `select w.id, w.owner_uid, w.uid,
        case when coalesce((s.settings->>'notifications_webhook')::boolean, true) then w.events
          else array_remove(w.events, 'risk.alert') end as events,
        u.rights, plan.base_id, plan.overrides
      from trading.webhooks w join trading.users u on u.id = w.uid join trading.users o on o.id = w.owner_uid
        left join trading.user_settings s on s.uid = w.uid
        left join trading.subscriptions plan on plan.owner_id = w.owner_uid
      where w.owner_uid = any ($1::bigint[]) and w.enabled and w.events && $2::text[] and u.is_active and o.is_active
      order by w.id limit ${MOST_LISTENERS}`,
    values: [ownerUids, events],
  });
  return rows.map((row) => ({ ...viewerOfRow(row), id: row.id, events: row.events }));
}

/** In the order in which it happened. They are due at once. */
export async function insertDeliveries(
  tx: Transaction,
  told: readonly { readonly webhookId: string; readonly happening: Happening }[],
): Promise<void> {
  const payloads = new Map<Happening, string>();
  for (const { happening } of told) if (!payloads.has(happening)) payloads.set(happening, payloadOf(happening));
  await tx.execute({
    name: "trading.insertWebhookDeliveries",
    text: `insert into trading.webhook_deliveries
        (webhook_id, event, subject, payload, about_uid, about_key, about_exchange, created_at, due_at)
      select v.webhook_id, v.event, v.subject, v.payload, v.uid, v.of_key, v.exchange, now(), now()
      from unnest($1::text[], $2::text[], $3::text[], $4::json[], $5::bigint[], $6::boolean[], $7::text[])
        with ordinality as v (webhook_id, event, subject, payload, uid, of_key, exchange, place)
      order by v.place
      on conflict (webhook_id, event, subject) where subject is not null do nothing`,
    values: [
      told.map(({ webhookId }) => webhookId),
      told.map(({ happening }): WebhookEvent => happening.event),
      told.map(({ happening }) => happening.subject ?? null),
      told.map(({ happening }) => payloads.get(happening)),
      told.map(({ happening }) => happening.uid),
      told.map(({ happening }) => happening.isOfKey === true),
      told.map(({ happening }) => happening.exchange ?? null),
    ],
  });
}
