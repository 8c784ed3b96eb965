/** A user's view of the ledger. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import { userAccount, type EntryType } from "../core/entry.ts";
import type { UserTransaction } from "../store.ts";

interface Row {
  readonly id: number;
  readonly type: EntryType;
  readonly currency: string;
  readonly amount: string;
  readonly balance_after: string;
  readonly reference: string;
  readonly description: string;
  readonly created_at: Instant;
}

/** A page of all that has moved the account's balance, newest first. */
export async function listTransactions(
  q: Queryable,
  ownerUid: number,
  { limit, offset }: Page,
): Promise<{ transactions: UserTransaction[]; total: number }> {
  const rows = await q.query<Row>({
    name: "trading.listTransactions",
    text: `select p.id, e.type, p.currency, p.amount, p.balance_after, e.reference, e.description, e.created_at
      from trading.ledger_postings p join trading.ledger_entries e on e.id = p.entry_id
      where p.account = $1 and p.account like 'user:%' order by p.id desc limit $2 offset $3`,
    values: [userAccount(ownerUid), limit, offset],
  });
  return { transactions: rows.map(transactionOf), total: await countTransactions(q, ownerUid) };
}

/** Accounts count their postings themselves. */
async function countTransactions(q: Queryable, ownerUid: number): Promise<number> {
  const [row] = await q.query<{ total: number }>({
    name: "trading.countTransactions",
    text: "select coalesce(sum(sequence), 0)::bigint as total from trading.ledger_accounts where account = $1",
    values: [userAccount(ownerUid)],
  });
  return row?.total ?? 0;
}

function transactionOf(row: Row): UserTransaction {
  return {
    id: row.id,
    type: row.type,
    currency: row.currency,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    reference: row.reference,
    description: row.description,
    at: row.created_at,
  };
}
