import type { Transaction } from "../../../kit/sql/database.ts";

/**
 * Whether the user is a main account that is not closed. If it is, it cannot be closed before the transaction ends, so
 * that money that is given to it stays in reach of its owner. Waits for a closing in progress.
 */
export async function holdOpenAccount(tx: Transaction, uid: number): Promise<boolean> {
  const rows = await tx.query({
    name: "trading.holdOpenAccount",
    text: "select from trading.users where id = $1 and owner_id is null and closed_at is null for key share",
    values: [uid],
  });
  return rows.length === 1;
}
