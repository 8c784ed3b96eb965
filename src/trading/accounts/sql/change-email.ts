/** A user's mail address is replaced by one that was shown to be the user's. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import type { EmailChange } from "../store.ts";

/**
 * Uses up the token, notifies the old address, and forgets every link that was sent there. False when it counts no
 * more.
 */
export async function changeEmail(
  tx: Transaction,
  tokenHash: Buffer,
  { person, mail, at }: EmailChange,
): Promise<boolean> {
  const { uid, ownerUid } = person;
  const before = await lockEmail(tx, uid);
  if (before === undefined) return false;
  const [token] = await tx.query<{ email: string }>({
    name: "trading.takeEmailToken",
    text: `delete from trading.user_tokens
      where token_hash = $1 and uid = $2 and purpose = 'changeEmail' and expires_at > $3 returning email`,
    values: [tokenHash, uid, timestamp(at)],
  });
  if (!token) return false;
  await enqueueMail(tx, { to: before, ...mail, uid, at });
  await tx.execute({
    name: "trading.changeEmail",
    text: "update trading.users set email = $2, email_verified_at = $3 where id = $1",
    values: [uid, token.email, timestamp(at)],
  });
  await tx.execute({
    name: "trading.forgetLinksOfUser",
    text: "delete from trading.user_tokens where uid = $1",
    values: [uid],
  });
  await recordAudit(tx, { ownerUid, uid, action: "email.change", subject: String(uid), at });
  return true;
}

/** The address, locked until the transaction ends; undefined for an account that was closed in between. */
async function lockEmail(tx: Transaction, uid: number): Promise<string | undefined> {
  const [row] = await tx.query<{ email: string }>({
    name: "trading.lockEmail",
    text: "select email from trading.users where id = $1 and closed_at is null for no key update",
    values: [uid],
  });
  return row?.email;
}
