import type { Queryable } from "../../../kit/sql/database.ts";

/** Who is notified about an account's money. */
export interface Payer {
  readonly name: string;
  readonly email: string;
}

/** The main user of an account that is not closed. */
export async function findPayer(q: Queryable, ownerUid: number): Promise<Payer | undefined> {
  const [row] = await q.query<Payer>({
    name: "trading.findPayer",
    text: "select name, email from trading.users where id = $1 and owner_id is null and closed_at is null",
    values: [ownerUid],
  });
  return row;
}
