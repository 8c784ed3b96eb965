/** Deposits on PostgreSQL: reading them, and what they do to the ledger. */
import { AppError } from "../../../kit/errors/catalogue.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { ledgerErrors, postEntry, type LedgerEntry } from "../../ledger/index.ts";
import type { Page } from "../../page.ts";
import type { CurrencySymbol } from "../core/currencies.ts";
import type { DepositState } from "../core/deposit.ts";
import type { Deposit, Listed, ListedDeposit } from "../store.ts";

interface ListedRow {
  readonly id: number;
  readonly owner_id: number;
  readonly currency: string;
  readonly address: string;
  /** Null for a credit. */
  readonly txid: string | null;
  readonly output_index: number;
  readonly amount: string;
  readonly state: DepositState;
  readonly confirmations: number | null;
  readonly seen_at: Instant;
  readonly credited_at: Instant | null;
}

interface Row extends ListedRow {
  readonly currency: CurrencySymbol;
  readonly txid: string;
}

const COLUMNS = `d.id, d.owner_id, d.currency, d.address, d.txid, d.output_index, d.amount, d.state,
  case when d.address_id is not null then greatest(0, coalesce(c.tip_height - d.block_height + 1, 0)) end
    as confirmations,
  d.seen_at, d.credited_at`;

const SOURCE = "trading.deposits d left join trading.chains c on c.currency = d.currency";

/**
 * An account's deposits, newest first: those over chains, and those that were credited by hand. One sequence numbers
 * both, so no two have the same id.
 */
export async function listDeposits(q: Queryable, ownerUid: number, page: Page): Promise<Listed<ListedDeposit>> {
  const rows = await q.query<ListedRow>({
    name: "trading.listDeposits",
    text: `select ${COLUMNS} from ${SOURCE} where d.owner_id = $1
      union all
      select c.id, c.owner_id, c.currency, '', null, 0, c.amount, 'settled', null, c.created_at, c.created_at
        from trading.credits c where c.owner_id = $1
      order by seen_at desc, id desc limit $2 offset $3`,
    values: [ownerUid, page.limit, page.offset],
  });
  const [count] = await q.query<{ total: number }>({
    name: "trading.countDeposits",
    text: `select (select count(*) from trading.deposits where owner_id = $1)
      + (select count(*) from trading.credits where owner_id = $1) as total`,
    values: [ownerUid],
  });
  return { items: rows.map(depositOf), total: count?.total ?? 0 };
}

/** Deposits of all accounts that were credited and are no longer in the chain: an admin looks after these accounts. */
export async function listDoubtful(q: Queryable, page: Page): Promise<Listed<Deposit>> {
  const rows = await q.query<Row>({
    name: "trading.listDoubtfulDeposits",
    text: `select ${COLUMNS} from ${SOURCE} where d.state in ('unsettled', 'review') order by d.id desc
      limit $1 offset $2`,
    values: [page.limit, page.offset],
  });
  const [count] = await q.query<{ total: number }>({
    name: "trading.countDoubtfulDeposits",
    text: "select count(*) as total from trading.deposits where state in ('unsettled', 'review')",
  });
  return { items: rows.map(depositOf), total: count?.total ?? 0 };
}

/** Whether money of the account may have to be taken back: then none goes out. */
export async function isDoubtful(q: Queryable, ownerUid: number): Promise<boolean> {
  const [row] = await q.query<{ doubtful: boolean }>({
    name: "trading.hasDoubtfulDeposit",
    text: `select exists (select from trading.deposits
      where owner_id = $1 and state in ('unsettled', 'review')) as doubtful`,
    values: [ownerUid],
  });
  return row?.doubtful ?? false;
}

/**
 * Whether money of the account is on its way in, or may have to be taken back: closing the account now would lose it.
 */
