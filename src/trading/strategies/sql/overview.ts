/** What orders of strategies came to, added up where they are, so that nothing is cut off. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { MarketTotal, RowResult, TotalsAsked } from "../run-store.ts";
import { MAX_STRATEGIES, type StrategyView } from "../store.ts";
import { viewValues } from "./read-profiles.ts";

/** No run has more: 50 rows, each of which may buy and sell. */
const MOST_OF_RUN = 100;

/** More than all markets of all exchanges, for active strategies and for others. */
const MOST_MARKETS = 100_000;

/** What the latest run of each of these strategies came to, by row and side. */
export async function listRowResults(q: Queryable, view: StrategyView, ids: readonly number[]): Promise<RowResult[]> {
  return q.query<RowResult>({
    name: "trading.listRowResults",
    text: `select o.strategy_id as "strategyId", o.run_row as row, o.side,
        count(*) filter (where o.state not in ('rejected', 'filled', 'canceled', 'expired', 'not_sent', 'missing')) as open,
        count(distinct o.slice) as slices, sum(o.filled) as filled, sum(o.cost) as cost
      from trading.strategies s join trading.orders o on o.strategy_id = s.id and o.run_id = s.run_id
      where s.owner_uid = $1 and ($2::bigint is null or s.uid = $2) and s.id = any ($3::bigint[])
      group by o.strategy_id, o.run_row, o.side order by o.strategy_id desc, o.run_row, o.side
      limit ${MAX_STRATEGIES * MOST_OF_RUN}`,
    values: [...viewValues(view), ids],
  });
}

/** What all runs came to, by market: amounts of different currencies are not added. */
export async function listMarketTotals(
  q: Queryable,
  view: StrategyView,
  { strategyId, row, activeIds }: TotalsAsked,
): Promise<MarketTotal[]> {
  const rows = await q.query<Omit<MarketTotal, "fees"> & { readonly fees: string }>({
    name: "trading.listMarketTotals",
    text: `with own as (
        select o.strategy_id = any ($5::bigint[]) as is_active, o.exchange || '-' || o.market_id as code, o.side, o.id,
          o.filled, o.cost, o.amount, o.price_entry, o.spread_entry, o.created_ms, o.ended_ms,
          o.state in ('rejected', 'filled', 'canceled', 'expired', 'not_sent', 'missing') as is_over,
          o.state in ('rejected', 'not_sent', 'missing') as is_failed
        from trading.orders o join trading.strategies s on s.id = o.strategy_id
        where s.owner_uid = $1 and ($2::bigint is null or s.uid = $2) and ($3::bigint is null or s.id = $3)
          and ($4::integer is null or o.run_row = $4)
      ), fees as (
        select own.is_active, own.code, f.fee_currency, sum(f.fee_amount) as amount
        from own join trading.order_fills f on f.order_id = own.id where f.fee_currency is not null group by 1, 2, 3
      ), fees_of as (
        select is_active, code, jsonb_agg(jsonb_build_object('currency', fee_currency, 'amount', amount::text)) as fees
        from fees group by 1, 2
      ), totals as (
        select is_active, code, count(*) filter (where not is_over) as open,
          count(*) filter (where is_over and filled > 0) as successful,
          count(*) filter (where is_over and filled = 0 and not is_failed) as canceled,
          count(*) filter (where is_over and filled = 0 and is_failed) as failed,
          count(*) filter (where is_over and filled > 0 and filled < amount) as partial, sum(cost) as cost,
          coalesce(sum(case when side = 'buy' then cost - filled * price_entry else filled * price_entry - cost end)
            filter (where filled > 0), 0) as slippage,
          coalesce(sum(spread_entry) filter (where filled > 0), 0) as "spreadSum",
          count(spread_entry) filter (where filled > 0) as spreads,
          coalesce(sum(ended_ms - created_ms) filter (where ended_ms > 0 and filled > 0), 0)::bigint as "journeyMs",
          count(*) filter (where ended_ms > 0 and filled > 0) as journeys
        from own group by is_active, code
      )
      select is_active as "isActive", code, open, successful, canceled, failed, partial, cost, slippage, "spreadSum",
        spreads, "journeyMs", journeys, coalesce(fees, '[]') as fees
      from totals left join fees_of using (is_active, code) order by is_active, code limit ${MOST_MARKETS}`,
    values: [...viewValues(view), strategyId ?? null, row ?? null, activeIds],
  });
  return rows.map((each) => ({ ...each, fees: JSON.parse(each.fees) as MarketTotal["fees"] }));
}
