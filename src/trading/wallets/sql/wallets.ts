/** Wallets and receiving addresses on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { balanceOf } from "../../ledger/index.ts";
import type { Receiving } from "../chains/open-chains.ts";
import { SYMBOLS, type CurrencySymbol } from "../core/currencies.ts";
import type { Wallet } from "../store.ts";

interface WalletRow {
  readonly id: number;
  readonly currency: string;
}

/** The wallet of a currency, made if it is missing: wallets are named by ids, which have to be assigned. */
export async function ensureWallet(q: Queryable, ownerUid: number, currency: string, at: Instant): Promise<WalletRow> {
  const found = await readWallet(q, ownerUid, currency);
  if (found) return found;
  await q.execute({
    name: "trading.addWallet",
    text: `insert into trading.wallets (owner_id, currency, created_at) values ($1, $2, $3)
      on conflict (owner_id, currency) do nothing`,
    values: [ownerUid, currency, timestamp(at)],
  });
  const made = await readWallet(q, ownerUid, currency);
  invariant(made, "a wallet that was added is there");
  return made;
}

/** The wallet of a currency. */
async function readWallet(q: Queryable, ownerUid: number, currency: string): Promise<WalletRow | undefined> {
  const [row] = await q.query<WalletRow>({
    name: "trading.readWallet",
    text: "select id, currency from trading.wallets where owner_id = $1 and currency = $2",
    values: [ownerUid, currency],
  });
  return row;
}

/** For callers who name a wallet by its id: only their own is found. */
export async function findWallet(q: Queryable, ownerUid: number, walletId: number): Promise<string | undefined> {
  const [row] = await q.query<{ currency: string }>({
    name: "trading.findWallet",
    text: "select currency from trading.wallets where owner_id = $1 and id = $2",
    values: [ownerUid, walletId],
  });
  return row?.currency;
}

/** All holdings of the account, for its owner to see. */
export async function listWallets(tx: Transaction, ownerUid: number, at: Instant): Promise<Wallet[]> {
  for (const currency of new Set([...SYMBOLS, ...(await listLedgerCurrencies(tx, ownerUid))])) {
    await ensureWallet(tx, ownerUid, currency, at);
  }
  const rows = await tx.query<{ id: number; currency: string; address: string | null; pending: string }>({
    name: "trading.listWallets",
    text: `select w.id, w.currency, a.address,
        (select coalesce(sum(d.amount), 0) from trading.deposits d
          where d.wallet_id = w.id and d.owner_id = $1 and d.state = 'pending') as pending
      from trading.wallets w
      left join lateral (select address from trading.receiving_addresses
        where wallet_id = w.id order by id desc limit 1) a on true
      where w.owner_id = $1 order by w.id limit 1000`,
    values: [ownerUid],
  });
  const wallets: Wallet[] = [];
  for (const { id, currency, address, pending } of rows) {
    const balance = await balanceOf(tx, `user:${ownerUid}`, currency);
    const held = await balanceOf(tx, `held:${ownerUid}`, currency);
    wallets.push({ id, currency, address, balance, held, pending: BigInt(pending) });
  }
  return wallets;
}

/** Everything that the account was ever paid in: money without a chain has a wallet too. */
async function listLedgerCurrencies(q: Queryable, ownerUid: number): Promise<string[]> {
  const rows = await q.query<{ currency: string }>({
    name: "trading.listLedgerCurrencies",
    text: `select distinct currency from trading.ledger_accounts where account = any ($1::text[])
      order by currency limit 100`,
    values: [[`user:${ownerUid}`, `held:${ownerUid}`]],
  });
  return rows.map(({ currency }) => currency);
}

/** Where the account receives with this key: what it has, or the address of the next index. */
export async function receivingAddress(
  tx: Transaction,
  ownerUid: number,
  currency: CurrencySymbol,
  receiving: Receiving,
  at: Instant,
): Promise<string> {
  const wallet = await ensureWallet(tx, ownerUid, currency, at);
  const before = await readAddress(tx, wallet.id, receiving.fingerprint);
  if (before !== undefined) return before;
  const index = await lockNextIndex(tx, currency);
  // A concurrent request took the lock for the index, and was first.
  const meanwhile = await readAddress(tx, wallet.id, receiving.fingerprint);
  if (meanwhile !== undefined) return meanwhile;
  const address = receiving.addressAt(index);
  await tx.execute({
    name: "trading.addReceivingAddress",
    text: `insert into trading.receiving_addresses (wallet_id, owner_id, currency, account_key, receiving_index, address,
      created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [wallet.id, ownerUid, currency, receiving.fingerprint, index, address, timestamp(at)],
  });
  await useIndex(tx, currency, index);
  return address;
}

/** The address that a wallet has of a key. */
async function readAddress(q: Queryable, walletId: number, accountKey: string): Promise<string | undefined> {
  const [row] = await q.query<{ address: string }>({
    name: "trading.readReceivingAddress",
    text: "select address from trading.receiving_addresses where wallet_id = $1 and account_key = $2",
    values: [walletId, accountKey],
  });
  return row?.address;
}

/** The next index, unique: others wait here until this transaction has ended. */
async function lockNextIndex(tx: Transaction, currency: CurrencySymbol): Promise<number> {
  const [row] = await tx.query<{ next_index: number }>({
    name: "trading.lockReceivingCounter",
    text: "select next_index from trading.receiving_counters where currency = $1 for update",
    values: [currency],
  });
  invariant(row, "every currency with a chain has a counter");
  return row.next_index;
}

/** The index is never given again. Gaps are avoided: money behind a wide gap is hidden from the owner's own wallet. */
async function useIndex(tx: Transaction, currency: CurrencySymbol, index: number): Promise<void> {
  await tx.execute({
    name: "trading.useReceivingIndex",
    text: "update trading.receiving_counters set next_index = $2 + 1 where currency = $1",
    values: [currency, index],
  });
}
