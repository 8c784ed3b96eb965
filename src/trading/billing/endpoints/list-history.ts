import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { decimal, id, pageOf, paging, seconds } from "../../shapes.ts";
import type { BillingDeps } from "../deps.ts";

const entry = Type.Object(
  {
    id,
    type: Type.Enum(["topup", "deposit", "subscription", "commission", "refund"], {
      description: "topup: drivetime; subscription: packages, settings and servers",
    }),
    currency: Type.String(),
    amount: decimal,
    balance_after: Type.Unsafe<string>({ ...decimal, description: "Of everything, also of what is not listed here" }),
    status: Type.Literal("completed"),
    reference: Type.String(),
    time_created: seconds,
  },
  { title: "BillingHistoryEntry" },
);

export const listHistory = endpoint({
  id: "billing.listHistory",
  method: ["GET", "POST"],
  path: "/subscriptions/list-history",
  auth: "owner",
  summary: "Deposits, and what was paid to the platform",
  description:
    "Newest first, with what was given back of these payments. finance/list-recent-transactions lists everything that has moved the " +
    "balance: also withdrawals, signals, referral shares and earnings of articles.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("history", entry)),
  errors: [],
  examples: [{ name: "the newest" }, { name: "no page", query: { pagenumber: "0" }, status: 422 }],

  async run({ billing }: BillingDeps, { input: { params }, actor }) {
    const { items, total } = await billing.listHistory(actor.ownerUid, rowsOf(params));
    const history = items.map((item) => ({
      id: String(item.id),
      type: item.type,
      currency: item.currency,
      amount: formatAmount(item.amount),
      balance_after: formatAmount(item.balanceAfter),
      status: "completed" as const,
      reference: item.reference,
      time_created: toSeconds(item.createdAt),
    }));
    return { history, page: params.pagenumber, showing: history.length, total };
  },
});
