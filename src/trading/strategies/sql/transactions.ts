/** Orders of strategies, as lists and overviews show them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { ACTIVE_STATES } from "../../engine/index.ts";
import type { RowResult, StoredTransaction, TransactionsAsked } from "../run-store.ts";
import type { StrategyView } from "../store.ts";
import { viewValues } from "./read-profiles.ts";

/** A page of the orders of a strategy of the view, newest first. */
export async function pageTransactions(
  q: Queryable,
  view: StrategyView,
  { strategyId, removeUnfilled, row, limit, offset }: TransactionsAsked,
): Promise<StoredTransaction[]> {
  return q.query<StoredTransaction>({
    name: "trading.pageStrategyTransactions",
    text: `select o.id, o.client_order_id as "clientOrderId", o.exchange, o.market_id as "marketId", o.side, o.type,
        coalesce(o.type_orig, o.type) as "typeOrig", o.kind, o.run_row as row, o.slice, o.attempt, o.price,
        o.price_entry as "priceEntry", o.price_offset as "priceOffset", o.spread_entry as "spreadEntry", o.amount, o.filled,
        o.cost, o.state, o.lookup, o.lookups, o.exchange_order_id as "exchangeOrderId", o.was_seen as "wasSeen", o.why,
        coalesce(o.conditions, '[]') as conditions, o.created_ms as "createdMs", o.send_at_ms as "sendAtMs",
        o.handed_ms as "handedMs", o.ended_ms as "endedMs", o.updated_ms as "updatedMs",
        o.cancel_wanted_ms as "cancelWantedMs", o.expire_after_ms as "expireAfterMs",
        (select coalesce(sum(d.amount), 0) / 100000000 from trading.dues d where d.order_id = o.id) as commission
      from trading.orders o join trading.strategies s on s.id = o.strategy_id
      where s.owner_uid = $1 and ($2::bigint is null or s.uid = $2) and o.strategy_id = $3
        and (not $4::boolean or o.filled > 0) and ($5::integer is null or o.run_row = $5)
      order by o.id desc limit $6 offset $7`,
    values: [...viewValues(view), strategyId, removeUnfilled, row ?? null, limit, offset],
  });
}

/** The total beside a page. */
export async function countTransactions(
  q: Queryable,
  view: StrategyView,
  { strategyId, removeUnfilled, row }: TransactionsAsked,
): Promise<number> {
  const [counted] = await q.query<{ total: number }>({
    name: "trading.countStrategyTransactions",
    text: `select count(*) as total from trading.orders o join trading.strategies s on s.id = o.strategy_id
      where s.owner_uid = $1 and ($2::bigint is null or s.uid = $2) and o.strategy_id = $3
        and (not $4::boolean or o.filled > 0) and ($5::integer is null or o.run_row = $5)`,
    values: [...viewValues(view), strategyId, removeUnfilled, row ?? null],
  });
  return counted?.total ?? 0;
}

/** What orders came to: for the overview. Rows of earlier runs are apart from those of the latest. */
export async function listRowResults(q: Queryable, view: StrategyView, id: number | undefined): Promise<RowResult[]> {
  const rows = await q.query<Omit<RowResult, "fees"> & { readonly fees: string }>({
    name: "trading.listRowResults",
    text: `with own as (
        select o.strategy_id, o.run_row, o.exchange || '-' || o.market_id as code, o.side, o.run_id = s.run_id as is_latest,
          o.id, o.slice, o.filled, o.cost, o.amount, o.price_entry, o.spread_entry, o.created_ms, o.ended_ms,
          o.state in ('rejected', 'filled', 'canceled', 'expired', 'not_sent', 'missing') as is_over,
          o.state in ('rejected', 'not_sent', 'missing') as is_failed
        from trading.orders o join trading.strategies s on s.id = o.strategy_id
        where s.owner_uid = $1 and ($2::bigint is null or s.uid = $2) and ($3::bigint is null or s.id = $3)
      ), fees as (
        select own.strategy_id, own.run_row, own.code, own.side, own.is_latest, f.fee_currency, sum(f.fee_amount) as amount
        from own join trading.order_fills f on f.order_id = own.id where f.fee_currency is not null group by 1, 2, 3, 4, 5, 6
      )
      select strategy_id as "strategyId", run_row as row, code, side, is_latest as "isLatest", count(*) as orders,
        count(*) filter (where not is_over) as open, count(*) filter (where is_over and filled > 0) as successful,
        count(*) filter (where is_over and filled = 0 and not is_failed) as canceled,
        count(*) filter (where is_over and filled = 0 and is_failed) as failed,
        count(*) filter (where is_over and filled > 0 and filled < amount) as partial, count(distinct slice) as slices,
        sum(filled) as filled, sum(cost) as cost,
        coalesce(sum(case when side = 'buy' then cost - filled * price_entry else filled * price_entry - cost end)
          filter (where filled > 0), 0) as slippage,
        coalesce(sum(spread_entry) filter (where filled > 0), 0) as "spreadSum",
        count(spread_entry) filter (where filled > 0) as spreads,
        coalesce(sum(ended_ms - created_ms) filter (where ended_ms > 0 and filled > 0), 0)::bigint as "journeyMs",
        count(*) filter (where ended_ms > 0 and filled > 0) as journeys,
        coalesce((select jsonb_agg(jsonb_build_object('currency', fee_currency, 'amount', amount::text)) from fees
          where fees.strategy_id = own.strategy_id and fees.run_row = own.run_row and fees.code = own.code
            and fees.side = own.side and fees.is_latest = own.is_latest), '[]') as fees
      from own group by strategy_id, run_row, code, side, is_latest order by strategy_id desc, run_row, code, side limit 10000`,
    values: [...viewValues(view), id ?? null],
  });
  return rows.map((row) => ({ ...row, fees: JSON.parse(row.fees) as RowResult["fees"] }));
}

/** Leaves the question for the process that looks after the run. */
export async function askDebug(
  q: Queryable,
  view: StrategyView,
  id: number,
  nowMs: number,
): Promise<number | undefined> {
  const [asked] = await q.query<{ id: number }>({
    name: "trading.askRunDebug",
    text: `update trading.runs r set debug_asked_ms = $4, has_command = true from trading.strategies s
      where s.owner_uid = $1 and ($2::bigint is null or s.uid = $2) and s.id = $3 and s.run_id = r.id
        and s.state = any ($5::text[]) returning r.id`,
    values: [...viewValues(view), id, Math.round(nowMs), ACTIVE_STATES],
  });
  return asked?.id;
}

/** The answer, once it is there. */
export async function readDebug(q: Queryable, runId: number, sinceMs: number): Promise<string | undefined> {
  const [found] = await q.query<{ debug: string }>({
    name: "trading.readRunDebug",
    text: "select debug from trading.runs where id = $1 and debug_ms >= $2 and debug is not null",
    values: [runId, Math.round(sinceMs)],
  });
  return found?.debug;
}
