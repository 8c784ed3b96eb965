/** Which main account has a mail address. */
import type { Queryable } from "../../../kit/sql/database.ts";

export interface MainAccount {
  readonly uid: number;
  readonly ownerUid: number;
  readonly username: string;
  readonly email: string;
  readonly isVerified: boolean;
}

/** The main account of an address, in whatever case; of several the one that has verified it, then the oldest. */
export async function findMainAccount(q: Queryable, email: string): Promise<MainAccount | undefined> {
  const [row] = await q.query<{ id: number; username: string; email: string; is_verified: boolean }>({
    name: "trading.findMainAccount",
    text: `select id, username, email, email_verified_at is not null as is_verified from trading.users
      where lower(email) = lower($1) and owner_id is null and closed_at is null
      order by email_verified_at is null, id limit 1`,
    values: [email],
  });
  return (
    row && { uid: row.id, ownerUid: row.id, username: row.username, email: row.email, isVerified: row.is_verified }
  );
}
