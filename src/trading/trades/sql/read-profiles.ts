/** What the strategies of profiles have traded. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { ProfilePosition } from "../store.ts";

interface Row extends Omit<ProfilePosition, "strategyId" | "profileId" | "isReal"> {
  readonly strategy_id: number;
  readonly profile_id: number;
  readonly is_real: boolean;
}

/** Position by position, closed ones too. There are no more of them than currencies that these strategies may trade. */
export async function listProfilePositions(
  q: Queryable,
  ownerUid: number,
  profileIds: readonly number[],
): Promise<ProfilePosition[]> {
  const rows = await q.query<Row>({
    name: "trading.listProfilePositions",
    text: `select p.strategy_id, s.profile_id, p.is_real, p.base, p.amount, p.cost, p.code, p.quote,
        coalesce((select sum(d.realized) from trading.trade_days d where d.owner_uid = p.owner_uid
          and d.is_real = p.is_real and d.strategy_id = p.strategy_id and d.base = p.base), 0) as realized
      from trading.strategies s join trading.positions p on p.strategy_id = s.id and p.owner_uid = $1
      where s.profile_id = any ($2::bigint[]) and p.base <> '' and p.code <> ''
      order by p.strategy_id, p.base`,
    values: [ownerUid, profileIds],
  });
  return rows.map(({ strategy_id: strategyId, profile_id: profileId, is_real: isReal, ...rest }) => ({
    strategyId,
    profileId,
    isReal,
    ...rest,
  }));
}

/** By profile, the trades that are missing in its positions, or their fees, because a currency or market has no rate. */
export async function countProfileUnvalued(
  q: Queryable,
  ownerUid: number,
  profileIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await q.query<{ profile_id: number; trades: number }>({
    name: "trading.countProfileUnvalued",
    text: `select s.profile_id, count(*)::integer as trades
      from trading.strategies s join trading.trades t on t.strategy_id = s.id and t.owner_uid = $1 and t.lacks_rate
      where s.profile_id = any ($2::bigint[]) group by s.profile_id`,
    values: [ownerUid, profileIds],
  });
  return new Map(rows.map(({ profile_id: id, trades }) => [id, trades]));
}
