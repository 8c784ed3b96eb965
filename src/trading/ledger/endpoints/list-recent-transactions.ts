import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { decimal, id, pageOf, paging, seconds } from "../../shapes.ts";
import { ENTRY_TYPES } from "../core/entry.ts";
import type { LedgerDeps } from "../deps.ts";
import { currencyCode } from "../records.ts";

const record = Type.Object(
  {
    id,
    type: Type.Enum([...ENTRY_TYPES]),
    currency: currencyCode,
    amount: Type.String({ ...decimal, description: "Below 0 for what was paid" }),
    balance_after: decimal,
    reference: Type.String({ description: "The purpose; never posted twice" }),
    description: Type.String(),
    time_created: seconds,
  },
  { title: "Ledger" },
);

/** Everything that has moved the account's balance. */
export const listRecentTransactions = endpoint({
  id: "ledger.listRecentTransactions",
  method: ["GET", "POST"],
  path: "/finance/list-recent-transactions",
  auth: "user",
  permission: "finance",
  summary: "List what has moved the balance",
  description:
    "Payments, commissions, deposits, withdrawals, refunds and rewards of the account, newest first, each with the balance " +
    "after it. Entries are never changed: what was wrong is put right by another entry.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("transactions", record)),
  errors: [],
  examples: [
    { name: "the newest" },
    { name: "a page past the end", body: { pagenumber: 1000 } },
    { name: "a page that is too long", body: { limit: 5000 }, status: 422 },
  ],

  async run({ ledger }: LedgerDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const { transactions, total } = await ledger.listTransactions(actor.ownerUid, rowsOf(params));
    const shown = transactions.map(({ id: transactionId, amount, balanceAfter, at, ...rest }) => ({
      ...rest,
      id: String(transactionId),
      amount: formatAmount(amount),
      balance_after: formatAmount(balanceAfter),
      time_created: toSeconds(at),
    }));
    return { transactions: shown, page: pagenumber, showing: shown.length, total };
  },
});
