/** Followed orders: those of a strategy, of a batch, or one order. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { KeptFill, ListedOrder } from "../store.ts";
import { ORDER_COLUMNS, withBooked, type OrderRow } from "./order-rows.ts";

/** More trades of one order are not told: exchange-query/order-check has them. */
const FILLS_EACH = 100;

/** What is followed, and by whom. */
export interface FollowedOrders {
  /** Of a strategy, of a request to exchange-query/order-create, or of an order. */
  readonly id: number;
  readonly ownerUid: number;
  /** Null for those of all users of the account. */
  readonly uid: number | null;
  readonly limit: number;
}

/** The newest orders with their trades; undefined for what is not there, or is another account's. */
export async function readFollowedOrders(
  q: Queryable,
  { id, ownerUid, uid, limit }: FollowedOrders,
): Promise<{ readonly orders: readonly ListedOrder[]; readonly fills: readonly KeptFill[] } | undefined> {
  const rows = await q.query<OrderRow>({
    name: "trading.listFollowedOrders",
    text: `select ${ORDER_COLUMNS} from trading.orders
      where owner_uid = $2 and ($3::bigint is null or uid = $3) and id in (
        (select id from trading.orders where strategy_id = $1 order by id desc limit $4)
        union (select id from trading.orders where batch_id = $1 order by id desc limit $4)
        union select $1)
      order by id desc limit $4`,
    values: [id, ownerUid, uid, limit],
  });
  if (rows.length === 0 && !(await isStrategyOf(q, { id, ownerUid, uid }))) return undefined;
  return { orders: await withBooked(q, rows), fills: await listFills(q, rows) };
}

/** Whether it is a strategy, which has no orders yet. */
async function isStrategyOf(q: Queryable, { id, ownerUid, uid }: Omit<FollowedOrders, "limit">): Promise<boolean> {
  const found = await q.query({
    name: "trading.findFollowedStrategy",
    text: `select from trading.strategies where id = $1 and owner_uid = $2 and ($3::bigint is null or uid = $3)`,
    values: [id, ownerUid, uid],
  });
  return found.length === 1;
}

/** The newest trades of each. */
async function listFills(q: Queryable, rows: readonly OrderRow[]): Promise<KeptFill[]> {
  if (rows.length === 0) return [];
  const fills = await q.query<{
    order_id: number;
    trade_id: string;
    price: string;
    amount: string;
    fee_currency: string | null;
    fee_amount: string | null;
    is_maker: boolean;
    at_ms: number;
  }>({
    name: "trading.listFollowedFills",
    text: `select f.order_id, f.trade_id, f.price, f.amount, f.fee_currency, f.fee_amount, f.is_maker, f.at_ms
      from unnest($1::bigint[]) as o (id) cross join lateral (
        select order_id, trade_id, price, amount, fee_currency, fee_amount, is_maker, at_ms from trading.order_fills
        where order_id = o.id order by at_ms desc, trade_id limit ${FILLS_EACH}) f
      order by f.order_id, f.at_ms, f.trade_id`,
    values: [rows.map(({ id }) => id)],
  });
  return fills.map((row) => ({
    orderId: row.order_id,
    tradeId: row.trade_id,
    price: row.price,
    amount: row.amount,
    fee: row.fee_currency === null ? null : { currency: row.fee_currency, amount: row.fee_amount ?? "0" },
    isMaker: row.is_maker,
    atMs: row.at_ms,
  }));
}
