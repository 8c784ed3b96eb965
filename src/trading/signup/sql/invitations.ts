/** Invitations on PostgreSQL: each makes one account, and counts only while its inviter may invite. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Page } from "../../page.ts";
import { signupErrors } from "../errors.ts";
import type { Invitation, NewInvitation } from "../store.ts";

/** Open ones of an account. */
const MAX_OPEN = 20;
const KEPT_MS = 400 * DAY_MS;

/** Of users `u`: who may invite now. Staff may without the right. */
const MAY_INVITE = "u.is_active and u.closed_at is null and u.owner_id is null and (u.may_invite or u.role <> 'user')";

/** A row of trading.invitations. */
export interface InvitationRow {
  readonly id: number;
  readonly label: string;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly used_at: Instant | null;
  readonly used_by: number | null;
  readonly revoked_at: Instant | null;
}

const COLUMNS = "id, label, created_at, expires_at, used_at, used_by, revoked_at";

/** @throws signupErrors.mayNotInvite, signupErrors.tooManyInvitations */
export async function addInvitation(tx: Transaction, invitation: NewInvitation): Promise<Invitation> {
  const { inviterUid: uid, codeHash, label, at, expiresAt } = invitation;
  if (!(await lockInviter(tx, uid))) throw signupErrors.mayNotInvite();
  if ((await countOpen(tx, uid, at)) >= MAX_OPEN) throw signupErrors.tooManyInvitations({ maximum: MAX_OPEN });
  const [row] = await tx.query<InvitationRow>({
    name: "trading.addInvitation",
    text: `insert into trading.invitations (code_hash, inviter_id, label, created_at, expires_at)
      values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    values: [codeHash, uid, label, timestamp(at), timestamp(expiresAt)],
  });
  invariant(row, "an invitation that was added is there");
  await recordAudit(tx, { ownerUid: uid, uid, action: "invitation.create", subject: String(row.id), at });
  return invitationOf(row);
}

/** Whether the user may invite. Locked, so that two invitations at the same time are counted one after the other. */
async function lockInviter(tx: Transaction, uid: number): Promise<boolean> {
  const rows = await tx.query({
    name: "trading.lockInviter",
    text: `select u.id from trading.users u where u.id = $1 and ${MAY_INVITE} for no key update`,
    values: [uid],
  });
  return rows.length === 1;
}

/** How many of an account's invitations can still be used. */
async function countOpen(q: Queryable, uid: number, now: Instant): Promise<number> {
  const [row] = await q.query<{ count: number }>({
    name: "trading.countOpenInvitations",
    text: `select count(*) as count from trading.invitations
      where inviter_id = $1 and used_at is null and revoked_at is null and expires_at > $2`,
    values: [uid, timestamp(now)],
  });
  return row?.count ?? 0;
}

/** The id of an invitation that can be used. */
export async function findInvitation(q: Queryable, codeHash: Buffer, now: Instant): Promise<number | undefined> {
  const [row] = await q.query<{ id: number }>({
    name: "trading.findInvitation",
    text: `select i.id from trading.invitations i join trading.users u on u.id = i.inviter_id
      where i.code_hash = $1 and i.used_at is null and i.revoked_at is null and i.expires_at > $2 and ${MAY_INVITE}`,
    values: [codeHash, timestamp(now)],
  });
  return row?.id;
}

/**
 * Locks a usable invitation until the transaction ends, and answers whose referral the new account is: the inviter's,
 * or null for staff, who earn no shares by inviting. Undefined when it cannot be used any more.
 */
export async function lockInvitation(
  tx: Transaction,
  id: number,
  now: Instant,
): Promise<{ readonly referrerUid: number | null } | undefined> {
  const [row] = await tx.query<{ inviter_id: number; role: string }>({
    name: "trading.lockInvitation",
    text: `select i.inviter_id, u.role from trading.invitations i join trading.users u on u.id = i.inviter_id
      where i.id = $1 and i.used_at is null and i.revoked_at is null and i.expires_at > $2 and ${MAY_INVITE}
      for update of i`,
    values: [id, timestamp(now)],
  });
  return row && { referrerUid: row.role === "user" ? row.inviter_id : null };
}

/** Notes which account an invitation has made. It must be held (`lockInvitation`). */
export async function useInvitation(tx: Transaction, id: number, uid: number, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.useInvitation",
    text: "update trading.invitations set used_at = $3, used_by = $2 where id = $1",
    values: [id, uid, timestamp(at)],
  });
}

/** A page of an account's invitations, newest first. */
export async function listInvitations(
  q: Queryable,
  uid: number,
  { limit, offset }: Page,
): Promise<{ invitations: Invitation[]; total: number }> {
  const rows = await q.query<InvitationRow>({
    name: "trading.listInvitations",
    text: `select ${COLUMNS} from trading.invitations where inviter_id = $1 order by id desc limit $2 offset $3`,
    values: [uid, limit, offset],
  });
  return { invitations: rows.map(invitationOf), total: await countInvitations(q, uid) };
}

/** How many there are on all pages. */
async function countInvitations(q: Queryable, uid: number): Promise<number> {
  const [row] = await q.query<{ count: number }>({
    name: "trading.countInvitations",
    text: "select count(*) as count from trading.invitations where inviter_id = $1",
    values: [uid],
  });
  return row?.count ?? 0;
}

/** Ends an open invitation of an account; links that were mailed by it make no account any more. */
export async function revokeInvitation(tx: Transaction, uid: number, id: number, at: Instant): Promise<boolean> {
  const changed = await tx.execute({
    name: "trading.revokeInvitation",
    text: `update trading.invitations set revoked_at = $3
      where id = $2 and inviter_id = $1 and used_at is null and revoked_at is null and expires_at > $3`,
    values: [uid, id, timestamp(at)],
  });
  if (changed === 0) return false;
  await recordAudit(tx, { ownerUid: uid, uid, action: "invitation.revoke", subject: String(id), at });
  return true;
}

/** Lets a main account invite, or not any more. False when the main account does not exist, or is closed. */
export async function setMayInvite(tx: Transaction, uid: number, mayInvite: boolean, at: Instant): Promise<boolean> {
  const changed = await tx.execute({
    name: "trading.setMayInvite",
    text: "update trading.users set may_invite = $2 where id = $1 and closed_at is null and owner_id is null",
    values: [uid, mayInvite],
  });
  if (changed === 0) return false;
  const action = mayInvite ? "invitations.allow" : "invitations.forbid";
  await recordAudit(tx, { ownerUid: uid, uid: null, action, subject: String(uid), at });
  return true;
}

/** Forgets invitations that ended more than 400 days ago, as long as the trail of logins is kept. */
export async function trimInvitations(q: Queryable, now: Instant): Promise<void> {
  await q.execute({
    name: "trading.trimInvitations",
    text: "delete from trading.invitations where expires_at < $1",
    values: [timestamp(plusMillis(now, -KEPT_MS))],
  });
}

/** The invitation of a row. */
export function invitationOf(row: InvitationRow): Invitation {
  return {
    id: row.id,
    label: row.label,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    usedBy: row.used_by,
    revokedAt: row.revoked_at,
  };
}
