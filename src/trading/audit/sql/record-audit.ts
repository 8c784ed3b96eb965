/** Writing the trail. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { AuditEntry } from "../store.ts";

const MAX_DETAILS_CHARACTERS = 8192;

/** Notes a change, in the transaction that makes it: there is never one without the other. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const details = JSON.stringify(entry.details ?? {});
  invariant(details.length <= MAX_DETAILS_CHARACTERS, "the details of an audit entry are short");
  await tx.execute({
    name: "trading.recordAudit",
    text: `insert into trading.audit (owner_id, user_id, action, subject, details, at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [entry.ownerUid, entry.uid, entry.action, entry.subject, details, timestamp(entry.at)],
  });
}

/** Records what an author did to one thing, identified by its number. */
export function recordDeed(
  tx: Transaction,
  { ownerUid, uid, at }: Pick<AuditEntry, "ownerUid" | "uid" | "at">,
  action: string,
  id: number,
  details: object,
): Promise<void> {
  return recordAudit(tx, { ownerUid, uid, action, subject: String(id), details, at });
}
