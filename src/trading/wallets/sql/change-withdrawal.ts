/** Requests withdrawals and moves them on: the row, the ledger and the trail change together or not at all. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { postEntry, type LedgerEntry } from "../../ledger/index.ts";
import { transactionId } from "../core/currencies.ts";
import type { WithdrawalNews } from "../core/withdrawal-mails.ts";
import { approvalsFor, decideWithdrawal, type WithdrawalState, type WithdrawalStep } from "../core/withdrawal.ts";
import type { StepOutcome, WalletStore, Withdrawal, WithdrawalRequest } from "../store.ts";
import { isAllowed } from "./allowed-addresses.ts";
import { isDoubtful } from "./deposits.ts";
import { readStepFacts, sumLeaving } from "./review-facts.ts";
import { tellOwner } from "./tell-owner.ts";
import { ensureWallet } from "./wallets.ts";
import { WITHDRAWAL_COLUMNS, withdrawalOf, type WithdrawalRow } from "./withdrawals.ts";

/** More than this at once is not needed, and much work for the reviewers. */
const MAX_OPEN = 20;

/** @throws ledgerErrors.insufficient when the balance is too low for amount and fee. */
export async function requestWithdrawal(
  tx: Transaction,
  request: WithdrawalRequest,
): ReturnType<WalletStore["request"]> {
  const { ownerUid, requestedBy, currency, address, amount, fee, twoApprovalsAbove, at } = request;
  // Locked: requests of one account count each other.
  const wallet = await lockWallet(tx, (await ensureWallet(tx, ownerUid, currency, at)).id);
  if (await isDoubtful(tx, ownerUid)) return "doubtful";
  if (!(await isAllowed(tx, ownerUid, currency, address, at))) return "notAllowed";
  if ((await countOpen(tx, ownerUid)) >= MAX_OPEN) return "tooMany";
  const approvalsNeeded = approvalsFor(amount, await sumLeaving(tx, ownerUid, currency, at), twoApprovalsAbove);
  const [row] = await tx.query<WithdrawalRow>({
    name: "trading.addWithdrawal",
    text: `insert into trading.withdrawals (wallet_id, owner_id, requested_by, currency, address, amount, fee,
        approvals_needed, state, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'pending_review', $9) returning ${WITHDRAWAL_COLUMNS}`,
    values: [
      wallet,
      ownerUid,
      requestedBy,
      currency,
      address,
      String(amount),
      String(fee),
      approvalsNeeded,
      timestamp(at),
    ],
  });
  invariant(row, "a withdrawal that was added is there");
  const withdrawal = withdrawalOf(row);
  await post(tx, withdrawal, "hold", at);
  await recordAudit(tx, {
    ownerUid,
    uid: requestedBy,
    action: "withdrawal.request",
    subject: String(withdrawal.id),
    details: { currency, address },
    at,
  });
  await tellOwner(tx, "requested", withdrawal, at);
  return withdrawal;
}

/** Moves a withdrawal on by one step; the same step again changes nothing. */
export async function stepWithdrawal(
  tx: Transaction,
  id: number,
  wanted: WithdrawalStep,
  { at, ownerUid }: { readonly at: Instant; readonly ownerUid?: number },
): Promise<StepOutcome> {
  const before = await lockWithdrawal(tx, id, ownerUid);
  if (!before) return { kind: "none" };
  const step = wanted.kind === "complete" ? { ...wanted, txid: transactionId(before.currency, wanted.txid) } : wanted;
  const decision = decideWithdrawal(before, step, await readStepFacts(tx, before, step));
  if (decision.kind === "refused") return { kind: "refused", why: decision.why, withdrawal: before };
  if (decision.kind === "known") return { kind: "known", withdrawal: before };
  const isOnItsWay = step.kind === "approve" || step.kind === "complete";
  if (isOnItsWay && (await isDoubtful(tx, before.ownerUid))) {
    return { kind: "refused", why: "doubtful", withdrawal: before };
  }
  const after = await writeStep(tx, before, step, decision.to, at);
  if (decision.held === "released") await post(tx, after, "release", at);
  if (decision.held === "paid") await post(tx, after, "pay", at);
  await recordAudit(tx, {
    ownerUid: before.ownerUid,
    uid: step.by.uid,
    action: `withdrawal.${step.kind}`,
    subject: String(id),
    details: {
      from: before.state,
      to: after.state,
      ...(step.kind === "complete" ? { txid: step.txid, batch: step.isBatch } : {}),
    },
    at,
  });
  const news = NEWS[after.state];
  if (news) await tellOwner(tx, news, after, at);
  return { kind: "moved", withdrawal: after };
}

