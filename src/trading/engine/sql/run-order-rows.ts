/** Orders of runs, as their owner reads them. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { LATE_FILL_MS } from "../core/run-orders.ts";
import type { KeptRunOrder, KnownOrder, RowTotal } from "../store-runs.ts";
import { ORDER_COLUMNS, withFills, type OrderRow } from "./order-rows.ts";

export interface RunOrderRow extends OrderRow {
  readonly run_row: number;
  readonly slice: number;
  readonly attempt: number;
  readonly kind: KeptRunOrder["kind"];
  readonly price_entry: string;
}

export const RUN_ORDER_COLUMNS = `${ORDER_COLUMNS}, run_row, slice, attempt, kind, price_entry`;

/** The most that is read of one run at once. */
const MOST = 10_000;

/** Whether an order of a run, as `o`, is read one by one. A new owner reads what the earlier one had in memory. */
const IS_FOLLOWED = `(not is_settled
  or slice = (select max(slice) from trading.orders latest where latest.run_id = $1 and latest.run_row = o.run_row)
  or ended_ms > (select max(created_ms) from trading.orders newest where newest.run_id = $1) - ${LATE_FILL_MS})`;

/** Orders that may still change, or trade after their end, and those of the latest slice of each row. */
export async function listRunOrders(q: Queryable, runId: number): Promise<KeptRunOrder[]> {
  const rows = await q.query<RunOrderRow>({
    name: "trading.listRunOrders",
    text: `select ${RUN_ORDER_COLUMNS} from trading.orders o
      where run_id = $1 and ${IS_FOLLOWED} order by id limit ${MOST}`,
    values: [runId],
  });
  return withFees(q, rows);
}

/** The sums of the run's other orders. */
export async function sumRunOrders(q: Queryable, runId: number): Promise<RowTotal[]> {
  const rows = await q.query<{
    row: number;
    is_unwind: boolean;
    side: "buy" | "sell";
    orders: number;
    traded: number;
    failed: number;
    filled: string;
    cost: string;
    fees: string;
  }>({
    name: "trading.sumRunOrders",
    text: `with done as (
        select id, run_row as row, kind = 'unwind' as is_unwind, side, filled, cost, state from trading.orders o
        where run_id = $1 and not ${IS_FOLLOWED})
      select row, is_unwind, side, count(*) as orders, count(*) filter (where filled > 0) as traded,
        count(*) filter (where filled = 0 and state in ('rejected', 'not_sent', 'missing')) as failed,
        sum(filled) as filled, sum(cost) as cost,
        coalesce((select jsonb_agg(jsonb_build_object('currency', fee_currency, 'amount', amount::text)) from (
          select f.fee_currency, sum(f.fee_amount) as amount from trading.order_fills f join done d on d.id = f.order_id
          where d.row = done.row and d.is_unwind = done.is_unwind and d.side = done.side and f.fee_currency is not null
          group by f.fee_currency) fee), '[]') as fees
      from done group by row, is_unwind, side order by row limit ${MOST}`,
    values: [runId],
  });
  return rows.map(({ is_unwind: isUnwind, fees, ...row }) => ({
    ...row,
    isUnwind,
    fees: JSON.parse(fees) as RowTotal["fees"],
  }));
}

/** Orders that have changed since they were read, or that their sender has looked at since. */
export async function listChangedOrders(q: Queryable, known: ReadonlyMap<number, KnownOrder>): Promise<KeptRunOrder[]> {
  if (known.size === 0) return [];
  const rows = await q.query<RunOrderRow>({
    name: "trading.listChangedRunOrders",
    text: `select ${RUN_ORDER_COLUMNS} from trading.orders
      join unnest($1::bigint[], $2::integer[], $3::bigint[]) as known (known_id, known_version, known_checked)
        on id = known_id and (version <> known_version or checked_ms is distinct from known_checked)
      order by id limit ${MOST}`,
    values: [
      [...known.keys()],
      [...known.values()].map(({ version }) => version),
      [...known.values()].map(({ checkedMs }) => checkedMs),
    ],
  });
  return withFees(q, rows);
}

/** Orders with what was booked of each. */
export async function withFees(q: Queryable, rows: readonly RunOrderRow[]): Promise<KeptRunOrder[]> {
  const kept = await withFills(q, rows);
  const traded = kept.filter(({ order }) => order.booked > 0n).map(({ terms }) => terms.id);
  const fees = traded.length === 0 ? [] : await readFees(q, traded);
  return kept.map((each, at) => {
    const { run_row: row = 0, slice = 0, attempt = 0, kind = "slice", price_entry: priceEntry = "0" } = rows[at] ?? {};
    const own = fees.filter(({ order_id: id }) => id === each.terms.id);
    return {
      ...each,
      row,
      slice,
      attempt,
      kind,
      priceEntry,
      fees: own.map(({ currency, amount }) => ({ currency, amount })),
    };
  });
}

/** The fees of the fills of orders. */
async function readFees(
  q: Queryable,
  ids: readonly number[],
): Promise<{ readonly order_id: number; readonly currency: string; readonly amount: string }[]> {
  return q.query({
    name: "trading.readOrderFees",
    text: `select order_id, fee_currency as currency, sum(fee_amount) as amount from trading.order_fills
      where order_id = any ($1::bigint[]) and fee_currency is not null group by order_id, fee_currency`,
    values: [ids],
  });
}
