/**
 * Counts trades: what each earned, and what is held after it. A trade that comes late is counted in its place, and those
 * after it again.
 */
import { formatFine } from "../../../kit/money/fine.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { fromMillis, utcDay } from "../../../kit/time/instant.ts";
import { applyTrade, NO_POSITION, type Position } from "../core/position.ts";
import { valueTrade } from "../core/value-trade.ts";
import type { TradeView } from "../store.ts";
import { factsOf, fineOf, type TradeRow } from "./trade-rows.ts";

/** A strategy's position in one currency. */
export interface Group extends TradeView {
  readonly strategyId: number;
  readonly base: string;
}

/** In one transaction. */
const CHUNK = 1_000;
const GROUPS = 100;

/**
 * Counts at most about `limit` trades of an account.
 *
 * @returns how many are left
 */
export async function countTrades(db: Database, view: TradeView, limit: number): Promise<number> {
  for (let done = 0; done < limit;) {
    const groups = await listGroups(db, view);
    if (groups.length === 0) return 0;
    for (const group of groups) {
      if (done >= limit) break;
      done += await db.transaction((tx) => countChunk(tx, group));
    }
  }
  return countUncounted(db, view);
}

/** Positions of an account with trades that are not counted. */
async function listGroups(q: Queryable, { ownerUid, isReal }: TradeView): Promise<Group[]> {
  const rows = await q.query<{ strategy_id: number; base: string }>({
    name: "trading.listUncountedPositions",
    text: `select strategy_id, base from trading.trades where owner_uid = $1 and is_real = $2 and not is_counted
      group by strategy_id, base order by strategy_id, base limit ${GROUPS}`,
    values: [ownerUid, isReal],
  });
  return rows.map((row) => ({ ownerUid, isReal, strategyId: row.strategy_id, base: row.base }));
}

/** How many trades wait. */
async function countUncounted(q: Queryable, { ownerUid, isReal }: TradeView): Promise<number> {
  const [row] = await q.query<{ count: number }>({
    name: "trading.countUncountedTrades",
    text: "select count(*) as count from trading.trades where owner_uid = $1 and is_real = $2 and not is_counted",
    values: [ownerUid, isReal],
  });
  return row?.count ?? 0;
}

interface CountedRow extends TradeRow {
  readonly id: number;
  readonly exchange: string;
  readonly market_id: string;
  readonly at_ms: number;
  readonly is_counted: boolean;
  readonly amount_after: string | null;
  readonly cost_after: string | null;
}

/** The next trades of a position, from the first that is not counted on; answers how many. */
async function countChunk(tx: Transaction, group: Group): Promise<number> {
  await lockPosition(tx, group);
  const [first] = await selectTrades(tx, group, undefined, 1);
  if (!first) return 0;
  const trades = await selectTrades(tx, group, first, CHUNK + 1);
  const next = trades.length > CHUNK ? trades.pop() : undefined;
  let position = await positionBefore(tx, group, first);
  let most = 0n;
  const counted = trades.map((row) => {
    const result = resultOf(position, row);
    position = result.position;
    const size = position.cost < 0n ? -position.cost : position.cost;
    if (size > most) most = size;
    return { id: row.id, ...result.columns };
  });
  const last = trades.at(-1);
  await updateTrades(tx, counted);
  // Later trades were counted by another position: they are counted again.
  if (next && last && isOther(last, position)) await markUncounted(tx, next.id);
  const days = trades.map(({ at_ms: atMs }) => utcDay(fromMillis(atMs)));
  await replaceDays(tx, group, days[0] ?? "", days.at(-1) ?? "");
  if (last) await savePosition(tx, group, { position, most, last, isNewest: next === undefined });
  return trades.length;
}

