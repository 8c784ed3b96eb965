/** Withdrawals on PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import type { CurrencySymbol } from "../core/currencies.ts";
import type { WithdrawalState } from "../core/withdrawal.ts";
import type { Listed, Withdrawal } from "../store.ts";

export interface WithdrawalRow {
  readonly id: number;
  readonly owner_id: number;
  readonly requested_by: number;
  readonly currency: CurrencySymbol;
  readonly address: string;
  readonly amount: string;
  readonly fee: string;
  readonly approvals_needed: 1 | 2;
  readonly state: WithdrawalState;
  readonly first_approved_by: number | null;
  readonly reviewed_by: number | null;
  readonly reviewed_at: Instant | null;
  readonly reason: string | null;
  readonly txid: string | null;
  readonly created_at: Instant;
  readonly completed_at: Instant | null;
}

export const WITHDRAWAL_COLUMNS = `id, owner_id, requested_by, currency, address, amount, fee, approvals_needed, state,
  first_approved_by, reviewed_by, reviewed_at, reason, txid, created_at, completed_at`;

/** An account's withdrawals, newest first. */
export async function listWithdrawals(q: Queryable, ownerUid: number, page: Page): Promise<Listed<Withdrawal>> {
  const rows = await q.query<WithdrawalRow>({
    name: "trading.listWithdrawals",
    text: `select ${WITHDRAWAL_COLUMNS} from trading.withdrawals where owner_id = $1 order by id desc limit $2 offset $3`,
    values: [ownerUid, page.limit, page.offset],
  });
  const [count] = await q.query<{ total: number }>({
    name: "trading.countWithdrawals",
    text: "select count(*) as total from trading.withdrawals where owner_id = $1",
    values: [ownerUid],
  });
  return { items: rows.map(withdrawalOf), total: count?.total ?? 0 };
}

/** Withdrawals of all accounts for admins, who take the oldest first. */
export async function listForReview(
  q: Queryable,
  states: readonly WithdrawalState[],
  page: Page,
): Promise<Listed<Withdrawal>> {
  const rows = await q.query<WithdrawalRow>({
    name: "trading.listWithdrawalsForReview",
    text: `select ${WITHDRAWAL_COLUMNS} from trading.withdrawals where state = any ($1::text[]) order by id
      limit $2 offset $3`,
    values: [states, page.limit, page.offset],
  });
  const [count] = await q.query<{ total: number }>({
    name: "trading.countWithdrawalsForReview",
    text: "select count(*) as total from trading.withdrawals where state = any ($1::text[])",
    values: [states],
  });
  return { items: rows.map(withdrawalOf), total: count?.total ?? 0 };
}

export function withdrawalOf(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    ownerUid: row.owner_id,
    requestedBy: row.requested_by,
    currency: row.currency,
    address: row.address,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    approvalsNeeded: row.approvals_needed,
    state: row.state,
    firstApprovedBy: row.first_approved_by,
    reviewedBy: row.reviewed_by,
    reviewedAt: row.reviewed_at,
    reason: row.reason,
    txid: row.txid,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  };
}
