/** Packages and their limits that nobody has paid for. */
import type { Database } from "../../src/kit/sql/database.ts";
import type { LeafValue } from "../../src/trading/billing/core/leaves.ts";

/** Gives an account a package, with leaves of its tree changed; instead of the package that it has. */
export async function givePackage(
  db: Pick<Database, "execute">,
  ownerUid: number,
  baseId: string,
  limits: Readonly<Record<string, LeafValue>> = {},
): Promise<void> {
  await db.execute({
    name: "test.givePackage",
    text: `insert into trading.subscriptions (owner_id, base_id, overrides, created_at, updated_at)
      values ($1, $2, $3, now(), now())
      on conflict (owner_id) do update set base_id = excluded.base_id, overrides = excluded.overrides`,
    values: [ownerUid, baseId, JSON.stringify(limits)],
  });
}
