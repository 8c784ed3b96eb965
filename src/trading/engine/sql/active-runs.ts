/** Strategies that trade at this moment, for who ends their users, or takes their keys. Nothing is locked. */
import type { Queryable } from "../../../kit/sql/database.ts";

/** Ids of strategies of some users that are active, in their order; at most `limit`. */
export async function activeStrategiesOf(
  q: Queryable,
  uids: readonly number[],
  limit: number,
): Promise<readonly number[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.listActiveStrategiesOfUsers",
    text: `select strategy_id as id from trading.runs
      where is_active and uid = any ($1::bigint[]) order by strategy_id limit $2`,
    values: [uids, limit],
  });
  return rows.map(({ id }) => id);
}

/** The same for strategies that trade with an exchange key of these users, whose they may be. */
export async function strategiesAtKeysOf(
  q: Queryable,
  uids: readonly number[],
  limit: number,
): Promise<readonly number[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.listStrategiesAtKeysOfUsers",
    text: `select distinct r.strategy_id as id from trading.exchange_keys k
      join trading.runs r on r.owner_uid = k.owner_uid and r.is_active
        and r.settings -> 'executable_apikeys' @> to_jsonb(k.id::text)
      where k.uid = any ($1::bigint[]) order by r.strategy_id limit $2`,
    values: [uids, limit],
  });
  return rows.map(({ id }) => id);
}
