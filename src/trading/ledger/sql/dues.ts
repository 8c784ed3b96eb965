/** The debts of strategies: due from the commit of a fill on, and paid as soon as the account has enough. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { userAccount } from "../core/entry.ts";
import type { CommissionKind } from "../store.ts";
import { chargeCommission } from "./commissions.ts";
import { holdPayees } from "./payees.ts";

/** The currency of every due. */
export const DUE_CURRENCY = "USD";
/** Of one account in one transaction. The rest is paid by the next run. */
const AT_ONCE = 50;

/** A charge. The same subject is charged once. */
export interface NewDue {
  readonly kind: CommissionKind;
  readonly subject: string;
  readonly ownerUid: number;
  readonly subaccountUid: number;
  readonly strategyId: number;
  readonly orderId: number;
  readonly exchange: string;
  readonly algorithmId: number | null;
  /** Null for the platform. */
  readonly payeeUid: number | null;
  /** A share in units of 1e-8; 0 for a fixed charge. */
  readonly rate: bigint;
  /** Decimal of US dollars; null for a fixed charge, and where it is not known yet. */
  readonly baseValue: string | null;
  /** US dollars in units of 1e-8, above 0; null where it is not known yet. */
  readonly amount: bigint | null;
  readonly atMs: number;
}

/** Makes charges due. Those that are due or paid already stay as they are. */
export async function insertDues(tx: Transaction, dues: readonly NewDue[]): Promise<void> {
  if (dues.length === 0) return;
  const rows = dues.map((due) => ({
    kind: due.kind,
    subject: due.subject,
    owner_uid: due.ownerUid,
    subaccount_uid: due.subaccountUid,
    strategy_id: due.strategyId,
    order_id: due.orderId,
    exchange: due.exchange,
    algorithm_id: due.algorithmId,
    payee_uid: due.payeeUid,
    rate: String(due.rate),
    base_value: due.baseValue,
    amount: due.amount === null ? null : String(due.amount),
    at_ms: due.atMs,
  }));
  await tx.execute({
    name: "trading.insertDues",
    text: `insert into trading.dues (kind, subject, owner_uid, subaccount_uid, strategy_id, order_id, exchange,
        algorithm_id, payee_uid, rate, base_value, currency, amount, at_ms)
      select kind, subject, owner_uid, subaccount_uid, strategy_id, order_id, exchange, algorithm_id, payee_uid, rate,
        base_value, $2, amount, at_ms
      from jsonb_to_recordset($1::jsonb) as d (kind text, subject text, owner_uid bigint, subaccount_uid bigint,
        strategy_id bigint, order_id bigint, exchange text, algorithm_id bigint, payee_uid bigint, rate numeric,
        base_value numeric, amount numeric, at_ms bigint)
      on conflict (kind, subject) do nothing`,
    values: [JSON.stringify(rows), DUE_CURRENCY],
  });
}

/**
 * Takes charges back that were made for what has turned out otherwise, as far as they are not paid.
 *
 * @param subjects of charges of algorithms' authors
 * @returns those that are paid: US dollars in units of 1e-8, by order
 */
export async function withdrawDues(tx: Transaction, subjects: readonly string[]): Promise<ReadonlyMap<number, bigint>> {
  if (subjects.length === 0) return new Map();
  await tx.execute({
    name: "trading.withdrawDues",
    text: "delete from trading.dues where kind = 'cpa' and subject = any ($1::text[]) and entry_id is null",
    values: [subjects],
  });
  const paid = await tx.query<{ order_id: number; amount: string }>({
    name: "trading.listPaidDues",
    text: "select order_id, amount from trading.dues where kind = 'cpa' and subject = any ($1::text[])",
    values: [subjects],
  });
  return new Map(paid.map(({ order_id: id, amount }) => [id, BigInt(amount)]));
}

interface DueRow {
  readonly id: number;
  readonly kind: CommissionKind;
  readonly subaccount_uid: number;
  readonly strategy_id: number;
  readonly order_id: number;
  readonly payee_uid: number | null;
  readonly rate: string;
  readonly amount: string;
}

/**
 * Pays an account's debts as far as its balance allows: first those to the platform, then those to authors, the oldest first. So no
 * price of an author, however high, keeps a commission from being paid. Never waits: where another transaction uses
 * a balance, or closes the account of an author, the debts stay due. What is due to a closed account is dropped.
 *
 * @returns how many were paid or dropped
 */
