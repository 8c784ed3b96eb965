import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { WithdrawalState } from "../core/withdrawal.ts";
import type { WalletDeps } from "../deps.ts";
import { reviewedWithdrawal, viewReviewed } from "../views.ts";

const STATES: Readonly<Record<string, readonly WithdrawalState[]>> = {
  pending_review: ["pending_review", "half_approved"],
  pending: ["approved"],
  completed: ["completed"],
  rejected: ["rejected", "canceled"],
};

export const adminListWithdrawals = endpoint({
  id: "wallets.adminListWithdrawals",
  method: ["GET", "POST"],
  path: "/wallets/admin/list-withdrawals",
  auth: "admin",
  summary: "Withdrawals of all accounts",
  description: "Oldest first; those that are under way, unless a status is named.",
  input: {
    params: Type.Object({
      ...paging,
      status: Type.Optional(
        Type.Union([
          Type.Literal("pending_review"),
          Type.Literal("pending"),
          Type.Literal("completed"),
          Type.Literal("rejected"),
        ]),
      ),
    }),
  },
  output: json(pageOf("withdrawals", reviewedWithdrawal)),
  errors: [],
  examples: [
    { name: "under way", query: {} },
    { name: "to be sent", query: { status: "pending" } },
    { name: "in a state that there is not", query: { status: "lost" }, status: 422 },
  ],
  beyondSpec: true,

  async run({ wallets }: WalletDeps, { input: { params } }) {
    const { pagenumber, status } = params;
    const states = status === undefined ? [] : (STATES[status] ?? []);
    const { items, total } = await wallets.listForReview(states, rowsOf(params));
    return { withdrawals: items.map(viewReviewed), page: pagenumber, showing: items.length, total };
  },
});
