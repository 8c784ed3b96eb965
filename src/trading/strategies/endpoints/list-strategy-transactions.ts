import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import { chooseStrategy } from "../choose-strategy.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { leg, strategyId } from "../parameters.ts";
import { showTransaction } from "../show-transaction.ts";
import { viewOf } from "../strategy-view.ts";
import { transactionRecord } from "../transaction-record.ts";

export const listStrategyTransactions = endpoint({
  id: "strategies.listStrategyTransactions",
  method: ["GET", "POST"],
  path: "/strategy/list-strategy-transactions",
  auth: "user",
  permission: "strategies",
  summary: "List orders of a strategy",
  description:
    "Newest first: those of all runs since the strategy was last reset. Every member is text. What has happened to one of " +
    "them, step by step, is in `transitions` of exchange-query/order-check.",
  input: {
    params: Type.Object({
      main_id: strategyId,
      ...paging,
      remove_unfilled: Type.Boolean({ default: false, description: "Leave out orders of which nothing was filled" }),
      leg_id: Type.Optional(leg),
    }),
  },
  output: json(pageOf("transactions", transactionRecord)),
  errors: [strategyErrors.strategyNotFound, strategyErrors.strategyUnclear],
  examples: [
    { name: "a strategy", body: { main_id: "1000001" } },
    { name: "a strategy that there is not", body: { main_id: "1" }, status: 404 },
    { name: "no strategy", body: {}, status: 422 },
  ],

  async run({ strategies, market }: StrategyDeps & MarketDeps, { input: { params }, actor }) {
    const view = viewOf(actor);
    const profile = await strategies.findProfile(view, Number(params.main_id));
    if (!profile) throw strategyErrors.strategyNotFound({ id: params.main_id });
    const { transactions, total } = await strategies.pageTransactions(view, {
      strategyId: chooseStrategy(profile, Number(params.main_id)).id,
      removeUnfilled: params.remove_unfilled,
      row: params.leg_id,
      ...rowsOf(params),
    });
    return {
      transactions: transactions.map((each) => showTransaction(each, market)),
      page: params.pagenumber,
      showing: transactions.length,
      total,
    };
  },
});
