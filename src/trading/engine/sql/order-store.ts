/** Requests about orders, on PostgreSQL. */
import { fractionFrom } from "../../../kit/ids/fraction-from.ts";
import { formatInstant, fromMillis } from "../../../kit/time/instant.ts";
import type { Random } from "../../../kit/ids/ids.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { recordAudit } from "../../audit/index.ts";
import type { OpenOrderOfKey } from "../../exchanges/index.ts";
import type { ListedOrder, NewBatch, OrderStore, OrderTerms } from "../store.ts";
import { orderLists } from "./list-orders.ts";
import { takeNumbers, type OrderNumber } from "./client-ids.ts";
import { ORDER_COLUMNS, withBooked, withFills, type OrderRow } from "./order-rows.ts";

export function orderStore(db: Database, random: Random): OrderStore {
  return {
    addBatch: (batch) => db.transaction((tx) => addBatch(tx, batch, random)),
    countScheduled: (keyId, nowMs, most) => countScheduled(db, keyId, nowMs, most),
    findOrder: (keyId, id, marketId) => findOrder(db, keyId, id, marketId),
    readOrders: (ids) => readOrders(db, ids),
    ...orderLists(db),
    askCancel: (order, by) => db.transaction((tx) => askCancel(tx, order, by)),
    askCheck: (id, nowMs) => askCheck(db, id, nowMs),
  };
}

async function addBatch(tx: Transaction, batch: NewBatch, random: Random): ReturnType<OrderStore["addBatch"]> {
  if (!(await holdKey(tx, batch.keyId))) return undefined;
  const [own, ...numbers] = await takeNumbers(tx, batch.sendAtMs.length + 1, {
    nowMs: batch.nowMs,
    random: fractionFrom(random),
  });
  if (!own) return undefined;
  await insertOrders(tx, batch, own.id, numbers);
  const { ownerUid, uid, keyId, nowMs } = batch;
  const { marketId, side, type, amount, price } = batch.order;
  const details = { key: keyId, market: marketId, side, type, amount, price: price ?? null, orders: numbers.length };
  const at = fromMillis(nowMs);
  await recordAudit(tx, { ownerUid, uid, action: "order.create", subject: String(own.id), details, at });
  const rows = await readRows(
    tx,
    numbers.map(({ id }) => id),
  );
  return { batchId: own.id, orders: await withFills(tx, rows) };
}

/** Keeps the key from being deleted before this transaction has ended; false where it is gone or not active. */
async function holdKey(tx: Transaction, keyId: number): Promise<boolean> {
  const held = await tx.query({
    name: "trading.holdKeyOfOrders",
    text: "select from trading.exchange_keys where id = $1 and status = 'active' for key share",
    values: [keyId],
  });
  return held.length === 1;
}

/** The intents. Nothing was sent of them. */
async function insertOrders(
  tx: Transaction,
  { ownerUid, uid, keyId, exchange, order, sendAtMs, intervalMs, expireAfterMs, nowMs }: NewBatch,
  batchId: number,
  numbers: readonly OrderNumber[],
): Promise<void> {
  await tx.execute({
    name: "trading.insertOrders",
    text: `insert into trading.orders (id, client_order_id, intent, batch_id, owner_uid, uid, key_id, exchange, market_id,
        side, type, price, stop_price, amount, created_ms, send_at_ms, interval_ms, expire_after_ms, has_command, updated_ms)
      select id, client_order_id, 'query/' || $4::bigint || '/' || (place - 1), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
        $14, $15, send_at_ms, $16, $17, true, $15
      from unnest($1::bigint[], $2::text[], $3::bigint[]) with ordinality as each (id, client_order_id, send_at_ms, place)`,
    values: [
      numbers.map(({ id }) => id),
      numbers.map(({ clientOrderId }) => clientOrderId),
      sendAtMs,
      batchId,
      ownerUid,
      uid,
      keyId,
      exchange,
      order.marketId,
      order.side,
      order.type,
      order.price ?? null,
      order.stopPrice ?? null,
      order.amount,
      nowMs,
      intervalMs,
      expireAfterMs,
    ],
  });
}

/** How many orders of a key wait for a time later than this: `most` at most. */
async function countScheduled(db: Queryable, keyId: number, nowMs: number, most: number): Promise<number> {
  const [row] = await db.query<{ scheduled: number }>({
    name: "trading.countScheduledOrders",
    text: `select count(*) as scheduled from (select from trading.orders
      where key_id = $1 and not is_settled and batch_id is not null and state = 'created' and send_at_ms > $2 limit $3) o`,
    values: [keyId, nowMs, most],
  });
  return row?.scheduled ?? 0;
}

