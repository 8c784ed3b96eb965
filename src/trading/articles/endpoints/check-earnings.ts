import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import { decimal, id } from "../../shapes.ts";
import type { ArticleDeps, ArticleRateDeps } from "../deps.ts";

/** The earnings of the caller's articles. */
export const checkEarnings = endpoint({
  id: "articles.checkEarnings",
  method: ["GET", "POST"],
  path: "/articles/check-earnings",
  auth: "user",
  summary: "See what articles have earned",
  description:
    "A reader counts once a day for each article. The earnings of a month are paid to the account's ledger after its " +
    "end, at the rate of that day; what is pending is shown at today's. Rejected articles are paid nothing more, and a disabled " +
    "account is paid once it is enabled.",
  input: {},
  output: json(
    Type.Object({
      currency: Type.String(),
      total: decimal,
      paid: decimal,
      pending: decimal,
      articles: Type.Array(
        Type.Object({ id, title: Type.String(), views: Type.Integer({ minimum: 0 }), earnings: decimal }),
        { description: "Those that have earned the most first, deleted ones too; at most 1,000" },
      ),
      by_month: Type.Array(
        Type.Object({ month: Type.String({ description: "2026-03" }), views: Type.Integer(), earnings: decimal }),
        { description: "The latest first; at most 120" },
      ),
    }),
  ),
  errors: [],
  examples: [{ name: "so far" }],

  async run({ articles, articleRate }: ArticleDeps & ArticleRateDeps, { actor }) {
    const { paid, pending, ...earned } = await articles.earnings(actor.uid, articleRate);
    return {
      currency: articleRate.currency,
      total: formatAmount(paid + pending),
      paid: formatAmount(paid),
      pending: formatAmount(pending),
      articles: earned.articles.map((each) => ({
        id: String(each.id),
        title: each.title,
        views: each.views,
        earnings: formatAmount(each.amount),
      })),
      by_month: earned.months.map((each) => ({
        month: each.month.slice(0, 7),
        views: each.views,
        earnings: formatAmount(each.amount),
      })),
    };
  },
});
