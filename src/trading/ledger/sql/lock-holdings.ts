/** All holdings of an account, for the transaction that closes it. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { heldAccount, userAccount } from "../core/entry.ts";

/** Of one currency, in units of 1e-8; never both 0. */
export interface Holding {
  readonly currency: string;
  readonly available: bigint;
  /** Reserved for withdrawals in progress. */
  readonly held: bigint;
}

/**
 * The holdings of an account, by currency, locked until the transaction ends. Locked in the order that postings use.
 */
export async function lockHoldings(tx: Transaction, ownerUid: number): Promise<Holding[]> {
  const rows = await tx.query<{ account: string; currency: string; balance: string }>({
    name: "trading.lockHoldings",
    text: `select account, currency, balance from trading.ledger_accounts where account = any ($1::text[]) and part = 0
      order by account collate "C", currency collate "C" for update`,
    values: [[userAccount(ownerUid), heldAccount(ownerUid)]],
  });
  const holdings = new Map<string, Holding>();
  for (const { account, currency, balance } of rows) {
    if (BigInt(balance) === 0n) continue;
    const before = holdings.get(currency) ?? { currency, available: 0n, held: 0n };
    const part = account === userAccount(ownerUid) ? { available: BigInt(balance) } : { held: BigInt(balance) };
    holdings.set(currency, { ...before, ...part });
  }
  return [...holdings.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
