/** Takes imported trades out of the books that turn out to be those of the journal's orders. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { fromMillis, utcDay } from "../../../kit/time/instant.ts";
import type { NewTrade } from "../store.ts";
import { clearPosition, lockPosition, markNeighbour, replaceDays, type Group } from "./count-trades.ts";

interface TwinRow {
  readonly id: number;
  readonly owner_uid: number;
  readonly is_real: boolean;
  readonly strategy_id: number;
  readonly base: string;
  readonly at_ms: number;
}

/**
 * Deletes what was imported of trades that the journal is about to book, also with another key of the same exchange
 * account. Trades counted with them are counted again, in the same transaction or by the next count.
 */
export async function removeImported(tx: Transaction, trades: readonly NewTrade[]): Promise<void> {
  const booked = trades.filter(({ order_id: order }) => order !== null);
  if (booked.length === 0) return;
  const twins = await listTwins(tx, booked);
  // Locked before the trades and in one order, like the transactions that count.
  for (const group of groupsOf(twins)) await lockPosition(tx, group);
  for (const twin of twins) {
    const group = groupOf(twin);
    if (!(await deleteTwin(tx, twin.id))) continue;
    const day = utcDay(fromMillis(twin.at_ms));
    await replaceDays(tx, group, day, day);
    if (!(await markNeighbour(tx, group, twin))) await clearPosition(tx, group);
  }
}

/**
 * The imported copies of these trades. With another key, a trade is the same where its time, price and amount are too.
 */
async function listTwins(tx: Transaction, booked: readonly NewTrade[]): Promise<TwinRow[]> {
  return tx.query<TwinRow>({
    name: "trading.listImportedTwins",
    text: `select distinct t.id, t.owner_uid, t.is_real, t.strategy_id, t.base, t.at_ms
      from jsonb_to_recordset($1::jsonb) as b (owner_uid bigint, key_id bigint, exchange text, market_id text,
          trade_id text, side text, price numeric, amount numeric, at_ms bigint)
        join trading.trades t on t.owner_uid = b.owner_uid and t.exchange = b.exchange and t.market_id = b.market_id
          and t.trade_id = b.trade_id and t.side = b.side
      where t.order_id is null
        and (t.key_id = b.key_id or (t.at_ms = b.at_ms and t.price = b.price and t.amount = b.amount))
      order by t.id`,
    values: [JSON.stringify(booked)],
  });
}

/** Answers whether it was still there. */
async function deleteTwin(tx: Transaction, id: number): Promise<boolean> {
  const deleted = await tx.execute({
    name: "trading.deleteImportedTwin",
    text: "delete from trading.trades where id = $1 and order_id is null",
    values: [id],
  });
  return deleted > 0;
}

const groupOf = ({ owner_uid: ownerUid, is_real: isReal, strategy_id: strategyId, base }: TwinRow): Group => ({
  ownerUid,
  isReal,
  strategyId,
  base,
});

/** Each once, in the order of their names. */
function groupsOf(twins: readonly TwinRow[]): Group[] {
  const groups = new Map(twins.map((twin) => [JSON.stringify(Object.values(groupOf(twin))), groupOf(twin)]));
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}
