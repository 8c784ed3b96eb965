/** The charges for transactions of strategies. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import { commission } from "../core/entries.ts";
import type { Commission, CommissionKind, CommissionPage } from "../store.ts";
import { tryPostEntry } from "./post-entry.ts";

export interface CommissionCharge {
  /** Of the due. It is charged once. */
  readonly dueId: number;
  readonly kind: CommissionKind;
  /** The payer. */
  readonly ownerUid: number;
  /** The account that ran the strategy: a sub-account of the owner, or the owner. */
  readonly subaccountUid: number;
  readonly strategyId: number;
  /** Of the strategy's order. */
  readonly transactionId: number;
  /** The author of the algorithm; null for the platform. */
  readonly payeeUid: number | null;
  readonly currency: string;
  /** A share in units of 1e-8; 0 for a fixed charge. */
  readonly rate: bigint;
  /** In units of 1e-8, above 0. */
  readonly amount: bigint;
  readonly at: Instant;
}

const WHAT: Readonly<Record<CommissionKind, string>> = {
  commission: "Commission",
  cpa: "Charge of the algorithm's author",
  monthly_fee: "Monthly fee of the algorithm's author",
};

/**
 * Takes a charge for an order of a strategy from the owner's account, once.
 *
 * @returns the entry of the ledger
 * @throws ledgerErrors.insufficient when the owner has less.
 */
export async function chargeCommission(tx: Transaction, charge: CommissionCharge): Promise<number> {
  const { dueId, kind, strategyId, transactionId, payeeUid } = charge;
  const reference = `due:${dueId}`;
  const description = `${WHAT[kind]} for transaction ${transactionId} of strategy ${strategyId}`;
  const { outcome, entryId } = await tryPostEntry(tx, commission({ ...charge, reference, description }, payeeUid));
  invariant(outcome !== "conflict", "a due is charged with one amount");
  if (outcome === "posted") await addCommission(tx, entryId, charge);
  return entryId;
}

/** Notes what was charged beside the entry, for lists. */
async function addCommission(tx: Transaction, entryId: number, charge: CommissionCharge): Promise<void> {
  await tx.execute({
    name: "trading.addCommission",
    text: `insert into trading.commissions
      (entry_id, kind, owner_id, subaccount_id, strategy_id, transaction_id, currency, rate, amount, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9::numeric, $10)`,
    values: [
      entryId,
      charge.kind,
      charge.ownerUid,
      charge.subaccountUid,
      charge.strategyId,
      charge.transactionId,
      charge.currency,
      String(charge.rate),
      String(charge.amount),
      timestamp(charge.at),
    ],
  });
}

interface Row {
  readonly id: number;
  readonly kind: CommissionKind;
  readonly subaccount_id: number;
  readonly strategy_id: number;
  readonly transaction_id: number;
  readonly currency: string;
  readonly rate: string;
  readonly amount: string;
  readonly created_at: Instant;
}

/** A page of the commissions for one user of the account, newest first; undefined when the account has no such user. */
export async function listCommissions(
  q: Queryable,
  ownerUid: number,
  subaccountUid: number,
  { limit, offset }: Page,
): Promise<CommissionPage | undefined> {
  if (!(await isUserOfAccount(q, ownerUid, subaccountUid))) return undefined;
  const rows = await q.query<Row>({
    name: "trading.listCommissions",
    text: `select id, kind, subaccount_id, strategy_id, transaction_id, currency, rate, amount, created_at
      from trading.commissions where owner_id = $1 and subaccount_id = $2 order by id desc limit $3 offset $4`,
    values: [ownerUid, subaccountUid, limit, offset],
  });
  const sums = await sumCommissions(q, ownerUid, subaccountUid);
  const due = await sumDues(q, ownerUid, subaccountUid);
  return {
    commissions: rows.map(commissionOf),
    total: sums.reduce((total, { count }) => total + count, 0),
    sums: sums.map(({ currency, amount }) => ({ currency, amount: BigInt(amount) })),
    due: { amount: BigInt(due?.amount ?? 0), unknown: due?.unknown ?? 0 },
  };
}

/** Whether a user is the account itself or one of its sub-accounts. */
async function isUserOfAccount(q: Queryable, ownerUid: number, uid: number): Promise<boolean> {
  const rows = await q.query({
    name: "trading.findUserOfAccount",
    text: "select id from trading.users where id = $2 and (id = $1 or owner_id = $1)",
    values: [ownerUid, uid],
  });
  return rows.length === 1;
}

/** The sum of all commissions of a user, of each currency. */
async function sumCommissions(
  q: Queryable,
  ownerUid: number,
  subaccountUid: number,
): Promise<{ currency: string; amount: string; count: number }[]> {
  return q.query({
    name: "trading.sumCommissions",
    text: `select currency, sum(amount) as amount, count(*) as count from trading.commissions
      where owner_id = $1 and subaccount_id = $2 group by currency order by currency limit 1000`,
    values: [ownerUid, subaccountUid],
  });
}

/** The unpaid debts of a user: the sum, and how many charges are not known yet. */
async function sumDues(
  q: Queryable,
  ownerUid: number,
  subaccountUid: number,
): Promise<{ amount: string; unknown: number } | undefined> {
  const [row] = await q.query<{ amount: string; unknown: number }>({
    name: "trading.sumDues",
    text: `select coalesce(sum(amount), 0) as amount, count(*) filter (where amount is null) as unknown
      from trading.dues where owner_uid = $1 and subaccount_uid = $2 and entry_id is null`,
    values: [ownerUid, subaccountUid],
  });
  return row;
}

function commissionOf(row: Row): Commission {
  return {
    id: row.id,
    kind: row.kind,
    subaccountUid: row.subaccount_id,
    strategyId: row.strategy_id,
    transactionId: row.transaction_id,
    currency: row.currency,
    rate: BigInt(row.rate),
    amount: BigInt(row.amount),
    at: row.created_at,
  };
}
