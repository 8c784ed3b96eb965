import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { decimal, id, pageOf, paging, seconds } from "../../shapes.ts";
import type { LedgerDeps } from "../deps.ts";
import { ledgerErrors } from "../errors.ts";
import { currencyCode } from "../records.ts";
import type { Commission, CommissionPage } from "../store.ts";

const record = Type.Object(
  {
    id,
    kind: Type.Enum(["commission", "cpa", "monthly_fee"], {
      description: "`cpa` and `monthly_fee` go to the author of the algorithm",
    }),
    subaccount_id: id,
    strategy_id: id,
    transaction_id: id,
    currency: currencyCode,
    rate: Type.String({ ...decimal, description: "A share: 0.00100000 is a tenth of a percent; 0 for a fixed charge" }),
    amount: decimal,
    time_created: seconds,
  },
  { title: "Commission" },
);

/** The charges for the transactions of one user of the account. */
export const listCommissionsPaid = endpoint({
  id: "ledger.listCommissionsPaid",
  method: ["GET", "POST"],
  path: "/finance/list-commissions-paid",
  auth: "user",
  permission: "finance",
  summary: "List commissions paid",
  description:
    "Commissions for the transactions of one sub-account, newest first. With the account's own uid: for those of the main " +
    "account itself.",
  input: {
    params: Type.Object({
      ...paging,
      subaccount_id: Type.Integer({ minimum: 1, maximum: 1e15, description: "Uid of a sub-account, or your own" }),
    }),
  },
  output: json(
    Type.Object({
      ...pageOf("commissions", record).properties,
      total_amount: Type.Union([decimal, Type.Null()], {
        description: "What all pages come to; null when that is in several currencies",
      }),
      total_amounts: Type.Array(Type.Object({ currency: currencyCode, amount: decimal }), {
        description: "The same for each currency",
      }),
      due: Type.Object(
        { currency: currencyCode, amount: decimal, awaiting_rate: Type.Integer({ minimum: 0 }) },
        {
          description:
            "What is charged and not paid yet, because the balance was too low: it is taken when there is enough. " +
            "`awaiting_rate` charges more are not known yet, as their market has no rate in US dollars so far",
        },
      ),
    }),
  ),
  errors: [ledgerErrors.noSubaccount],
  examples: [
    { name: "of the main account itself", body: { subaccount_id: 2_000_001 } },
    { name: "without a sub-account", body: {}, status: 422 },
    { name: "no such sub-account", body: { subaccount_id: 1 }, status: 404 },
  ],

  async run({ ledger }: LedgerDeps, { input: { params }, actor }) {
    const { pagenumber, subaccount_id: subaccountId } = params;
    const found = await ledger.listCommissions(actor.ownerUid, subaccountId, rowsOf(params));
    if (!found) throw ledgerErrors.noSubaccount({ id: subaccountId });
    return {
      commissions: found.commissions.map(shownCommission),
      page: pagenumber,
      showing: found.commissions.length,
      total: found.total,
      ...shownSums(found.sums),
      due: { currency: "USD", amount: formatAmount(found.due.amount), awaiting_rate: found.due.unknown },
    };
  },
});

function shownCommission(commission: Commission) {
  return {
    id: String(commission.id),
    kind: commission.kind,
    subaccount_id: String(commission.subaccountUid),
    strategy_id: String(commission.strategyId),
    transaction_id: String(commission.transactionId),
    currency: commission.currency,
    rate: formatAmount(commission.rate),
    amount: formatAmount(commission.amount),
    time_created: toSeconds(commission.at),
  };
}

function shownSums(sums: CommissionPage["sums"]) {
  return {
    total_amount: sums.length > 1 ? null : formatAmount(sums[0]?.amount ?? 0n),
    total_amounts: sums.map(({ currency, amount }) => ({ currency, amount: formatAmount(amount) })),
  };
}
