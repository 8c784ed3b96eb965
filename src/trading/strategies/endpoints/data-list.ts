import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { TradeDeps } from "../../trades/index.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategySummary } from "../records.ts";
import { showStrategies } from "../show-strategy.ts";
import { viewOf } from "../strategy-view.ts";

export const dataList = endpoint({
  id: "strategies.dataList",
  method: ["GET", "POST"],
  path: "/strategy/data/list",
  auth: "user",
  permission: "strategies",
  summary: "List strategies",
  description:
    "Newest first, whether they run or not. The main account sees all of the account, a sub-account only its own unless it " +
    "may view all.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("strategies", strategySummary)),
  errors: [],
  examples: [{ name: "the newest ten" }, { name: "too many at once", query: { limit: "1001" }, status: 422 }],

  async run(deps: StrategyDeps & TradeDeps & MarketDeps, { input: { params }, actor }) {
    const { strategies, total } = await deps.strategies.pageStrategies(viewOf(actor), rowsOf(params));
    const shown = await showStrategies(deps, actor.ownerUid, strategies);
    return { strategies: shown, page: params.pagenumber, showing: shown.length, total };
  },
});
