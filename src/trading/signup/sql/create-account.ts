/** Makes the account of a mail address that was just verified. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { accountErrors, createUser } from "../../accounts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import { signupErrors } from "../errors.ts";
import type { NewAccount } from "../store.ts";
import { lockInvitation, useInvitation } from "./invitations.ts";
import { findMainAccount } from "./main-accounts.ts";

/** All or nothing: where it throws, token and invitation can be used again. */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<number> {
  const { tokenHash, username, name, passwordHash, at } = account;
  const pending = await takeSignUp(tx, tokenHash, at);
  if (!pending) throw accountErrors.badToken();
  if (await findMainAccount(tx, pending.email)) throw signupErrors.emailInUse();
  const { invitation_id: invitationId } = pending;
  const referredBy = await referrerOf(tx, pending, account);
  const uid = await createUser(tx, {
    username,
    name,
    email: pending.email,
    emailVerifiedAt: at,
    passwordHash,
    ...(referredBy === null ? {} : { referredBy }),
    at,
  });
  if (invitationId !== null) await useInvitation(tx, invitationId, uid, at);
  const details = referredBy === null ? {} : { referred_by: referredBy };
  await recordAudit(tx, { ownerUid: uid, uid, action: "user.sign_up", subject: String(uid), details, at });
  return uid;
}

interface PendingRow {
  readonly email: string;
  readonly invitation_id: number | null;
  readonly referred_by: number | null;
}

/** Takes the request away; of two who bring the token at the same time, one gets it. */
async function takeSignUp(tx: Transaction, tokenHash: Buffer, at: Instant): Promise<PendingRow | undefined> {
  const [row] = await tx.query<PendingRow>({
    name: "trading.takeSignUp",
    text: `delete from trading.sign_ups where token_hash = $1 and expires_at > $2
      returning email, invitation_id, referred_by`,
    values: [tokenHash, timestamp(at)],
  });
  return row;
}

/** An inviter comes before a referral code. */
async function referrerOf(
  tx: Transaction,
  { invitation_id: invitationId, referred_by: referredBy }: PendingRow,
  { isInvitationNeeded, at }: NewAccount,
): Promise<number | null> {
  if (invitationId === null) {
    if (isInvitationNeeded) throw signupErrors.invitationNeeded();
    return referredBy;
  }
  const invitation = await lockInvitation(tx, invitationId, at);
  if (!invitation) throw signupErrors.badInvitation();
  return invitation.referrerUid ?? referredBy;
}