/** One order of a key by whatever name the caller has of it. Of several, the newest. */
async function findOrder(
  db: Queryable,
  keyId: number,
  id: string,
  marketId: string | undefined,
): Promise<ListedOrder | undefined> {
  const number = /^[0-9]{1,16}$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : null;
  const rows = await db.query<OrderRow>({
    name: "trading.findOrder",
    text: `select ${ORDER_COLUMNS} from trading.orders
      where key_id = $1 and (id = $3 or client_order_id = $2 or exchange_order_id = $2)
        and ($4::text is null or market_id = $4)
      order by (exchange_order_id = $2) desc, id desc limit 1`,
    values: [keyId, id, number, marketId ?? null],
  });
  const [found] = await withBooked(db, rows);
  return found;
}

/** Orders as they are now, in the order of their numbers. */
export async function readOrders(db: Queryable, ids: readonly number[]): Promise<ListedOrder[]> {
  return withBooked(db, await readRows(db, ids));
}

/** As they are stored. */
async function readRows(db: Queryable, ids: readonly number[]): Promise<OrderRow[]> {
  return db.query<OrderRow>({
    name: "trading.readOrders",
    text: `select ${ORDER_COLUMNS} from trading.orders where id = any ($1::bigint[]) order by id`,
    values: [ids],
  });
}

/** Leaves the wish; the sender makes it durable as a cancel intent before it sends anything. */
async function askCancel(
  tx: Transaction,
  { id, ownerUid }: OrderTerms,
  { uid, nowMs }: { readonly uid: number; readonly nowMs: number },
): Promise<void> {
  const asked = await tx.execute({
    name: "trading.askCancel",
    text: `update trading.orders set cancel_asked_ms = $2, has_command = true
      where id = $1 and cancel_asked_ms is null and not is_settled`,
    values: [id, nowMs],
  });
  if (asked === 0) return;
  const at = fromMillis(nowMs);
  await recordAudit(tx, {
    ownerUid,
    uid,
    action: "order.cancel",
    subject: String(id),
    details: { at: formatInstant(at) },
    at,
  });
}

/** Leaves the wish to see the order at the exchange. */
async function askCheck(db: Queryable, id: number, nowMs: number): Promise<void> {
  await db.execute({
    name: "trading.askCheck",
    text: "update trading.orders set check_asked_ms = $2, has_command = true where id = $1 and claimed_fence is not null",
    values: [id, nowMs],
  });
}

/** The same for the keys of users who are about to lose them, in the order of the orders' numbers. Locks nothing. */
export async function ordersOpenOfUsers(
  tx: Queryable,
  uids: readonly number[],
  limit: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.listOrdersOpenOfUsers",
    text: `select id from trading.orders
      where key_id in (select id from trading.exchange_keys where uid = any ($1::bigint[]))
        and not is_settled and state <> 'missing' order by id limit $2`,
    values: [uids, limit],
  });
  return rows.map(({ id }) => id);
}

/** The same for the strategies of a rented server. */
export async function ordersOpenOnServer(tx: Queryable, serverId: number, limit: number): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.listOrdersOpenOnServer",
    text: `select o.id from trading.strategies s join trading.orders o on o.strategy_id = s.id
      where s.server_id = $1 and not o.is_settled and o.state <> 'missing' order by o.id limit $2`,
    values: [serverId, limit],
  });
  return rows.map(({ id }) => id);
}

/** The orders of a key that may be open, for the owner who deletes the key: last those of strategies that were stopped by force. */
export async function ordersOpenAtKey(tx: Queryable, keyId: number, limit: number): Promise<readonly OpenOrderOfKey[]> {
  const rows = await tx.query<{
    id: number;
    client_order_id: string;
    code: string;
    exchange_order_id: string;
    is_left: boolean;
    is_sent: boolean;
  }>({
    name: "trading.listOrdersOpenAtKey",
    text: `select o.id, o.client_order_id, o.exchange || '-' || o.market_id as code, o.exchange_order_id,
        coalesce(s.state = 'force_stopped', false) as is_left, o.claimed_fence is not null as is_sent
      from trading.orders o left join trading.strategies s on s.id = o.strategy_id
      where o.key_id = $1 and not o.is_settled and o.state <> 'missing' order by is_left, o.id limit $2`,
    values: [keyId, limit],
  });
  return rows.map(({ id, code, ...row }) => ({
    id,
    code,
    clientOrderId: row.client_order_id,
    exchangeOrderId: row.exchange_order_id,
    isLeft: row.is_left,
    isSent: row.is_sent,
  }));
}
