/** Withdrawals and deposits of which admins have not been told yet. */
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Transaction } from "../../../kit/sql/database.ts";

interface Row {
  readonly id: number;
  readonly currency: string;
  readonly amount: string;
}

/**
 * The oldest withdrawals that wait for an approval of which admins have not been told, told from now on. One that has had
 * the first of two approvals is told again.
 */
export async function takeUntoldWithdrawals(
  tx: Transaction,
  limit: number,
): Promise<
  { readonly id: number; readonly currency: string; readonly amount: string; readonly approvalsLeft: 1 | 2 }[]
> {
  const rows = await tx.query<Row & { readonly approvals_left: 1 | 2 }>({
    name: "trading.takeUntoldWithdrawals",
    text: `with untold as (
        select id from trading.withdrawals where state in ('pending_review', 'half_approved') and not is_told
        order by id limit $1 for update skip locked
      ), told as (
        update trading.withdrawals w set is_told = true from untold where w.id = untold.id
        returning w.id, w.currency, w.amount, case when w.state = 'half_approved' then 1 else w.approvals_needed end
          as approvals_left
      )
      select id, currency, amount, approvals_left from told order by id`,
    values: [limit],
  });
  return rows.map(({ approvals_left: approvalsLeft, ...row }) => ({ ...shownOf(row), approvalsLeft }));
}

/** The oldest doubtful deposits of which admins have not been told, told from now on. Each is told once. */
export async function takeUntoldDeposits(
  tx: Transaction,
  limit: number,
): Promise<{ readonly id: number; readonly currency: string; readonly amount: string }[]> {
  const rows = await tx.query<Row>({
    name: "trading.takeUntoldDeposits",
    text: `with untold as (
        select id from trading.deposits where state in ('unsettled', 'review') and not is_told
        order by id limit $1 for update skip locked
      ), told as (
        update trading.deposits d set is_told = true from untold where d.id = untold.id
        returning d.id, d.currency, d.amount
      )
      select id, currency, amount from told order by id`,
    values: [limit],
  });
  return rows.map(shownOf);
}

function shownOf({ id, currency, amount }: Row) {
  return { id, currency, amount: formatAmount(BigInt(amount)) };
}
