import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";

/**
 * The operator knows that the mail address is the user's. False when the user does not exist, or the account is
 * closed.
 */
export async function vouchForEmail(tx: Transaction, uid: number, at: Instant): Promise<boolean> {
  const [user] = await tx.query<{ owner_id: number | null }>({
    name: "trading.vouchForEmail",
    text: `update trading.users set email_verified_at = coalesce(email_verified_at, $2)
      where id = $1 and closed_at is null returning owner_id`,
    values: [uid, timestamp(at)],
  });
  if (!user) return false;
  await recordAudit(tx, { ownerUid: user.owner_id ?? uid, uid: null, action: "email.vouch", subject: String(uid), at });
  return true;
}
