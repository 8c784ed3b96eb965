/** The journal as a sender reads and writes it, on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { fractionFrom } from "../../../kit/ids/fraction-from.ts";
import type { Random } from "../../../kit/ids/ids.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { recordAlerts } from "../../alerts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import { toldOrder } from "../core/told-order.ts";
import {
  SENDER_LEASE,
  senderLease,
  type CommandDone,
  type JournalChange,
  type KeptOrder,
  type OrderJournal,
  type StrayOrder,
} from "../store.ts";
import type { DueKeys, KeyRange, WorkKey } from "../work-keys.ts";
import { claimOrders } from "./claim-orders.ts";
import { readPrefix } from "./client-ids.ts";
import { keysWithUnsent, listGoneKeys, noteLook, takeKeysToLookAt, tellWaiting } from "./neglected-keys.ts";
import { ORDER_COLUMNS, withFills, type OrderRow } from "./order-rows.ts";
import { writeChanges } from "./write-changes.ts";

/** How often the open orders of a key are looked at while no order of it is in progress. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;

/** Further changes that become durable in the same commit. */
export type BookChanges = (tx: Transaction, changes: readonly JournalChange[]) => Promise<void>;

/** @param book called after the changes are written, in their transaction */
export function orderJournal(db: Database, random: Random, book?: BookChanges): OrderJournal {
  const fenced = <Result>(keyId: number, fence: number, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    db.transaction(async (tx) => {
      // Asked together: the work's writes are undone where the lease is lost.
      const [, result] = await Promise.all([assertFence(tx, senderLease(keyId), fence), work(tx)]);
      return result;
    });
  return {
    keysWithCommands: (untilMs, range) => keysWithCommands(db, untilMs, range),
    keysWithOrders: (range) => keysWithOrders(db, range),
    keysWithUnsent: (untilMs, limit) => keysWithUnsent(db, untilMs, limit),
    tellWaiting: (late) => tellWaiting(db, late),
    takeKeysToLookAt: (range) => takeKeysToLookAt(db, range, LOOK_EVERY_MS),
    listGoneKeys: (keyIds) => listGoneKeys(db, keyIds),
    noteLook: (keyId) => noteLook(db, keyId, LOOK_EVERY_MS),
    isKeyActive: (keyId) => isKeyActive(db, keyId),
    listCommands: (keyId, untilMs, limit) => listCommands(db, keyId, untilMs, limit),
    listUnsettled: (keyId) => listUnsettled(db, keyId),
    listLately: (keyId, sinceMs) => listLately(db, keyId, sinceMs),
    findByExchangeId: (keyId, marketId, id) => findByExchangeId(db, keyId, marketId, id),
    findByClientId: (id) => findByClientId(db, id),
    prefix: () => readPrefix(db, fractionFrom(random)),
    claim: (key, fence, orders, judge) =>
      fenced(key.keyId, fence, (tx) => claimOrders(tx, { key, fence, orders, judge })),
    write: (keyId, fence, changes) =>
      fenced(keyId, fence, async (tx) => {
        const written = await writeChanges(tx, fence, changes);
        await book?.(tx, written);
      }),
    commandsDone: (keyId, fence, done) => fenced(keyId, fence, (tx) => commandsDone(tx, done)),
    adopt: (key, fence, stray) => fenced(key.keyId, fence, (tx) => adopt(tx, key, fence, stray)),
  };
}

interface KeyRow {
  readonly key_id: number;
  readonly owner_uid: number;
  readonly exchange: string;
  readonly status: string;
}

const workKey = (row: KeyRow): WorkKey => ({
  keyId: row.key_id,
  ownerUid: row.owner_uid,
  exchange: row.exchange,
  isActive: row.status === "active",
});

/** Asked ten times a second by every process that works: reads little more than the commands that wait. */
async function keysWithCommands(db: Queryable, untilMs: number, range: KeyRange): Promise<DueKeys> {
  const rows = await db.query<{ epoch: number } & (KeyRow | { readonly key_id: null })>({
    name: "trading.senderKeysWithCommands",
    text: `select e.epoch, due.key_id, due.owner_uid, due.exchange, due.status from trading.risk_epoch e left join (
        select k.id as key_id, k.owner_uid, k.exchange, k.status, waiting.since
        from (
          select o.key_id, min(o.send_at_ms) as since from trading.orders o
          where o.has_command and (o.send_at_ms <= $1 or o.cancel_asked_ms is not null) group by o.key_id
        ) waiting join trading.exchange_keys k on k.id = waiting.key_id
        where k.exchange = any ($2::text[]) and not exists (
          select from kit.leases l where l.name = $3 || k.id and l.expires_at > clock_timestamp() and l.owner <> $4
        )
        order by waiting.since, k.id limit $5
      ) due on true order by due.since, due.key_id`,
    values: [untilMs, range.exchanges, SENDER_LEASE, range.owner, range.limit],
  });
  invariant(rows[0], "there is one epoch");
  return { riskEpoch: rows[0].epoch, keys: rows.flatMap((row) => (row.key_id === null ? [] : workKey(row))) };
}

/** Keys whose orders have no sender, whatever became of the one before. Asking takes no lock on their leases. */
async function keysWithOrders(db: Queryable, { exchanges, limit }: Omit<KeyRange, "owner">): Promise<WorkKey[]> {
  const rows = await db.query<KeyRow>({
    name: "trading.senderKeysWithOrders",
    text: `select k.id as key_id, k.owner_uid, k.exchange, k.status from trading.exchange_keys k
      where k.exchange = any ($1::text[]) and k.id in (
        select o.key_id from trading.orders o where not o.is_settled and o.claimed_fence is not null
      ) and not exists (
        select from kit.leases l where l.name = $2 || k.id and l.expires_at > clock_timestamp()
      )
      order by k.id limit $3`,
    values: [exchanges, SENDER_LEASE, limit],
  });
  return rows.map(workKey);
}

/** Looked at again before orders are sent: a key may have been refused since they were asked for. */
async function isKeyActive(db: Queryable, keyId: number): Promise<boolean> {
  const rows = await db.query({
    name: "trading.senderKeyActive",
    text: "select from trading.exchange_keys where id = $1 and status = 'active'",
    values: [keyId],
  });
  return rows.length === 1;
}

/** The commands to a key's sender. */
async function listCommands(db: Queryable, keyId: number, untilMs: number, limit: number): Promise<KeptOrder[]> {
  const rows = await db.query<OrderRow>({
    name: "trading.senderCommands",
    text: `select ${ORDER_COLUMNS} from trading.orders
      where has_command and key_id = $1 and (send_at_ms <= $2 or cancel_asked_ms is not null)
      order by send_at_ms, id limit $3`,
    values: [keyId, untilMs, limit],
  });
  return withFills(db, rows);
}

/** The work of a new sender. */
async function listUnsettled(db: Queryable, keyId: number): Promise<KeptOrder[]> {
  const rows = await db.query<OrderRow>({
    name: "trading.senderUnsettled",
    text: `select ${ORDER_COLUMNS} from trading.orders
      where key_id = $1 and not is_settled and claimed_fence is not null order by id limit 100000`,
    values: [keyId],
  });
  return withFills(db, rows);
}

/** Markets in which a key has sent orders since then, each with the time of the newest. */
async function listLately(
  db: Queryable,
  keyId: number,
  sinceMs: number,
): Promise<{ readonly marketId: string; readonly newestMs: number }[]> {
  return db.query({
    name: "trading.senderLately",
    text: `select market_id as "marketId", max(created_ms) as "newestMs" from trading.orders
      where key_id = $1 and created_ms >= $2 and claimed_fence is not null group by market_id`,
    values: [keyId, Math.round(sinceMs)],
  });
}

/** The order that a trade or a report of an exchange belongs to, where it is no longer in memory. */
async function findByExchangeId(
  db: Queryable,
  keyId: number,
  marketId: string,
  exchangeOrderId: string,
): Promise<KeptOrder | undefined> {
  const rows = await db.query<OrderRow>({
    name: "trading.senderFindByExchangeId",
    text: `select ${ORDER_COLUMNS} from trading.orders
      where key_id = $1 and market_id = $2 and exchange_order_id = $3 and exchange_order_id <> '' limit 1`,
    values: [keyId, marketId, exchangeOrderId],
  });
  const [found] = await withFills(db, rows);
  return found;
}

/** Whether an id of ours is in the journal, under any key. */
async function findByClientId(db: Queryable, clientOrderId: string): Promise<KeptOrder | undefined> {
  const rows = await db.query<OrderRow>({
    name: "trading.senderFindByClientId",
    text: `select ${ORDER_COLUMNS} from trading.orders where client_order_id = $1`,
    values: [clientOrderId],
  });
  const [found] = await withFills(db, rows);
  return found;
}

/** A command that came while these were carried out is kept. */
async function commandsDone(tx: Transaction, done: readonly CommandDone[]): Promise<void> {
  await tx.execute({
    name: "trading.senderCommandsDone",
    text: `update trading.orders o set checked_ms = coalesce(d.checked_ms, o.checked_ms),
        has_command = o.cancel_asked_ms is distinct from d.cancel_asked_ms
          or o.check_asked_ms is distinct from d.check_asked_ms
          or o.withheld_asked_ms is distinct from d.withheld_asked_ms
      from jsonb_to_recordset($1::jsonb) as d (id bigint, cancel_asked_ms bigint, check_asked_ms bigint,
        withheld_asked_ms bigint, checked_ms bigint)
      where o.id = d.id`,
    values: [
      JSON.stringify(
        done.map((each) => ({
          id: each.id,
          cancel_asked_ms: each.cancelAskedMs,
          check_asked_ms: each.checkAskedMs,
          withheld_asked_ms: each.withheldAskedMs,
          checked_ms: each.checkedMs === null ? null : Math.round(each.checkedMs),
        })),
      ),
    ],
  });
}

/**
 * An order that the exchange shows with an id of ours. One that is open there is to be cancelled from this commit on, whichever
 * sender applies the exchange's report to it. One that has ended may be of those that its owner has erased since it was sent, with
 * this key or another one of the same account there: it is left alone.
 */
async function adopt(tx: Transaction, key: WorkKey, fence: number, stray: StrayOrder): Promise<KeptOrder | undefined> {
  const rows = await tx.query<OrderRow>({
    name: "trading.senderAdopt",
    text: `insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type,
        price, amount, created_ms, send_at_ms, has_command, claimed_fence, handed_ms, cancel_wanted_ms, state, updated_ms, why)
      select $1, $2, 'adopted/' || $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, false, $12, $14,
        case when $13::timestamptz is null then $11::bigint else 0 end, 'unknown', $11,
        'it was at the exchange and not in the journal'
      where not exists (select from trading.erased_orders e
        where (e.key_id = $4 or (e.owner_uid = $3 and e.exchange = $5)) and e.erased_at > $13::timestamptz)
      returning ${ORDER_COLUMNS}`,
    values: [
      stray.id,
      stray.clientOrderId,
      key.ownerUid,
      key.keyId,
      key.exchange,
      stray.marketId,
      stray.side,
      stray.type,
      stray.price,
      stray.amount,
      Math.round(stray.nowMs),
      fence,
      stray.sentAfterMs === null ? null : timestamp(fromMillis(stray.sentAfterMs)),
      Math.round(stray.handedMs),
    ],
  });
  const [adopted] = await withFills(tx, rows);
  if (!adopted) return undefined;
  const details = { alert: "adopted", clientOrderId: stray.clientOrderId, market: stray.marketId };
  const at = fromMillis(stray.nowMs);
  const subject = String(stray.id);
  const { ownerUid } = key;
  await recordAudit(tx, { ownerUid, uid: null, action: "order.alert", subject, details, at });
  const data = { order: toldOrder(adopted.terms, adopted) };
  await recordAlerts(tx, [ownerUid], () => [
    { kind: "order_adopted", ownerUid, uid: adopted.terms.uid, at, why: adopted.why, data },
  ]);
  return adopted;
}
