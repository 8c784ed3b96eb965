/** The activity of strategies of an algorithm, over all accounts. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { AlgorithmUse } from "../store.ts";

/** Numbers with the 8 places of records. */
const places = (sum: string): string => `round(coalesce(${sum}, 0), 8)`;

/** @param days how many of the last days are listed one by one */
export async function readUse(q: Queryable, algorithmId: number, days: number): Promise<AlgorithmUse> {
  const {
    volume,
    average_ms: averageMs,
    average_slippage: averageSlippage,
    ...transactions
  } = await readOrders(q, algorithmId);
  return {
    ...(await readUsers(q, algorithmId)),
    transactions,
    volume,
    averageMs: averageMs === null ? null : Number(averageMs),
    averageSlippage,
    ...(await readEarned(q, algorithmId)),
    byDay: await listDays(q, algorithmId, days),
  };
}

/** Profiles that have it now, and those of their strategies that run. */
async function readUsers(q: Queryable, algorithmId: number): Promise<{ profiles: number; running: number }> {
  const [row] = await q.query<{ profiles: number; running: number }>({
    name: "trading.algorithmUsers",
    text: `select count(distinct p.id)::integer as profiles,
        count(s.id) filter (where s.state in
          ('starting', 'running', 'paused', 'soft_stopping', 'stopping', 'reconvening'))::integer as running
      from trading.profiles p left join trading.strategies s on s.profile_id = p.id where p.algorithm_id = $1`,
    values: [algorithmId],
  });
  return row ?? { profiles: 0, running: 0 };
}

interface OrdersRow {
  readonly successful: number;
  readonly partial: number;
  readonly canceled: number;
  readonly failed: number;
  readonly volume: string;
  readonly average_ms: string | null;
  readonly average_slippage: string | null;
}

const NO_ORDERS: OrdersRow = {
  successful: 0,
  partial: 0,
  canceled: 0,
  failed: 0,
  volume: "0.00000000",
  average_ms: null,
  average_slippage: null,
};

/** How its orders ended, and what they traded. */
async function readOrders(q: Queryable, algorithmId: number): Promise<OrdersRow> {
  const [row] = await q.query<OrdersRow>({
    name: "trading.algorithmOrders",
    text: `select count(*) filter (where outcome = 'successful')::integer as successful,
        count(*) filter (where outcome = 'partial')::integer as partial,
        count(*) filter (where outcome = 'canceled')::integer as canceled,
        count(*) filter (where outcome = 'failed')::integer as failed,
        avg(took_ms) filter (where outcome = 'successful') as average_ms, round(avg(slippage), 8) as average_slippage,
        ${places("sum(t.value)")} as volume
      from trading.order_results r
        left join lateral (select sum(value) as value from trading.trades where order_id = r.order_id) t on true
      where r.algorithm_id = $1`,
    values: [algorithmId],
  });
  return row ?? NO_ORDERS;
}

/** Paid to its author. */
async function readEarned(
  q: Queryable,
  algorithmId: number,
): Promise<Pick<AlgorithmUse, "cpaEarned" | "monthlyFeeEarned">> {
  const [row] = await q.query<{ cpa: string; monthly_fee: string }>({
    name: "trading.algorithmEarned",
    text: `select ${places("sum(amount) filter (where kind = 'cpa') / 100000000")} as cpa,
        ${places("sum(amount) filter (where kind = 'monthly_fee') / 100000000")} as monthly_fee
      from trading.dues where algorithm_id = $1 and payee_uid is not null and entry_id is not null`,
    values: [algorithmId],
  });
  return { cpaEarned: row?.cpa ?? "0.00000000", monthlyFeeEarned: row?.monthly_fee ?? "0.00000000" };
}

/** The last days on which an order ended or the author was paid, oldest first. */
async function listDays(q: Queryable, algorithmId: number, days: number): Promise<AlgorithmUse["byDay"]> {
  return q.query({
    name: "trading.algorithmDays",
    text: `with ended as (
        select (to_timestamp(r.ended_ms / 1000) at time zone 'UTC')::date as day,
          count(*) filter (where r.outcome in ('successful', 'partial'))::integer as successful,
          count(*) filter (where r.outcome = 'canceled')::integer as canceled,
          count(*) filter (where r.outcome = 'failed')::integer as failed, coalesce(sum(t.value), 0) as volume
        from trading.order_results r
          left join lateral (select sum(value) as value from trading.trades where order_id = r.order_id) t on true
        where r.algorithm_id = $1 group by 1 order by 1 desc limit $2),
      paid as (
        select (paid_at at time zone 'UTC')::date as day, sum(amount) / 100000000 as earned from trading.dues
        where algorithm_id = $1 and payee_uid is not null and entry_id is not null group by 1 order by 1 desc limit $2)
      select coalesce(e.day, p.day)::text as date, coalesce(e.successful, 0) as successful,
        coalesce(e.canceled, 0) as canceled, coalesce(e.failed, 0) as failed, ${places("e.volume")} as volume,
        ${places("p.earned")} as earned
      from ended e full join paid p on p.day = e.day order by 1 desc limit $2`,
    values: [algorithmId, days],
  });
}
