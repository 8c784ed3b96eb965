/** Entries and balances on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { checkEntry, contentHash, type LedgerEntry } from "../core/entry.ts";
import { ledgerErrors } from "../errors.ts";

/** The outcome of an entry; `conflict`: its reference has another meaning. */
export interface Posted {
  readonly outcome: "posted" | "known" | "conflict";
  readonly entryId: number;
}

/**
 * Posts an entry once: the same again answers "known" and changes nothing. An entry that is refused changes nothing
 * either, and the transaction can go on.
 *
 * A transaction that posts several entries can wait for another that posts to the same users' accounts in another
 * order; PostgreSQL then ends one of them, which is run again. One entry alone never does.
 *
 * @throws ledgerErrors.insufficient when an account of a user would fall below 0.
 * @throws BrokenInvariant when the entry does not balance, or its reference was posted with other content.
 */
export async function postEntry(tx: Transaction, entry: LedgerEntry): Promise<"posted" | "known"> {
  const { outcome } = await tryPostEntry(tx, entry);
  invariant(outcome !== "conflict", "a reference is posted with one content only");
  return outcome;
}

/** The same for references that people choose: reports a conflict instead of failing, and the entry's id. */
export async function tryPostEntry(tx: Transaction, entry: LedgerEntry): Promise<Posted> {
  checkEntry(entry);
  const answer = await insertEntry(tx, entry);
  if (answer.outcome === "insufficient") {
    throw ledgerErrors.insufficient({
      available: formatAmount(BigInt(answer.available ?? 0)),
      currency: answer.available_currency ?? "",
    });
  }
  return { outcome: answer.outcome, entryId: answer.posted_id ?? 0 };
}

/** The balance of an account, in units of 1e-8; 0 where nothing was ever posted. */
export async function balanceOf(q: Queryable, account: string, currency: string): Promise<bigint> {
  const [row] = await q.query<{ balance: string }>({
    name: "trading.findBalance",
    text: `select coalesce(sum(balance), 0) as balance from trading.ledger_accounts
      where account = $1 and currency = $2`,
    values: [account, currency],
  });
  return BigInt(row?.balance ?? 0);
}

interface InsertedRow {
  readonly outcome: Posted["outcome"] | "insufficient";
  readonly posted_id: number | null;
  readonly available: string | null;
  readonly available_currency: string | null;
}

/** One function of the database locks, checks and writes, in one round trip. */
async function insertEntry(tx: Transaction, entry: LedgerEntry): Promise<InsertedRow> {
  const { reference, type, ownerUid, description, at, postings } = entry;
  const [row] = await tx.query<InsertedRow>({
    name: "trading.postEntry",
    text: `select outcome, posted_id, available, available_currency
      from trading.post_entry($1, $2, $3::bigint, $4, $5::bytea, $6::timestamptz, $7::text[], $8::text[], $9::numeric[])`,
    values: [
      reference,
      type,
      ownerUid,
      description,
      contentHash(entry),
      timestamp(at),
      postings.map(({ account }) => account),
      postings.map(({ currency }) => currency),
      postings.map(({ amount }) => String(amount)),
    ],
  });
  invariant(row, "posting an entry has an outcome");
  return row;
}
