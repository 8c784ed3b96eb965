/** `tripod trading ledger check` and `credit`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatAmount, parseAmount } from "../../kit/money/amount.ts";
import { refusalsAsText } from "./refusals-as-text.ts";
import { withTrading } from "./with-trading.ts";

export interface CreditOptions {
  readonly reference: string;
  readonly reason: string;
  readonly correction: boolean;
}

/** As the operation `finance/admin/credit` takes them. */
const AMOUNT = /^\d{1,18}(\.\d{1,8})?$/;
const CURRENCY = /^[A-Z0-9]{1,16}$/;
const REFERENCE = /^[A-Za-z0-9_.:-]{3,100}$/;

/** Credits an account by hand, or takes back what was credited by mistake; the same reference again changes nothing. */
export async function creditAccount(
  uid: number,
  amount: string,
  currency: string,
  { reference, reason, correction }: CreditOptions,
): Promise<void> {
  if (!AMOUNT.test(amount) || parseAmount(amount) === 0n) {
    throw new UserError(`The amount ${JSON.stringify(amount.slice(0, 40))} is not a decimal above 0 such as 250.00.`);
  }
  if (!CURRENCY.test(currency)) {
    throw new UserError(`The currency ${JSON.stringify(currency.slice(0, 40))} is not a code such as USDT.`);
  }
  if (!REFERENCE.test(reference)) {
    throw new UserError("The reference must be 3 to 100 letters, digits, and the characters _.:- such as bank-1009.");
  }
  const kind = correction ? "correction" : "deposit";
  const changed = await withTrading(({ clock }, { deps }) => {
    const change = {
      admin: null,
      ownerUid: uid,
      currency,
      amount: parseAmount(amount),
      kind,
      reference,
      reason,
    } as const;
    return refusalsAsText(() => deps.ledger.credit({ ...change, at: clock.now() }));
  });
  const before = changed.outcome === "known" ? " (was changed before by this reference)" : "";
  process.stdout.write(`${uid}: ${formatAmount(changed.amount)} ${currency}${before}\n`);
  process.stdout.write(`balance: ${formatAmount(changed.balance)} ${currency}\n`);
}

/** Recomputes all balances from the entries, and fails when one is wrong. */
export async function checkLedger(): Promise<void> {
  const { proveBalances } = await import("../../trading/ledger/index.ts");
  const proof = await withTrading(({ db }) => proveBalances(db));
  const { accounts, entries, differences, unbalanced, totals } = proof;
  process.stdout.write(`${accounts} accounts and ${entries} entries were looked at\n`);
  for (const { account, currency, stored, proven } of differences) {
    process.stdout.write(
      `${account} holds ${formatAmount(stored)} ${currency}, its postings say ${formatAmount(proven)}\n`,
    );
  }
  for (const reference of unbalanced) process.stdout.write(`entry ${reference} does not balance\n`);
  for (const { currency, total } of totals)
    process.stdout.write(`all together hold ${formatAmount(total)} ${currency}\n`);
  if (differences.length + unbalanced.length + totals.length > 0) throw new UserError("The ledger is not right.");
  process.stdout.write("everything balances\n");
}
