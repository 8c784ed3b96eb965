/** What the operator does to a user's ways in, at the command line: audited as done by the platform itself. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Caller } from "../../caller.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { passwordSetMail, twoFactorResetMail, type MailText } from "../core/mails.ts";
import type { Person } from "../user.ts";
import { replacePassword } from "./change-password.ts";
import { endSessions } from "./end-sessions.ts";
import { removeTwoFactor } from "./two-factor-store.ts";

/** Sets a password. All sessions and all links to set one end, and the user is notified. */
export async function setPassword(tx: Transaction, person: Person, passwordHash: string, at: Instant): Promise<void> {
  await replacePassword(tx, { uid: person.uid, passwordHash, at });
  await note(tx, person, "password.set", passwordSetMail(person.username, at), at);
}

/** Removes the second factor with its recovery codes. All sessions end, and the user is notified. */
export async function resetTwoFactor(tx: Transaction, person: Person, at: Instant): Promise<void> {
  await removeTwoFactor(tx, [person.uid]);
  await endSessions(tx, [person.uid]);
  await note(tx, person, "two_factor.reset", twoFactorResetMail(person.username, at), at);
}

export type RoleChange = "changed" | "same" | "subaccount" | "absent";

/** Gives a main account a role. Its sessions end when the role is another one than before. */
export async function setRole(tx: Transaction, uid: number, role: Caller["role"], at: Instant): Promise<RoleChange> {
  const [user] = await tx.query<{ role: Caller["role"]; owner_id: number | null }>({
    name: "trading.lockRole",
    text: "select role, owner_id from trading.users where id = $1 and closed_at is null for update",
    values: [uid],
  });
  if (!user) return "absent";
  if (user.owner_id !== null) return "subaccount";
  if (user.role === role) return "same";
  await tx.execute({
    name: "trading.setRole",
    text: "update trading.users set role = $2 where id = $1",
    values: [uid, role],
  });
  await endSessions(tx, [uid]);
  const details = { from: user.role, to: role };
  await recordAudit(tx, { ownerUid: uid, uid: null, action: "role.set", subject: String(uid), details, at });
  return "changed";
}

async function note(tx: Transaction, person: Person, action: string, mail: MailText, at: Instant): Promise<void> {
  const { uid, ownerUid, email } = person;
  await recordAudit(tx, { ownerUid, uid: null, action, subject: String(uid), at });
  await enqueueMail(tx, { to: email, ...mail, uid, at });
}
