import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { accountErrors } from "../errors.ts";
import type { PasswordChange } from "../store.ts";
import { endSessions } from "./end-sessions.ts";

/**
 * Sets a new password: other sessions and password links end with it, and the user is notified.
 *
 * @throws accountErrors.wrongPassword when the password that was shown has been replaced since
 */
export async function changePassword(tx: Transaction, { person, mail, ...change }: PasswordChange): Promise<void> {
  const { uid, ownerUid, email } = person;
  const { at } = change;
  await replacePassword(tx, { uid, ...change });
  await recordAudit(tx, { ownerUid, uid, action: "password.change", subject: String(uid), at });
  await enqueueMail(tx, { to: email, ...mail, uid, at });
}

/**
 * Changes the password without a note of it. The caller writes the trail.
 *
 * @throws accountErrors.wrongPassword when the password that was shown has been replaced since
 */
export async function replacePassword(
  tx: Transaction,
  {
    uid,
    passwordHash,
    shownHash,
    exceptSession,
    at,
  }: Omit<PasswordChange, "person" | "mail"> & { readonly uid: number },
): Promise<void> {
  const changed = await tx.execute({
    name: "trading.setPassword",
    text: `update trading.users set password_hash = $2, password_changed_at = $3
      where id = $1 and closed_at is null and ($4::text is null or password_hash = $4)`,
    values: [uid, passwordHash, timestamp(at), shownHash ?? null],
  });
  // Whoever has replaced it meanwhile has ended the session that asks, too.
  if (changed === 0 && shownHash !== undefined) throw accountErrors.wrongPassword();
  await tx.execute({
    name: "trading.forgetResetTokens",
    text: "delete from trading.user_tokens where uid = $1 and purpose = 'resetPassword'",
    values: [uid],
  });
  await endSessions(tx, [uid], exceptSession);
}
