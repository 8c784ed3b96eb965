/** Lists of orders, as requests ask for them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Page } from "../../page.ts";
import { FINAL_STATES } from "../core/journal-order.ts";
import type { KeptFill, ListedOrder, OrderLists, OrdersAt, OrderTransition, ReportedOrders } from "../store.ts";
import { ORDER_COLUMNS, withBooked, type OrderRow } from "./order-rows.ts";

/**
 * States of orders that are at their end. Orders that an exchange denies have ended too, though they are watched for a
 * while.
 */
const ENDED = [...FINAL_STATES, "missing"];

export function orderLists(db: Queryable): OrderLists {
  return {
    listOpen: (at, limit) => listOpen(db, at, limit),
    listEnded: (at, sinceMs, page) => listEnded(db, at, sinceMs, page),
    countEnded: (at, sinceMs) => countEnded(db, at, sinceMs),
    listMarkets: (keyId, limit) => listMarkets(db, keyId, limit),
    listReported: (reported) => listReported(db, reported),
    listFillsOf: (orderIds, limit, total = limit) => listFillsOf(db, orderIds, limit, total),
    listTransitions: (orderId, limit) => listTransitions(db, orderId, limit),
  };
}

/** Orders that wait for their time, may be at the exchange, or are there. */
async function listOpen(db: Queryable, { keyIds, marketId }: OrdersAt, limit: number): Promise<ListedOrder[]> {
  const rows = await db.query<OrderRow>({
    name: "trading.listOpenOrders",
    text: `select ${ORDER_COLUMNS} from trading.orders
      where key_id = any ($1::bigint[]) and not is_settled and state <> all ($2::text[])
        and ($3::text is null or market_id = $3)
      order by created_ms desc, id desc limit $4`,
    values: [keyIds, ENDED, marketId ?? null, limit],
  });
  return withBooked(db, rows);
}

/** Ended orders. */
async function listEnded(
  db: Queryable,
  { keyIds, marketId }: OrdersAt,
  sinceMs: number,
  { limit, offset }: Page,
): Promise<ListedOrder[]> {
  const rows = await db.query<OrderRow>({
    name: "trading.listEndedOrders",
    text: `select ${ORDER_COLUMNS} from trading.orders
      where key_id = any ($1::bigint[]) and state = any ($2::text[]) and ($3::text is null or market_id = $3)
        and created_ms >= $4
      order by created_ms desc, id desc limit $5 offset $6`,
    values: [keyIds, ENDED, marketId ?? null, sinceMs, limit, offset],
  });
  return withBooked(db, rows);
}

/** How many pages there are. */
async function countEnded(db: Queryable, { keyIds, marketId }: OrdersAt, sinceMs: number): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: "trading.countEndedOrders",
    text: `select count(*) as count from trading.orders
      where key_id = any ($1::bigint[]) and state = any ($2::text[]) and ($3::text is null or market_id = $3)
        and created_ms >= $4`,
    values: [keyIds, ENDED, marketId ?? null, sinceMs],
  });
  return row?.count ?? 0;
}

/** Where the exchange of a key is asked for orders: most exchanges list ended orders by market only. */
async function listMarkets(db: Queryable, keyId: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ market_id: string }>({
    name: "trading.listMarketsOfOrders",
    text: `select market_id from trading.orders where key_id = $1
      group by market_id order by max(created_ms) desc, market_id limit $2`,
    values: [keyId, limit],
  });
  return rows.map(({ market_id: marketId }) => marketId);
}

/** Which of the orders that an exchange lists are ours, also where another key of the account has placed them. */
async function listReported(
  db: Queryable,
  { ownerUid, keyId, exchangeOrderIds, clientOrderIds }: ReportedOrders,
): Promise<ListedOrder[]> {
  const rows = await db.query<OrderRow>({
    name: "trading.listReportedOrders",
    text: `select ${ORDER_COLUMNS} from trading.orders
      where (key_id = $1 and exchange_order_id = any ($2::text[]) and exchange_order_id <> '')
        or (client_order_id = any ($3::text[]) and owner_uid = $4)`,
    values: [keyId, exchangeOrderIds, clientOrderIds, ownerUid],
  });
  return withBooked(db, rows);
}

/** The trades that are shown with orders. It reads no more of them than it answers. */
async function listFillsOf(
  db: Queryable,
  orderIds: readonly number[],
  limit: number,
  total: number,
): Promise<KeptFill[]> {
  const rows = await db.query<FillRow>({
    name: "trading.listFillsOfOrders",
    text: `select order_id, trade_id, price, amount, fee_currency, fee_amount, is_maker, at_ms from (
        select o.place, f.order_id, f.trade_id, f.price, f.amount, f.fee_currency, f.fee_amount, f.is_maker, f.at_ms
        from unnest($1::bigint[]) with ordinality as o (id, place) cross join lateral (
          select order_id, trade_id, price, amount, fee_currency, fee_amount, is_maker, at_ms
          from trading.order_fills where order_id = o.id order by at_ms, trade_id limit $2
        ) f limit $3
      ) as shown order by place, at_ms, trade_id`,
    values: [orderIds, limit, total],
  });
  return rows.map((row) => ({
    orderId: row.order_id,
    tradeId: row.trade_id,
    price: row.price,
    amount: row.amount,
    fee: row.fee_currency === null ? null : { currency: row.fee_currency, amount: row.fee_amount ?? "0" },
    isMaker: row.is_maker,
    atMs: row.at_ms,
  }));
}

/** The trail of one order. */
async function listTransitions(db: Queryable, orderId: number, limit: number): Promise<OrderTransition[]> {
  const rows = await db.query<Omit<OrderTransition, "atMs"> & { at_ms: number }>({
    name: "trading.listOrderTransitions",
    text: `select from_state as "from", to_state as "to", event, why, at_ms from trading.order_transitions
      where order_id = $1 order by version desc limit $2`,
    values: [orderId, limit],
  });
  return rows.map(({ at_ms: atMs, ...row }) => ({ ...row, atMs })).toReversed();
}

interface FillRow {
  readonly order_id: number;
  readonly trade_id: string;
  readonly price: string;
  readonly amount: string;
  readonly fee_currency: string | null;
  readonly fee_amount: string | null;
  readonly is_maker: boolean;
  readonly at_ms: number;
}
