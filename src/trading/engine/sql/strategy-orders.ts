/** Orders of strategies with the decision that they were made by, and what was charged for them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { ListedOrder } from "../store.ts";
import { ORDER_COLUMNS, withBooked, type OrderRow } from "./order-rows.ts";

/** An order of a strategy. Decimals. */
export interface StrategyOrder {
  readonly kept: ListedOrder;
  readonly strategyId: number;
  readonly row: number | null;
  readonly slice: number | null;
  readonly attempt: number | null;
  /** What it is for, such as `slice` or `hedge`. */
  readonly kind: string | null;
  /** As the algorithm names it; null where it is as it was sent. */
  readonly typeOrig: string | null;
  readonly priceEntry: string | null;
  readonly priceOffset: string | null;
  readonly spreadEntry: string | null;
  /** JSON list of names. */
  readonly conditions: string;
  /** Empty where the market is not known. */
  readonly base: string;
  readonly quote: string;
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
  /** Of the newest trade; null without one. */
  readonly tradedMs: number | null;
  /** US dollars that the platform and the algorithm's author charged. */
  readonly commission: string;
}

export interface StrategyOrderFilter {
  readonly ownerUid: number;
  /** Null for those of all users of the account. */
  readonly uid: number | null;
  readonly exchange: string;
  readonly marketId: string;
  /** Those with a smaller number. */
  readonly before: number;
  readonly limit: number;
}

interface Row extends OrderRow {
  readonly strategy_id: number;
  readonly run_row: number | null;
  readonly slice: number | null;
  readonly attempt: number | null;
  readonly kind: string | null;
  readonly type_orig: string | null;
  readonly price_entry: string | null;
  readonly price_offset: string | null;
  readonly spread_entry: string | null;
  readonly conditions: string | null;
}

/** Orders of strategies in one market, newest first. */
export async function listStrategyOrders(q: Queryable, filter: StrategyOrderFilter): Promise<StrategyOrder[]> {
  const { ownerUid, uid, exchange, marketId, before, limit } = filter;
  const rows = await q.query<Row>({
    name: "trading.listStrategyOrders",
    text: `select ${ORDER_COLUMNS}, strategy_id, run_row, slice, attempt, kind, type_orig, price_entry, price_offset,
        spread_entry, conditions
      from trading.orders
      where owner_uid = $1 and strategy_id is not null and ($2::bigint is null or uid = $2) and exchange = $3
        and market_id = $4 and id < $5
      order by id desc limit $6`,
    values: [ownerUid, uid, exchange, marketId, before, limit],
  });
  const kept = new Map((await withBooked(q, rows)).map((each) => [each.terms.id, each]));
  const facts = new Map((await listFacts(q, rows)).map((each) => [each.order_id, each]));
  return rows.flatMap((row) => {
    const order = kept.get(row.id);
    const more = facts.get(row.id);
    if (!order || !more) return [];
    return [
      {
        kept: order,
        strategyId: row.strategy_id,
        row: row.run_row,
        slice: row.slice,
        attempt: row.attempt,
        kind: row.kind,
        typeOrig: row.type_orig,
        priceEntry: row.price_entry,
        priceOffset: row.price_offset,
        spreadEntry: row.spread_entry,
        conditions: row.conditions ?? "[]",
        base: more.base,
        quote: more.quote,
        fees: JSON.parse(more.fees) as StrategyOrder["fees"],
        tradedMs: more.traded_ms,
        commission: more.commission,
      },
    ];
  });
}

interface FactsRow {
  readonly order_id: number;
  readonly base: string;
  readonly quote: string;
  readonly fees: string;
  readonly traded_ms: number | null;
  readonly commission: string;
}

/** Markets, fees and charges of orders. */
async function listFacts(q: Queryable, rows: readonly Row[]): Promise<FactsRow[]> {
  if (rows.length === 0) return [];
  return q.query<FactsRow>({
    name: "trading.listStrategyOrderFacts",
    text: `select o.id as order_id, coalesce(l.market->>'base', '') as base, coalesce(l.market->>'quote', '') as quote,
        coalesce(f.fees, '[]') as fees, f.traded_ms,
        (select coalesce(sum(d.amount), 0) / 100000000 from trading.dues d
          where d.order_id = o.id) as commission
      from trading.orders o left join trading.listings l on l.code = o.exchange || '-' || o.market_id
        left join lateral (
          select jsonb_agg(jsonb_build_object('currency', fee_currency, 'amount', fee::text) order by fee_currency)
            filter (where fee_currency is not null) as fees, max(at_ms) as traded_ms
          from (select fee_currency, sum(fee_amount) as fee, max(at_ms) as at_ms from trading.order_fills
            where order_id = o.id group by fee_currency) each) f on true
      where o.id = any ($1::bigint[])`,
    values: [rows.map(({ id }) => id)],
  });
}