function resultOf(before: Position, row: CountedRow) {
  const valued = valueTrade(factsOf(row));
  if (!valued) {
    return { position: before, columns: { value: null, realized: null, fee: null, closing: false, ...after(before) } };
  }
  const { position, realized, fee, isClosing } = applyTrade(before, valued.trade);
  const columns = {
    value: formatFine(valued.trade.value),
    realized: formatFine(realized),
    fee: formatFine(fee),
    closing: isClosing,
    ...after(position),
  };
  return { position, columns };
}

const after = ({ amount, cost }: Position) => ({ amount_after: formatFine(amount), cost_after: formatFine(cost) });

function isOther(
  { amount_after: amount, cost_after: cost, is_counted: wasCounted }: CountedRow,
  now: Position,
): boolean {
  if (!wasCounted || amount === null || cost === null) return true;
  return fineOf(amount) !== now.amount || fineOf(cost) !== now.cost;
}

/** Keeps others from counting the same position until the transaction ends. */
export async function lockPosition(tx: Transaction, { ownerUid, isReal, strategyId, base }: Group): Promise<void> {
  const values = [ownerUid, isReal, strategyId, base];
  await tx.execute({
    name: "trading.addPosition",
    text: `insert into trading.positions (owner_uid, is_real, strategy_id, base) values ($1, $2, $3, $4)
      on conflict do nothing`,
    values,
  });
  await tx.query({
    name: "trading.lockPosition",
    text: `select from trading.positions where owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4
      for update`,
    values,
  });
}

/** Trades of a position from one on, or the first that is not counted, in the order of their times. */
async function selectTrades(
  tx: Transaction,
  { ownerUid, isReal, strategyId, base }: Group,
  from: CountedRow | undefined,
  limit: number,
): Promise<CountedRow[]> {
  const columns = `id, exchange, market_id, side, base, quote, price, amount, fee_currency, fee_amount, quote_usd, fee_usd,
    at_ms, is_counted, amount_after, cost_after`;
  const own = "owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4";
  const values = [ownerUid, isReal, strategyId, base, limit];
  if (!from) {
    return tx.query<CountedRow>({
      name: "trading.firstUncountedTrades",
      text: `select ${columns} from trading.trades where ${own} and not is_counted order by at_ms, id limit $5`,
      values,
    });
  }
  return tx.query<CountedRow>({
    name: "trading.tradesToCount",
    text: `select ${columns} from trading.trades where ${own} and (at_ms, id) >= ($6, $7) order by at_ms, id limit $5`,
    values: [...values, from.at_ms, from.id],
  });
}

/** The holding before a trade. Everything before the first that is not counted is counted. */
async function positionBefore(
  tx: Transaction,
  { ownerUid, isReal, strategyId, base }: Group,
  { at_ms: atMs, id }: CountedRow,
): Promise<Position> {
  const [row] = await tx.query<{ amount_after: string | null; cost_after: string | null }>({
    name: "trading.positionBefore",
    text: `select amount_after, cost_after from trading.trades
      where owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4 and (at_ms, id) < ($5, $6)
      order by at_ms desc, id desc limit 1`,
    values: [ownerUid, isReal, strategyId, base, atMs, id],
  });
  if (!row) return NO_POSITION;
  return { amount: fineOf(row.amount_after ?? "0"), cost: fineOf(row.cost_after ?? "0") };
}

/** Writes the results. */
async function updateTrades(tx: Transaction, counted: readonly { readonly id: number }[]): Promise<void> {
  await tx.execute({
    name: "trading.saveTradeResults",
    text: `update trading.trades t set is_counted = true, value = r.value, realized = r.realized, fee = r.fee,
        is_closing = r.closing, amount_after = r.amount_after, cost_after = r.cost_after
      from jsonb_to_recordset($1::jsonb) as r (id bigint, value numeric, realized numeric, fee numeric, closing boolean,
        amount_after numeric, cost_after numeric)
      where t.id = r.id`,
    values: [JSON.stringify(counted)],
  });
}

/** Has a trade counted again, and with it what follows. */
async function markUncounted(tx: Transaction, id: number): Promise<void> {
  await tx.execute({
    name: "trading.markTradeUncounted",
    text: "update trading.trades set is_counted = false where id = $1",
    values: [id],
  });
}

