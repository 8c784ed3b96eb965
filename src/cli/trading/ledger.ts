/** `tripod trading ledger check`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatAmount } from "../../kit/money/amount.ts";
import { withTrading } from "./with-trading.ts";

/** Computes all balances anew from what was posted, and fails when one is not what it should be. */
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
