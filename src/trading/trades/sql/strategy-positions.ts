/** What strategies hold by their trades, and whether all of these are in it. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { HeldPosition, Incomplete } from "../store.ts";

/** So many are read with one query; the next continues after them. */
const PAGE = 10_000;

/** All open positions of these strategies, long or short. A strategy has one at most for each currency that it trades. */
export async function listStrategyPositions(
  q: Queryable,
  ownerUid: number,
  strategyIds: readonly number[],
): Promise<HeldPosition[]> {
  const found: HeldPosition[] = [];
  if (strategyIds.length === 0) return found;
  for (let last: HeldPosition | undefined; ;) {
    const page = await readPage(q, ownerUid, strategyIds, last);
    found.push(...page);
    last = page.at(-1);
    if (page.length < PAGE) return found;
  }
}

/** The positions after one, in the order of an index that begins with the account and the kind of money. */
async function readPage(
  q: Queryable,
  ownerUid: number,
  strategyIds: readonly number[],
  after: HeldPosition | undefined,
): Promise<HeldPosition[]> {
  const rows = await q.query<Omit<HeldPosition, "strategyId" | "isReal"> & { strategy_id: number; is_real: boolean }>({
    name: "trading.listStrategyPositions",
    text: `select strategy_id, is_real, base, amount, cost, code, quote from trading.positions
      where owner_uid = $1 and is_real = any ('{false,true}') and strategy_id = any ($2::bigint[]) and amount <> 0
        and (strategy_id, is_real, base) > ($3::bigint, $4::boolean, $5::text)
      order by strategy_id, is_real, base limit ${PAGE}`,
    values: [ownerUid, strategyIds, after?.strategyId ?? 0, after?.isReal ?? false, after?.base ?? ""],
  });
  return rows.map(({ strategy_id: strategyId, is_real: isReal, ...rest }) => ({ strategyId, isReal, ...rest }));
}

/** Strategies of these with trades that are not in their positions. */
export async function listIncomplete(
  q: Queryable,
  ownerUid: number,
  strategyIds: readonly number[],
): Promise<ReadonlyMap<number, Incomplete>> {
  if (strategyIds.length === 0) return new Map();
  const rows = await q.query<{ strategy_id: number; lacks_rate: boolean }>({
    name: "trading.listIncompleteStrategies",
    text: `select strategy_id, bool_or(lacks_rate) as lacks_rate from (
        select strategy_id, false as lacks_rate from trading.trades
          where owner_uid = $1 and is_real = any ('{false,true}') and strategy_id = any ($2::bigint[]) and not is_counted
        union all
        select strategy_id, true from trading.trades
          where owner_uid = $1 and is_real = any ('{false,true}') and strategy_id = any ($2::bigint[]) and lacks_rate) as missing
      group by strategy_id order by strategy_id limit $3`,
    values: [ownerUid, strategyIds, strategyIds.length],
  });
  return new Map(rows.map((row) => [row.strategy_id, row.lacks_rate ? "no_rate" : "uncounted"]));
}
