/** What is charged for transactions of strategies. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import { commission } from "../core/entries.ts";
import type { Commission, CommissionPage } from "../store.ts";
import { tryPostEntry } from "./post-entry.ts";

export interface CommissionCharge {
  /** Who pays. */
  readonly ownerUid: number;
  /** Who ran the strategy: a sub-account of the owner, or the owner. */
  readonly subaccountUid: number;
  readonly strategyId: number;
  /** Of the strategy's transaction. It is charged for once. */
  readonly transactionId: number;
  readonly currency: string;
  /** A share in units of 1e-8. */
  readonly rate: bigint;
  /** In units of 1e-8, above 0. */
  readonly amount: bigint;
  readonly at: Instant;
}

/**
 * Takes the commission for a successful transaction from the owner's account, once.
 *
 * @throws ledgerErrors.insufficient when the owner has less.
 *
 * @awaitsEngine
 */
export async function chargeCommission(tx: Transaction, charge: CommissionCharge): Promise<"posted" | "known"> {
  const { strategyId, transactionId } = charge;
  const reference = `commission:${strategyId}:${transactionId}`;
  const description = `Commission for transaction ${transactionId} of strategy ${strategyId}`;
  const { outcome, entryId } = await tryPostEntry(tx, commission({ ...charge, reference, description }));
  invariant(outcome !== "conflict", "a transaction has one commission");
  if (outcome === "posted") await addCommission(tx, entryId, charge);
  return outcome;
}

/** Notes what was charged beside the entry, for lists. */
async function addCommission(tx: Transaction, entryId: number, charge: CommissionCharge): Promise<void> {
  await tx.execute({
    name: "trading.addCommission",
    text: `insert into trading.commissions
      (entry_id, owner_id, subaccount_id, strategy_id, transaction_id, currency, rate, amount, created_at)
      values ($1, $2, $3, $4, $5, $6, $7::numeric, $8::numeric, $9)`,
    values: [
      entryId,
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
    text: `select id, subaccount_id, strategy_id, transaction_id, currency, rate, amount, created_at
      from trading.commissions where owner_id = $1 and subaccount_id = $2 order by id desc limit $3 offset $4`,
    values: [ownerUid, subaccountUid, limit, offset],
  });
  const sums = await sumCommissions(q, ownerUid, subaccountUid);
  return {
    commissions: rows.map(commissionOf),
    total: sums.reduce((total, { count }) => total + count, 0),
    sums: sums.map(({ currency, amount }) => ({ currency, amount: BigInt(amount) })),
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

/** What all the commissions of a user come to, of each currency. */
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

function commissionOf(row: Row): Commission {
  return {
    id: row.id,
    subaccountUid: row.subaccount_id,
    strategyId: row.strategy_id,
    transactionId: row.transaction_id,
    currency: row.currency,
    rate: BigInt(row.rate),
    amount: BigInt(row.amount),
    at: row.created_at,
  };
}
