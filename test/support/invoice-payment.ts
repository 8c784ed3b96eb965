import type { EntryFacts } from "../../src/trading/ledger/core/entries.ts";
import { userAccount, type LedgerEntry } from "../../src/trading/ledger/core/entry.ts";

/** A charge as the platform posts them: a user pays for a subscription, a server, a signal or run time. */
export function invoicePayment({
  amount,
  currency,
  ...facts
}: EntryFacts & { readonly type: "subscription" | "server" | "signal" | "drivetime" }): LedgerEntry {
  const postings = [
    { account: userAccount(facts.ownerUid), currency, amount: -amount },
    { account: "platform:revenue", currency, amount },
  ];
  return { ...facts, postings };
}
