/** Changes of a user's credentials by operators and admins. Without an admin, it was done at the command line. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Caller } from "../../caller.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail, enqueueSecretMail, sendMailsSoon } from "../../mail/index.ts";
import { passwordSetMail, twoFactorResetMail, type MailText } from "../core/mails.ts";
import type { Person } from "../user.ts";
import { replacePassword } from "./change-password.ts";
import { endSessions } from "./end-sessions.ts";
import { replaceUserToken } from "./token-store.ts";
import { removeTwoFactor } from "./two-factor-store.ts";

/** The admin who makes a change, and why. The user sees both in the audit trail. */
export interface ByAdmin {
  readonly uid: number;
  readonly reason: string;
}

/** Sets a password. All sessions and all links to set one end, and the user is notified. */
export async function setPassword(tx: Transaction, person: Person, passwordHash: string, at: Instant): Promise<void> {
  await replacePassword(tx, { uid: person.uid, passwordHash, at });
  await note(tx, person, { action: "password.set", mail: passwordSetMail(person.username, at), at });
}

/** A link that lets its bearer set a password. */
export interface PasswordLink {
  readonly tokenHash: Buffer;
  /** Carries the link to the user's address; undefined where the admin hands it over. */
  readonly mail: MailText | undefined;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

/** Keeps a link to set a password in the place of earlier ones, and mails it if it has a mail. */
export async function replacePasswordLink(
  tx: Transaction,
  sealer: Pick<Sealer, "seal">,
  { uid, email }: Person,
  { tokenHash, mail, at, expiresAt }: PasswordLink,
): Promise<void> {
  await replaceUserToken(tx, { uid, purpose: "resetPassword", tokenHash, email, at, expiresAt });
  if (mail === undefined) return;
  await enqueueSecretMail(tx, sealer, { to: email, ...mail, uid, at, expiresAt });
  await sendMailsSoon(tx);
}

export interface PasswordReset {
  readonly by: ByAdmin;
  /** Of a password that is not known to anyone: the earlier one is refused from now on. */
  readonly passwordHash: string;
  readonly link: PasswordLink;
}

/** Takes a password away and issues a link to set another one. All sessions end, and the user is notified. */
export async function resetPassword(
  tx: Transaction,
  sealer: Pick<Sealer, "seal">,
  person: Person,
  { by, passwordHash, link }: PasswordReset,
): Promise<void> {
  const { at } = link;
  await replacePassword(tx, { uid: person.uid, passwordHash, at });
  await replacePasswordLink(tx, sealer, person, link);
  const isMailed = link.mail !== undefined;
  const details = { reason: by.reason, link: isMailed ? "mailed" : "shown" };
  const mail = isMailed ? undefined : passwordSetMail(person.username, at);
  await note(tx, person, { action: "password.reset", uid: by.uid, details, mail, at });
}

/** Removes the second factor with its recovery codes. All sessions end, and the user is notified. */
export async function resetTwoFactor(tx: Transaction, person: Person, at: Instant, by?: ByAdmin): Promise<void> {
  await removeTwoFactor(tx, [person.uid]);
  await endSessions(tx, [person.uid]);
  const mail = twoFactorResetMail(person.username, at);
  await note(tx, person, { action: "two_factor.reset", ...deedOf(by), mail, at });
}

export type RoleChange = "changed" | "same" | "subaccount" | "absent";

/** Gives a main account a role. Its sessions end when the role is another one than before. */
export async function setRole(
  tx: Transaction,
  uid: number,
  role: Caller["role"],
  at: Instant,
  by?: ByAdmin,
): Promise<RoleChange> {
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
  const deed = deedOf(by);
  const details = { from: user.role, to: role, ...deed.details };
  await recordAudit(tx, { ownerUid: uid, uid: deed.uid, action: "role.set", subject: String(uid), details, at });
  return "changed";
}

/** How the audit trail names the admin. */
export function deedOf(by: ByAdmin | undefined): { readonly uid: number | null; readonly details?: object } {
  return by ? { uid: by.uid, details: { reason: by.reason } } : { uid: null };
}

interface Note {
  readonly action: string;
  readonly uid?: number | null;
  readonly details?: object;
  readonly mail: MailText | undefined;
  readonly at: Instant;
}

async function note(tx: Transaction, person: Person, { action, uid = null, details, mail, at }: Note): Promise<void> {
  const { uid: subject, ownerUid, email } = person;
  await recordAudit(tx, { ownerUid, uid, action, subject: String(subject), ...(details ? { details } : {}), at });
  if (mail) await enqueueMail(tx, { to: email, ...mail, uid: subject, at });
}
