/** What can be paid to whom by a transaction that waits for no other one. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { userAccount } from "../core/entry.ts";

export interface Payees {
  /** Another transaction holds their balance, or closes their account. */
  readonly busy: ReadonlySet<number>;
  /** Their account is closed. */
  readonly closed: ReadonlySet<number>;
}

/** The accounts that are neither busy nor closed are held, with their balances, until the transaction ends. */
export async function holdPayees(tx: Transaction, uids: readonly number[], currency: string): Promise<Payees> {
  if (uids.length === 0) return { busy: new Set(), closed: new Set() };
  const users = await holdFreeUsers(tx, uids);
  const closed = new Set(uids.filter((uid) => users.get(uid)?.isClosed));
  const locked = await lockedBalances(
    tx,
    uids.filter((uid) => !closed.has(uid)),
    currency,
  );
  return { busy: new Set(uids.filter((uid) => !users.has(uid) || locked.has(uid))), closed };
}

/** Those that no other transaction is closing. */
async function holdFreeUsers(
  tx: Transaction,
  uids: readonly number[],
): Promise<ReadonlyMap<number, { readonly isClosed: boolean }>> {
  const rows = await tx.query<{ id: number; is_closed: boolean }>({
    name: "trading.holdFreeUsers",
    text: `select id, closed_at is not null as is_closed from trading.users where id = any ($1::bigint[])
      order by id for key share skip locked`,
    values: [uids],
  });
  return new Map(rows.map(({ id, is_closed: isClosed }) => [id, { isClosed }]));
}

/** Those whose balance another transaction holds. The others are held until this one ends. */
async function lockedBalances(
  tx: Transaction,
  uids: readonly number[],
  currency: string,
): Promise<ReadonlySet<number>> {
  const accounts = uids.map((uid) => userAccount(uid));
  const there = await listAccounts(tx, accounts, currency);
  const free = await tx.query<{ account: string }>({
    name: "trading.lockPayees",
    text: `select account from trading.ledger_accounts
      where account = any ($1::text[]) and currency = $2 and part = 0 for update skip locked`,
    values: [accounts, currency],
  });
  const freed = new Set(free.map(({ account }) => account));
  const locked = new Set(there.filter((account) => !freed.has(account)));
  return new Set(uids.filter((uid) => locked.has(userAccount(uid))));
}

/** Those that have had something before: the others cannot be held by another transaction. */
async function listAccounts(q: Queryable, accounts: readonly string[], currency: string): Promise<readonly string[]> {
  const rows = await q.query<{ account: string }>({
    name: "trading.listPayees",
    text: "select account from trading.ledger_accounts where account = any ($1::text[]) and currency = $2 and part = 0",
    values: [accounts, currency],
  });
  return rows.map(({ account }) => account);
}