/**
 * Has what a deleted trade led to counted again: the trade after it, or where it was the last the one before it.
 *
 * @returns whether there is one
 */
export async function markNeighbour(
  tx: Transaction,
  { ownerUid, isReal, strategyId, base }: Group,
  { at_ms: atMs, id }: Pick<CountedRow, "at_ms" | "id">,
): Promise<boolean> {
  const marked = await tx.execute({
    name: "trading.markNeighbourUncounted",
    text: `update trading.trades set is_counted = false where id = coalesce(
        (select id from trading.trades
          where owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4 and (at_ms, id) > ($5, $6)
          order by at_ms, id limit 1),
        (select id from trading.trades
          where owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4 and (at_ms, id) < ($5, $6)
          order by at_ms desc, id desc limit 1))`,
    values: [ownerUid, isReal, strategyId, base, atMs, id],
  });
  return marked > 0;
}

/** Says that nothing is held, where no trade is left. */
export async function clearPosition(tx: Transaction, { ownerUid, isReal, strategyId, base }: Group): Promise<void> {
  await tx.execute({
    name: "trading.clearPosition",
    text: `update trading.positions set amount = 0, cost = 0, code = '', quote = '', most_cost = 0
      where owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4`,
    values: [ownerUid, isReal, strategyId, base],
  });
}

/** Adds up the days of these trades again, from all that is counted of them. */
export async function replaceDays(
  tx: Transaction,
  { ownerUid, isReal, strategyId, base }: Group,
  first: string,
  last: string,
): Promise<void> {
  const values = [ownerUid, isReal, strategyId, base, first, last];
  await tx.execute({
    name: "trading.deleteTradeDays",
    text: `delete from trading.trade_days
      where owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4 and day between $5::date and $6::date`,
    values,
  });
  await tx.execute({
    name: "trading.insertTradeDays",
    text: `insert into trading.trade_days (owner_uid, is_real, strategy_id, base, exchange, day, trades, wins, losses,
        gained, lost, realized, fees, volume)
      select $1, $2, $3, $4, exchange, (to_timestamp(at_ms / 1000) at time zone 'UTC')::date as day, count(*),
        count(*) filter (where is_closing and realized > 0), count(*) filter (where is_closing and realized < 0),
        coalesce(sum(realized) filter (where is_closing and realized > 0), 0),
        coalesce(-sum(realized) filter (where is_closing and realized < 0), 0),
        coalesce(sum(realized), 0), coalesce(sum(fee), 0), coalesce(sum(value), 0)
      from trading.trades
      where owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4 and value is not null
        and at_ms >= extract(epoch from $5::date::timestamp) * 1000
        and at_ms < extract(epoch from $6::date::timestamp + interval '1 day') * 1000
      group by exchange, day`,
    values,
  });
}

/** Stores the present holding, and where it was traded last. */
async function savePosition(
  tx: Transaction,
  { ownerUid, isReal, strategyId, base }: Group,
  now: { readonly position: Position; readonly most: bigint; readonly last: CountedRow; readonly isNewest: boolean },
): Promise<void> {
  const { position, most, last, isNewest } = now;
  await tx.execute({
    name: "trading.savePosition",
    text: `update trading.positions set most_cost = greatest(most_cost, $5::numeric),
        amount = case when $6 then $7::numeric else amount end, cost = case when $6 then $8::numeric else cost end,
        code = case when $6 then $9 else code end, quote = case when $6 then $10 else quote end
      where owner_uid = $1 and is_real = $2 and strategy_id = $3 and base = $4`,
    values: [
      ownerUid,
      isReal,
      strategyId,
      base,
      formatFine(most),
      isNewest,
      formatFine(position.amount),
      formatFine(position.cost),
      `${last.exchange}-${last.market_id}`,
      last.quote,
    ],
  });
}
