/** Orders of strategies, as lists and overviews show them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { ACTIVE_STATES } from "../../engine/index.ts";
import type { StoredTransaction, TransactionsAsked } from "../run-store.ts";
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
