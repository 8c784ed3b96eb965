/** An account's usage of limited things. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Usage } from "../core/conflicts.ts";
import type { ServerKind } from "../core/server-types.ts";
import { ACTIVE_STATES } from "../../engine/index.ts";

/** The counts for an account that wants smaller limits. */
export async function usageOf(q: Queryable, ownerUid: number): Promise<Usage> {
  const [counts] = await q.query<{
    readonly subaccounts: number;
    readonly stored_keys: number;
    readonly templates: number;
    readonly running: number;
  }>({
    name: "trading.countUsage",
    text: `select
        (select count(*) from trading.users where owner_id = $1 and closed_at is null) as subaccounts,
        (select count(*) from trading.exchange_keys where owner_uid = $1) as stored_keys,
        (select count(*) from trading.strategy_templates where owner_uid = $1) as templates,
        (select count(*) from trading.strategies where owner_uid = $1 and state = any ($2::text[])) as running`,
    values: [ownerUid, ACTIVE_STATES],
  });
  return {
    subaccounts: counts?.subaccounts ?? 0,
    storedKeys: counts?.stored_keys ?? 0,
    templates: counts?.templates ?? 0,
    runningStrategies: counts?.running ?? 0,
    servers: await listRented(q, ownerUid),
  };
}

/** Rented servers that are not over; there are never many. */
async function listRented(
  q: Queryable,
  ownerUid: number,
): Promise<{ readonly type: ServerKind; readonly region: string }[]> {
  return await q.query({
    name: "trading.listRentedServers",
    text: `select type, region from trading.servers
      where owner_id = $1 and status in ('provisioning', 'active') order by id limit 100`,
    values: [ownerUid],
  });
}
