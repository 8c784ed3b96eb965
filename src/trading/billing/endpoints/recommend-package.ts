import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { parseAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import { amount } from "../../shapes.ts";
import { recommend } from "../core/recommend.ts";
import { packageRecord, viewPackage } from "../records.ts";

const count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }));

/** "php-sdk" means "package", as in change-php-sdk. */
export const recommendPackage = endpoint({
  id: "billing.recommendPackage",
  method: ["GET", "POST"],
  path: "/subscriptions/php-sdk-recommendation",
  auth: "user",
  summary: "The cheapest package that is enough",
  description: "Tell what you need; what is left out is not looked at. A score below 1: no package is enough for all.",
  input: {
    params: Type.Object({
      strategies: count,
      exchanges: count,
      qty_parent: Type.Optional(amount),
      subaccounts: count,
      orders_per_second: count,
    }),
  },
  output: json(
    Type.Object({
      recommended: packageRecord,
      score: Type.Number({ minimum: 0, maximum: 1, description: "Share of the needs that it meets" }),
      reasons: Type.Array(Type.String()),
      alternatives: Type.Array(packageRecord, { description: "Others that meet as much, cheapest first" }),
    }),
  ),
  errors: [],
  examples: [
    { name: "somebody who begins", query: { strategies: "2", exchanges: "1" } },
    { name: "a desk", query: { strategies: "80", subaccounts: "40", qty_parent: "5000" } },
    { name: "less than none", query: { strategies: "-1" }, status: 422 },
  ],

  run(_deps, { input: { params }, actor }) {
    const { qty_parent: quantity, strategies, exchanges, subaccounts, orders_per_second: ordersPerSecond } = params;
    const { recommended, score, reasons, alternatives } = recommend({
      ...(strategies === undefined ? {} : { strategies }),
      ...(exchanges === undefined ? {} : { exchanges }),
      ...(quantity === undefined ? {} : { qtyParent: Number(parseAmount(quantity)) / 1e8 }),
      ...(subaccounts === undefined ? {} : { subaccounts }),
      ...(ordersPerSecond === undefined ? {} : { ordersPerSecond }),
    });
    return {
      recommended: viewPackage(recommended, actor.plan.id),
      score,
      reasons: [...reasons],
      alternatives: alternatives.map((each) => viewPackage(each, actor.plan.id)),
    };
  },
});