export async function collectDues(tx: Transaction, ownerUid: number, at: Instant): Promise<number> {
  let balance = await lockFreeBalance(tx, ownerUid);
  if (balance <= 0n) return 0;
  const own = await lockDues(tx, ownerUid, "platform");
  const dues = own.length < AT_ONCE ? [...own, ...(await lockDues(tx, ownerUid, "authors"))] : own;
  const { busy, closed } = await holdPayees(tx, [...new Set(dues.flatMap((due) => due.payee_uid ?? []))], DUE_CURRENCY);
  const paid: { readonly id: number; readonly entryId: number }[] = [];
  const dropped: number[] = [];
  for (const due of dues) {
    const amount = BigInt(due.amount);
    if (due.payee_uid !== null && busy.has(due.payee_uid)) continue;
    if (due.payee_uid !== null && closed.has(due.payee_uid)) {
      dropped.push(due.id);
      continue;
    }
    if (amount > balance) break;
    const entryId = await chargeCommission(tx, {
      dueId: due.id,
      kind: due.kind,
      ownerUid,
      subaccountUid: due.subaccount_uid,
      strategyId: due.strategy_id,
      transactionId: due.order_id,
      payeeUid: due.payee_uid,
      currency: DUE_CURRENCY,
      rate: BigInt(due.rate),
      amount,
      at,
    });
    balance -= amount;
    paid.push({ id: due.id, entryId });
  }
  await markPaid(tx, paid, at);
  await dropDues(tx, dropped);
  return paid.length + dropped.length;
}

/** The account's balance, locked until the transaction ends; 0 where another transaction holds it. */
export async function lockFreeBalance(tx: Transaction, ownerUid: number): Promise<bigint> {
  const [row] = await tx.query<{ balance: string }>({
    name: "trading.lockFreeBalance",
    text: `select balance from trading.ledger_accounts where account = $1 and currency = $2 and part = 0
      for update skip locked`,
    values: [userAccount(ownerUid), DUE_CURRENCY],
  });
  return BigInt(row?.balance ?? 0);
}

/** The oldest that can be paid: what is due to an author who is disabled waits. */
async function lockDues(tx: Transaction, ownerUid: number, payees: keyof typeof PAYEES): Promise<DueRow[]> {
  return tx.query<DueRow>({
    name: `trading.lockDuesTo.${payees}`,
    text: `select id, kind, subaccount_uid, strategy_id, order_id, payee_uid, rate, amount from trading.dues
      where owner_uid = $1 and entry_id is null and amount is not null and ${PAYEES[payees]}
      order by id limit ${AT_ONCE}
      for update skip locked`,
    values: [ownerUid],
  });
}

const PAYEES = {
  platform: "payee_uid is null",
  authors: `payee_uid is not null and not exists (
        select from trading.users author where author.id = payee_uid and not author.is_active and author.closed_at is null)`,
} as const;

/** Notes which entry has paid what. */
async function markPaid(
  tx: Transaction,
  paid: readonly { readonly id: number; readonly entryId: number }[],
  at: Instant,
): Promise<void> {
  if (paid.length === 0) return;
  await tx.execute({
    name: "trading.markDuesPaid",
    text: `update trading.dues d set entry_id = p.entry_id, paid_at = $3
      from unnest($1::bigint[], $2::bigint[]) as p (id, entry_id) where d.id = p.id`,
    values: [paid.map(({ id }) => id), paid.map(({ entryId }) => entryId), timestamp(at)],
  });
}

/** Nobody gets these. Most were dropped when their author's account was closed: these came at that moment. */
async function dropDues(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute({
    name: "trading.dropDues",
    text: "delete from trading.dues where id = any ($1::bigint[]) and entry_id is null",
    values: [ids],
  });
}

/** Drops what is due to an author whose account is being closed. What was paid stays paid. */
export async function deleteDuesTo(tx: Transaction, authorUid: number): Promise<void> {
  await tx.execute({
    name: "trading.dropDuesToAuthor",
    text: `delete from trading.dues where algorithm_id in (select id from trading.algorithms where owner_uid = $1)
      and payee_uid = $1 and entry_id is null`,
    values: [authorUid],
  });
}

/**
 * Says what a charge comes to whose market has got a rate since. A charge of nothing is not posted.
 *
 * @param amount in units of 1e-8
 */
export async function setDueAmount(
  tx: Transaction,
  { subject, baseValue, amount }: { readonly subject: string; readonly baseValue: string; readonly amount: bigint },
): Promise<void> {
  if (amount === 0n) {
    await tx.execute({
      name: "trading.deleteEmptyDue",
      text: "delete from trading.dues where kind = 'commission' and subject = $1 and amount is null",
      values: [subject],
    });
    return;
  }
  await tx.execute({
    name: "trading.setDueAmount",
    text: `update trading.dues set base_value = $2::numeric, amount = $3::numeric
      where kind = 'commission' and subject = $1 and amount is null`,
    values: [subject, baseValue, String(amount)],
  });
}

/** The share of a charge that is not known yet; undefined where none waits. */
export async function findUnknownDue(tx: Transaction, subject: string): Promise<bigint | undefined> {
  const [row] = await tx.query<{ rate: string }>({
    name: "trading.findUnknownDue",
    text: "select rate from trading.dues where kind = 'commission' and subject = $1 and amount is null",
    values: [subject],
  });
  return row && BigInt(row.rate);
}
