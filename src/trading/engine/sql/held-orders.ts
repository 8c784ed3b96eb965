/** Orders that a process may still send, on PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { SENDER_LEASE } from "../store.ts";

/**
 * Those of the orders that were claimed, and neither have left nor were ended. One whose sender has lost its lease is not among
 * them: that sender sends nothing, and the next one only looks it up.
 */
export async function listHeld(q: Queryable, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.listHeldOrders",
    text: `select o.id from trading.orders o join kit.leases l on l.name = $2 || o.key_id and l.fence = o.claimed_fence
      where o.id = any ($1::bigint[]) and o.state = 'created' and l.expires_at > clock_timestamp()`,
    values: [ids, SENDER_LEASE],
  });
  return rows.map(({ id }) => id);
}
