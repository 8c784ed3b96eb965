/** Webhooks as their users keep them. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { webhookRecord } from "../../../kit/webhooks/store.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Page } from "../../page.ts";
import { lockUser } from "../../users/index.ts";
import { tradingWebhooks, type WebhookEvent } from "../service.ts";
import type { Doing, NewUserWebhook, UserWebhook, WebhookChange, WebhookView } from "../store.ts";
import { insertDeliveries } from "./tell.ts";

interface Row {
  readonly id: string;
  readonly uid: number;
  readonly url: string;
  readonly label: string;
  readonly events: WebhookEvent[];
  readonly enabled: boolean;
  readonly disabled_because: string | null;
  readonly failures: number;
  readonly created_at: Instant;
}

const COLUMNS = "id, uid, url, label, events, enabled, disabled_because, failures, created_at";
/** Of a `WebhookView`. */
const IN_VIEW = "owner_uid = $1 and ($2::bigint is null or uid = $2)";

/** Adds a webhook, unless the account has as many as it may: counted after the account's row is locked. */
export async function createWebhook(
  tx: Transaction,
  sealer: Pick<Sealer, "seal">,
  doing: Doing,
  webhook: NewUserWebhook,
  maximum: number,
): Promise<UserWebhook | undefined> {
  const { ownerUid, uid, at } = doing;
  await lockUser(tx, ownerUid);
  if ((await countWebhooks(tx, { ownerUid, onlyUid: null })) >= maximum) return undefined;
  const id = await reserveWebhookId(tx);
  const [row] = await tx.query<Row>({
    name: "trading.insertUserWebhook",
    text: `insert into trading.webhooks (id, owner_uid, uid, url, label, sealed_secret, events, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    values: [
      id,
      ownerUid,
      uid,
      webhook.url,
      webhook.label,
      sealer.seal(Buffer.from(webhook.secret), webhookRecord(tradingWebhooks, id)),
      webhook.events,
      timestamp(at),
    ],
  });
  invariant(row, "an insert answers its row");
  await auditWebhook(tx, doing, "webhook.create", row);
  // So that its user sees at once whether deliveries arrive.
  const data = { webhook: { id, label: webhook.label, events: webhook.events } };
  await insertDeliveries(tx, [{ webhookId: id, happening: { event: "webhook.created", ownerUid, uid, at, data } }]);
  return webhookOf(row);
}

/** The id comes before the row, because the secret is sealed with it. */
async function reserveWebhookId(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ id: string }>({
    name: "trading.reserveWebhookId",
    text: "select nextval('trading.webhook_ids')::text as id",
  });
  invariant(row, "a sequence always has a next value");
  return row.id;
}

/** A page of what a user sees, newest first. */
export async function listWebhooks(
  db: Queryable,
  { ownerUid, onlyUid }: WebhookView,
  { limit, offset }: Page,
): Promise<UserWebhook[]> {
  const rows = await db.query<Row>({
    name: "trading.listUserWebhooks",
    text: `select ${COLUMNS} from trading.webhooks where ${IN_VIEW} order by id::bigint desc limit $3 offset $4`,
    values: [ownerUid, onlyUid, limit, offset],
  });
  return rows.map(webhookOf);
}

/** How many a user sees. */
export async function countWebhooks(db: Queryable, { ownerUid, onlyUid }: WebhookView): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countUserWebhooks",
    text: `select count(*) as total from trading.webhooks where ${IN_VIEW}`,
    values: [ownerUid, onlyUid],
  });
  return row?.total ?? 0;
}

/** One that the user sees. */
export async function findWebhook(
  db: Queryable,
  { ownerUid, onlyUid }: WebhookView,
  id: string,
): Promise<UserWebhook | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findUserWebhook",
    text: `select ${COLUMNS} from trading.webhooks where ${IN_VIEW} and id = $3`,
    values: [ownerUid, onlyUid, id],
  });
  return row && webhookOf(row);
}

/** Changes what is named. Earlier failures no longer count where the address is another, or it is enabled. */
export async function editWebhook(
  tx: Transaction,
  doing: Doing,
  id: string,
  { url, label, events, enabled }: WebhookChange,
): Promise<UserWebhook | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.editUserWebhook",
    text: `update trading.webhooks set url = coalesce($4, url), label = coalesce($5, label),
        events = coalesce($6::text[], events), enabled = coalesce($7::boolean, enabled),
        disabled_because = case when $7::boolean is null then disabled_because end,
        failures = case when $4::text is null and $7::boolean is distinct from true then failures else 0 end,
        rests_until = case when $4::text is null and $7::boolean is distinct from true then rests_until else '-infinity' end
      where ${IN_VIEW} and id = $3 returning ${COLUMNS}`,
    values: [doing.ownerUid, doing.onlyUid, id, url ?? null, label ?? null, events ?? null, enabled ?? null],
  });
  if (!row) return undefined;
  await auditWebhook(tx, doing, "webhook.edit", row);
  return webhookOf(row);
}

/** Forgets a webhook, with its past and pending deliveries. */
export async function deleteWebhook(tx: Transaction, doing: Doing, id: string): Promise<boolean> {
  const [row] = await tx.query<Row>({
    name: "trading.deleteUserWebhook",
    text: `delete from trading.webhooks where ${IN_VIEW} and id = $3 returning ${COLUMNS}`,
    values: [doing.ownerUid, doing.onlyUid, id],
  });
  if (!row) return false;
  await tx.execute({
    name: "trading.deleteWebhookDeliveries",
    text: "delete from trading.webhook_deliveries where webhook_id = $1",
    values: [id],
  });
  await auditWebhook(tx, doing, "webhook.delete", row);
  return true;
}

/** An address may hold a token of the receiver's: the trail names its host alone. */
async function auditWebhook(
  tx: Transaction,
  { ownerUid, uid, at }: Doing,
  action: string,
  { id, url, events, enabled }: Row,
): Promise<void> {
  const details = { host: new URL(url).host, events, enabled };
  await recordAudit(tx, { ownerUid, uid, action, subject: id, details, at });
}

function webhookOf(row: Row): UserWebhook {
  return {
    id: row.id,
    uid: row.uid,
    url: row.url,
    label: row.label,
    events: row.events,
    enabled: row.enabled,
    disabledBecause: row.disabled_because,
    failures: row.failures,
    createdAt: row.created_at,
  };
}
