/** Prices of triggers, once the tape has them. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { parseFine } from "../../../kit/money/fine.ts";
import { profitText } from "../core/results.ts";
import type { Direction } from "../core/trigger.ts";
import type { PriceStore, UnpricedTrigger } from "../price-store.ts";

export function priceStore(db: Database): PriceStore {
  return {
    listUnpriced: (untilMs, limit, after) => listUnpriced(db, untilMs, limit, after),
    savePrice: (trigger, price) => db.transaction((tx) => savePrice(tx, trigger, price)),
  };
}

interface UnpricedRow {
  readonly id: number;
  readonly is_closing: boolean;
  readonly at_ms: number;
  readonly code: string;
  readonly direction: Direction;
}

/** Triggers without a price, the oldest first. */
async function listUnpriced(
  q: Queryable,
  untilMs: number,
  limit: number,
  after: UnpricedTrigger | undefined,
): Promise<readonly UnpricedTrigger[]> {
  const rows = await q.query<UnpricedRow>({
    name: "trading.listUnpricedTriggers",
    text: `select t.id, t.is_closing, t.at_ms, s.code, t.direction
      from (
        select id, signal_id, direction, false as is_closing, opened_ms as at_ms from trading.signal_iterations
          where open_state = 'pending' and opened_ms <= $1
        union all
        select id, signal_id, direction, true, closed_ms from trading.signal_iterations
          where close_state = 'pending' and closed_ms <= $1) as t
        join trading.signals s on s.id = t.signal_id
      where $3::bigint is null or (t.at_ms, t.id, t.is_closing) > ($3::bigint, $4::bigint, $5::boolean)
      order by t.at_ms, t.id, t.is_closing limit $2`,
    values: [Math.floor(untilMs), limit, after?.atMs ?? null, after?.iterationId ?? null, after?.isClosing ?? null],
  });
  return rows.map((row) => ({
    iterationId: row.id,
    isClosing: row.is_closing,
    atMs: row.at_ms,
    code: row.code,
    direction: row.direction,
  }));
}

interface PricedRow {
  readonly direction: Direction;
  readonly fee_rate: number;
  readonly open_state: string;
  readonly open_price: string | null;
  readonly close_state: string;
  readonly close_price: string | null;
}

/** Keeps a price, or that there is none. Earlier prices stay. */
async function savePrice(
  tx: Transaction,
  { iterationId, isClosing }: UnpricedTrigger,
  price: string | undefined,
): Promise<boolean> {
  const [row] = await tx.query<PricedRow>({
    name: "trading.lockIterationPrices",
    text: `select direction, fee_rate, open_state, open_price, close_state, close_price
      from trading.signal_iterations where id = $1 for no key update`,
    values: [iterationId],
  });
  if (!row || (isClosing ? row.close_state : row.open_state) !== "pending") return false;
  const [openPrice, closePrice] = isClosing ? [row.open_price, price ?? null] : [price ?? null, row.close_price];
  const both = openPrice !== null && closePrice !== null ? [parseFine(openPrice), parseFine(closePrice)] : [];
  const [open, close] = both;
  const isPriced = open !== undefined && close !== undefined && open > 0n;
  const iteration = { direction: row.direction, feeRate: BigInt(row.fee_rate) };
  const profit = isPriced ? profitText({ ...iteration, openPrice: open, closePrice: close }) : null;
  const state = price === undefined ? "gap" : "compiled";
  const states = isClosing ? [row.open_state, state] : [state, row.close_state];
  await updatePrices(tx, [iterationId, ...states, openPrice, closePrice, profit]);
  return true;
}

/** Both sides at once: the one that was known stays as it was. */
async function updatePrices(tx: Transaction, values: readonly unknown[]): Promise<void> {
  await tx.execute({
    name: "trading.setIterationPrices",
    text: `update trading.signal_iterations set open_state = $2, close_state = $3, open_price = $4::numeric,
        close_price = $5::numeric, profit = coalesce(profit, $6::numeric) where id = $1`,
    values,
  });
}
