/** The facts for reviews of withdrawals, beside the withdrawal itself. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { CurrencySymbol } from "../core/currencies.ts";
import type { StepFacts, WithdrawalStep } from "../core/withdrawal.ts";
import type { Withdrawal } from "../store.ts";

/** The outflow of an account: everything in progress, and everything sent in the last 24 hours. */
export async function sumLeaving(
  tx: Transaction,
  ownerUid: number,
  currency: CurrencySymbol,
  at: Instant,
): Promise<bigint> {
  const [row] = await tx.query<{ leaving: string }>({
    name: "trading.sumLeaving",
    text: `select coalesce(sum(amount), 0) as leaving from trading.withdrawals
      where owner_id = $1 and currency = $2 and (state in ('pending_review', 'half_approved', 'approved')
        or (state = 'completed' and completed_at >= $3))`,
    values: [ownerUid, currency, timestamp(plusMillis(at, -DAY_MS))],
  });
  return BigInt(row?.leaving ?? 0);
}

/** The facts that the step needs. */
export async function readStepFacts(tx: Transaction, of: Withdrawal, step: WithdrawalStep): Promise<StepFacts> {
  return {
    isCreditor: step.kind === "approve" && (await isCreditor(tx, of, step.by.uid)),
    hasOpened: step.kind === "approve" && (await hasOpened(tx, of, step.by.uid)),
    isTxidUsed: step.kind === "complete" && (await isTransactionUsed(tx, of, step.txid)),
  };
}

/** Whether the admin has ever given the account money of this currency. A correction gives nothing. */
async function isCreditor(q: Queryable, { ownerUid, currency }: Withdrawal, uid: number): Promise<boolean> {
  const [row] = await q.query<{ creditor: boolean }>({
    name: "trading.isCreditor",
    text: `select exists (select from trading.audit
      where owner_id = $1 and user_id = $2 and action in ('ledger.credit', 'ledger.refund', 'deposit.credit')
        and details ->> 'currency' = $3 and details ->> 'kind' is distinct from 'correction') as creditor`,
    values: [ownerUid, uid, currency],
  });
  return row?.creditor ?? false;
}

/** Whether the admin has ever had a way into the account: has made it, or has reset its password or second factor. */
async function hasOpened(q: Queryable, { ownerUid }: Withdrawal, uid: number): Promise<boolean> {
  const [row] = await q.query<{ opened: boolean }>({
    name: "trading.hasOpenedAccount",
    text: `select exists (select from trading.audit
      where owner_id = $1 and user_id = $2 and subject = $1::text
        and action in ('user.create', 'password.reset', 'two_factor.reset')) as opened`,
    values: [ownerUid, uid],
  });
  return row?.opened ?? false;
}

/** Whether another withdrawal was completed with the transaction. Those who complete with the same one take turns. */
async function isTransactionUsed(tx: Transaction, { id, currency }: Withdrawal, txid: string): Promise<boolean> {
  await tx.query({
    name: "trading.lockTransactionId",
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`trading.withdrawals:${currency}:${txid}`],
  });
  const [row] = await tx.query<{ used: boolean }>({
    name: "trading.isTransactionUsed",
    text: `select exists (select from trading.withdrawals where currency = $1 and txid = $2 and id <> $3) as used`,
    values: [currency, txid, id],
  });
  return row?.used ?? false;
}