/** The mail to the owner when a withdrawal changes its state. Another session or key may have called it back. */
const NEWS: Partial<Readonly<Record<WithdrawalState, WithdrawalNews>>> = {
  approved: "approved",
  completed: "sent",
  rejected: "refused",
  canceled: "canceled",
};

/** The wallet's row, so that requests of one wallet come one after the other. */
async function lockWallet(tx: Transaction, walletId: number): Promise<number> {
  await tx.query({
    name: "trading.lockWallet",
    text: "select from trading.wallets where id = $1 for no key update",
    values: [walletId],
  });
  return walletId;
}

/** How many withdrawals of an account are in progress. */
async function countOpen(tx: Transaction, ownerUid: number): Promise<number> {
  const [row] = await tx.query<{ open: number }>({
    name: "trading.countOpenWithdrawals",
    text: `select count(*) as open from trading.withdrawals
      where owner_id = $1 and state in ('pending_review', 'half_approved', 'approved')`,
    values: [ownerUid],
  });
  return row?.open ?? 0;
}

/** A withdrawal, locked: steps of one come one after the other. */
async function lockWithdrawal(
  tx: Transaction,
  id: number,
  ownerUid: number | undefined,
): Promise<Withdrawal | undefined> {
  const [row] = await tx.query<WithdrawalRow>({
    name: "trading.lockWithdrawal",
    text: `select ${WITHDRAWAL_COLUMNS} from trading.withdrawals
      where id = $1 and ($2::bigint is null or owner_id = $2) for update`,
    values: [id, ownerUid ?? null],
  });
  return row && withdrawalOf(row);
}

/** The withdrawal as the step leaves it. */
async function writeStep(
  tx: Transaction,
  before: Withdrawal,
  step: WithdrawalStep,
  to: WithdrawalState,
  at: Instant,
): Promise<Withdrawal> {
  const isReview = step.kind === "reject" || (step.kind === "approve" && to === "approved");
  const [row] = await tx.query<WithdrawalRow>({
    name: "trading.writeWithdrawalStep",
    text: `update trading.withdrawals set is_told = is_told and state = $2, state = $2,
        first_approved_by = coalesce($3::bigint, first_approved_by),
        reviewed_by = coalesce($4::bigint, reviewed_by), reviewed_at = coalesce($5::timestamptz, reviewed_at),
        reason = coalesce($6::text, reason), txid = $7, completed_at = $8
      where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
    values: [
      before.id,
      to,
      to === "half_approved" ? step.by.uid : null,
      isReview ? step.by.uid : null,
      isReview ? timestamp(at) : null,
      step.kind === "reject" ? step.reason : null,
      step.kind === "complete" ? step.txid : null,
      step.kind === "complete" ? timestamp(at) : null,
    ],
  });
  invariant(row, "a withdrawal that is locked can be written");
  return withdrawalOf(row);
}

/** Moves the money of a withdrawal: into what is held, back, or out. */
async function post(tx: Transaction, withdrawal: Withdrawal, what: "hold" | "release" | "pay", at: Instant) {
  const { id, ownerUid, currency, amount, fee } = withdrawal;
  const total = amount + fee;
  const postings: Record<typeof what, LedgerEntry["postings"]> = {
    hold: [
      { account: `user:${ownerUid}`, currency, amount: -total },
      { account: `held:${ownerUid}`, currency, amount: total },
    ],
    release: [
      { account: `held:${ownerUid}`, currency, amount: -total },
      { account: `user:${ownerUid}`, currency, amount: total },
    ],
    pay: [
      { account: `held:${ownerUid}`, currency, amount: -total },
      { account: "platform:withdrawals", currency, amount },
      { account: "platform:fees", currency, amount: fee },
    ],
  };
  const says = { hold: "Withdrawal", release: "Withdrawal given back:", pay: "Withdrawal sent:" }[what];
  await postEntry(tx, {
    reference: `withdraw:${id}:${what}`,
    type: what === "release" ? "refund" : "withdraw",
    ownerUid,
    description: `${says} ${id}`,
    at,
    postings: postings[what].filter((posting) => posting.amount !== 0n),
  });
}
