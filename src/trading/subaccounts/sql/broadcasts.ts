/** Broadcasts of an owner, and who of the sub-accounts has read them. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Page } from "../../page.ts";
import { lockUser } from "../../users/index.ts";
import type { Doing, ReceivedBroadcast, StoredBroadcast } from "../store.ts";

interface Row {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly recipients: number;
  readonly read_by: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

const SELECT = `select sent.id, sent.title, sent.body, sent.recipients, sent.created_at, sent.updated_at,
    (select count(*) from trading.broadcast_recipients as recipient
      where recipient.broadcast_id = sent.id and recipient.read_at is not null) as read_by
  from trading.broadcasts as sent`;

/** Sends to every sub-account that there is now, unless the owner keeps `maximum` broadcasts. */
export async function sendBroadcast(
  tx: Transaction,
  { ownerUid, uid, at }: Doing,
  { title, body }: { readonly title: string; readonly body: string },
  maximum: number,
): Promise<StoredBroadcast | undefined> {
  await lockUser(tx, ownerUid);
  if ((await countBroadcasts(tx, ownerUid)) >= maximum) return undefined;
  const id = await insertBroadcast(tx, ownerUid, { title, body }, at);
  await recordAudit(tx, { ownerUid, uid, action: "broadcast.create", subject: String(id), details: { title }, at });
  return findBroadcast(tx, ownerUid, id);
}

/** Changes the text of a broadcast; when it differs, it is unread again. */
export async function editBroadcast(
  tx: Transaction,
  { ownerUid, uid, at }: Doing,
  id: number,
  text: { readonly title?: string | undefined; readonly body?: string | undefined },
): Promise<StoredBroadcast | undefined> {
  const changed = await tx.execute({
    name: "trading.editBroadcast",
    text: `update trading.broadcasts set title = coalesce($3, title), body = coalesce($4, body), updated_at = $5
      where id = $1 and owner_id = $2 and (title, body) is distinct from (coalesce($3, title), coalesce($4, body))`,
    values: [id, ownerUid, text.title ?? null, text.body ?? null, timestamp(at)],
  });
  if (changed === 1) {
    await tx.execute({
      name: "trading.unreadBroadcast",
      text: "update trading.broadcast_recipients set read_at = null where broadcast_id = $1 and read_at is not null",
      values: [id],
    });
    const details = { changed: Object.keys(text) };
    await recordAudit(tx, { ownerUid, uid, action: "broadcast.edit", subject: String(id), details, at });
  }
  return findBroadcast(tx, ownerUid, id);
}

/** Takes a broadcast back, from its readers too. */
export async function removeBroadcast(tx: Transaction, { ownerUid, uid, at }: Doing, id: number): Promise<boolean> {
  const removed = await tx.execute({
    name: "trading.removeBroadcast",
    text: "delete from trading.broadcasts where id = $1 and owner_id = $2",
    values: [id, ownerUid],
  });
  if (removed === 0) return false;
  await recordAudit(tx, { ownerUid, uid, action: "broadcast.delete", subject: String(id), at });
  return true;
}

/** One page of an owner's broadcasts, newest first. */
export async function listBroadcasts(db: Queryable, ownerUid: number, page: Page): Promise<StoredBroadcast[]> {
  const rows = await db.query<Row>({
    name: "trading.listBroadcasts",
    text: `${SELECT} where sent.owner_id = $1 order by sent.id desc limit $2 offset $3`,
    values: [ownerUid, page.limit, page.offset],
  });
  return rows.map(broadcastOf);
}

/** How many broadcasts an owner keeps. */
export async function countBroadcasts(db: Queryable, ownerUid: number): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countBroadcasts",
    text: "select count(*) as total from trading.broadcasts where owner_id = $1",
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

/** One page of what a sub-account was sent, newest first, and whether it had read each. */
export async function listReceivedBroadcasts(db: Queryable, uid: number, page: Page): Promise<ReceivedBroadcast[]> {
  const rows = await db.query<Omit<Row, "recipients" | "read_by"> & { read_at: Instant | null }>({
    name: "trading.listReceivedBroadcasts",
    text: `select sent.id, sent.title, sent.body, sent.created_at, sent.updated_at, recipient.read_at
      from trading.broadcast_recipients as recipient join trading.broadcasts as sent on sent.id = recipient.broadcast_id
      where recipient.uid = $1 order by recipient.broadcast_id desc limit $2 offset $3`,
    values: [uid, page.limit, page.offset],
  });
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    body: row.body,
    wasRead: row.read_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

/** How many broadcasts a sub-account was sent. */
export async function countReceivedBroadcasts(db: Queryable, uid: number): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countReceivedBroadcasts",
    text: "select count(*) as total from trading.broadcast_recipients where uid = $1",
    values: [uid],
  });
  return row?.total ?? 0;
}

/** Notes that a sub-account has read these. The text that it saw must still be the text, so an edit waits or wins. */
export async function markBroadcastsRead(
  tx: Transaction,
  uid: number,
  shown: readonly Pick<ReceivedBroadcast, "id" | "updatedAt">[],
  at: Instant,
): Promise<void> {
  if (shown.length === 0) return;
  await tx.execute({
    name: "trading.markBroadcastsRead",
    text: `with seen as (
        select sent.id from trading.broadcasts as sent
        join unnest($2::bigint[], $3::timestamptz[]) as shown (id, updated_at)
          on sent.id = shown.id and sent.updated_at = shown.updated_at
        order by sent.id for share of sent
      )
      update trading.broadcast_recipients as recipient set read_at = $4::timestamptz from seen
      where recipient.uid = $1 and recipient.broadcast_id = seen.id and recipient.read_at is null`,
    values: [uid, shown.map(({ id }) => id), shown.map(({ updatedAt }) => timestamp(updatedAt)), timestamp(at)],
  });
}

/** The broadcast and its recipients in one statement, so that their number is theirs. */
async function insertBroadcast(
  tx: Transaction,
  ownerUid: number,
  { title, body }: { readonly title: string; readonly body: string },
  at: Instant,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.sendBroadcast",
    text: `with recipient as (
        select id as uid from trading.users where owner_id = $1 and closed_at is null
      ), sent as (
        insert into trading.broadcasts (owner_id, title, body, recipients, created_at, updated_at)
        select $1, $2, $3, count(*), $4::timestamptz, $4::timestamptz from recipient
        returning id
      ), delivered as (
        insert into trading.broadcast_recipients (broadcast_id, uid) select sent.id, recipient.uid from sent, recipient
      )
      select id from sent`,
    values: [ownerUid, title, body, timestamp(at)],
  });
  invariant(row, "a broadcast that was sent has an id");
  return row.id;
}

/** One broadcast of an owner. */
async function findBroadcast(db: Queryable, ownerUid: number, id: number): Promise<StoredBroadcast | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findBroadcast",
    text: `${SELECT} where sent.id = $1 and sent.owner_id = $2`,
    values: [id, ownerUid],
  });
  return row && broadcastOf(row);
}

function broadcastOf(row: Row): StoredBroadcast {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    recipients: row.recipients,
    readBy: row.read_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
