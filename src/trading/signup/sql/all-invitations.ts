/** Invitations of all accounts, for admins. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ByAdmin } from "../../accounts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import type { AccountInvitation } from "../store.ts";
import { invitationOf, type InvitationRow } from "./invitations.ts";

/** A page of all invitations, newest first. */
export async function listAllInvitations(
  q: Queryable,
  { limit, before }: { readonly limit: number; readonly before?: number },
): Promise<AccountInvitation[]> {
  const rows = await q.query<InvitationRow & { readonly inviter_id: number; readonly inviter: string }>({
    name: "trading.listAllInvitations",
    text: `select i.id, i.label, i.created_at, i.expires_at, i.used_at, i.used_by, i.revoked_at, i.inviter_id,
        u.username as inviter
      from trading.invitations i join trading.users u on u.id = i.inviter_id
      where $1::bigint is null or i.id < $1 order by i.id desc limit $2`,
    values: [before ?? null, limit],
  });
  return rows.map((row) => ({ ...invitationOf(row), inviterUid: row.inviter_id, inviter: row.inviter }));
}

/** Ends an open invitation of any account. The account's audit trail names the admin. */
export async function revokeAnyInvitation(tx: Transaction, id: number, by: ByAdmin, at: Instant): Promise<boolean> {
  const [row] = await tx.query<{ inviter_id: number }>({
    name: "trading.revokeAnyInvitation",
    text: `update trading.invitations set revoked_at = $2
      where id = $1 and used_at is null and revoked_at is null and expires_at > $2 returning inviter_id`,
    values: [id, timestamp(at)],
  });
  if (!row) return false;
  const details = { reason: by.reason };
  const entry = {
    ownerUid: row.inviter_id,
    uid: by.uid,
    action: "invitation.revoke",
    subject: String(id),
    details,
    at,
  };
  await recordAudit(tx, entry);
  return true;
}