export async function hasOpenDeposit(q: Queryable, ownerUid: number): Promise<boolean> {
  const [row] = await q.query<{ open: boolean }>({
    name: "trading.hasOpenDeposit",
    text: `select exists (select from trading.deposits
      where owner_id = $1 and state in ('pending', 'unsettled', 'review')) as open`,
    values: [ownerUid],
  });
  return row?.open ?? false;
}

/** One deposit by what names it on its chain. */
export async function findDeposit(
  q: Queryable,
  currency: CurrencySymbol,
  txid: string,
  outputIndex: number,
): Promise<Deposit | undefined> {
  const [row] = await q.query<Row>({
    name: "trading.findDeposit",
    text: `select ${COLUMNS} from ${SOURCE} where d.currency = $1 and d.txid = $2 and d.output_index = $3`,
    values: [currency, txid, outputIndex],
  });
  return row && depositOf(row);
}

/** The text of a deposit's entry in the ledger. */
export interface Credited {
  readonly id: number;
  readonly ownerUid: number;
  readonly currency: string;
  readonly txid: string;
  readonly outputIndex: number;
  readonly amount: bigint;
  /** How often it had been credited before this, or with this, when it is taken back. */
  readonly credits: number;
  readonly recordedBy: number | null;
}

/** Gives the account the money: once for each time that the deposit comes. */
export async function creditDeposit(tx: Transaction, deposit: Credited, at: Instant): Promise<void> {
  const { id, ownerUid, currency, txid, outputIndex, amount, credits } = deposit;
  // A deposit that was taken back and comes again is another entry.
  const again = credits === 0 ? "" : `:${credits + 1}`;
  await postEntry(tx, {
    reference: `deposit:${currency}:${txid}:${outputIndex}${again}`,
    type: "deposit",
    ownerUid,
    description: `Deposit ${txid}`,
    at,
    postings: [
      { account: `user:${ownerUid}`, currency, amount },
      { account: "platform:deposits", currency, amount: -amount },
    ],
  });
  await recordAudit(tx, {
    ownerUid,
    uid: deposit.recordedBy,
    action: "deposit.credit",
    subject: String(id),
    details: { currency, txid, output_index: outputIndex },
    at,
  });
}

/** Takes the money back if the account has it; answers false, and changes no balance, if not. */
export async function reverseDeposit(tx: Transaction, deposit: Credited, at: Instant): Promise<boolean> {
  const { ownerUid, currency, txid, outputIndex, amount, credits } = deposit;
  const entry: LedgerEntry = {
    reference: `deposit-reversal:${currency}:${txid}:${outputIndex}:${credits}`,
    type: "deposit",
    ownerUid,
    description: `Deposit ${txid} is no longer in the chain`,
    at,
    postings: [
      { account: `user:${ownerUid}`, currency, amount: -amount },
      { account: "platform:deposits", currency, amount },
    ],
  };
  try {
    await postEntry(tx, entry);
    return true;
  } catch (error) {
    // A refused entry has changed nothing, and the transaction goes on.
    if (error instanceof AppError && error.code === ledgerErrors.insufficient.spec.code) return false;
    throw error;
  }
}

/** Notes a change of a deposit that its owner may want to know of later. */
export async function auditDeposit(
  tx: Transaction,
  { id, ownerUid, currency, txid }: Pick<Credited, "id" | "ownerUid" | "currency" | "txid">,
  action: "deposit.unsettle" | "deposit.reverse" | "deposit.review",
  at: Instant,
): Promise<void> {
  await recordAudit(tx, { ownerUid, uid: null, action, subject: String(id), details: { currency, txid }, at });
}

function depositOf<Each extends ListedRow>(row: Each) {
  return {
    id: row.id,
    ownerUid: row.owner_id,
    currency: row.currency as Each["currency"],
    address: row.address,
    txid: row.txid as Each["txid"],
    outputIndex: row.output_index,
    amount: BigInt(row.amount),
    state: row.state,
    confirmations: row.confirmations,
    seenAt: row.seen_at,
    creditedAt: row.credited_at,
  };
}
