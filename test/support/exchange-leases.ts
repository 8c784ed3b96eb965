/** Which process holds the lease of which exchange, as the database says. */
import type { Database } from "../../src/kit/sql/database.ts";

/** Exchanges and process ids, by exchange; those without a holder are left out. */
export async function leaseHolders(db: Database): Promise<(readonly [exchange: string, pid: number])[]> {
  const rows = await db.query<{ name: string; owner: string }>({
    name: "test.leases",
    text: `select name, owner from kit.leases
           where name like 'market.feed.%' and expires_at > clock_timestamp() order by name`,
  });
  return rows.map(({ name, owner }) => [name.replace("market.feed.", ""), Number(owner.split("-").at(-2))] as const);
}
