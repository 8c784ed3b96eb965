/** Ids of the active strategies that need something, for those who would take it away. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { ACTIVE_STATES } from "../../engine/index.ts";
import { MAX_STRATEGIES } from "../store.ts";

/** Those that trade with an exchange key, of one user or of all: any row of their profile names it. */
export async function strategiesUsingKey(
  q: Queryable,
  keyId: string,
  onlyUid: number | null = null,
): Promise<readonly string[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.listStrategiesUsingKey",
    text: `select strategy.id from trading.exchange_keys as key
      join trading.strategies as strategy on strategy.owner_uid = key.owner_uid
      join trading.profiles as profile on profile.id = strategy.profile_id
      where key.id = $1 and strategy.state = any ($2::text[]) and ($3::bigint is null or strategy.uid = $3)
        and profile.settings -> 'executable_apikeys' @> to_jsonb(key.id::text)
      order by strategy.id limit ${MAX_STRATEGIES}`,
    values: [keyId, ACTIVE_STATES, onlyUid],
  });
  return rows.map(({ id }) => String(id));
}

/** Those that run on a rented server. */
export async function activeStrategiesOn(q: Queryable, serverId: string): Promise<readonly string[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.listActiveStrategiesOnServer",
    text: `select strategy.id from trading.servers as server
      join trading.strategies as strategy on strategy.owner_uid = server.owner_id
      where server.id = $1 and strategy.server_id = server.id and strategy.state = any ($2::text[])
      order by strategy.id limit ${MAX_STRATEGIES}`,
    values: [serverId, ACTIVE_STATES],
  });
  return rows.map(({ id }) => String(id));
}
