import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { TradeDeps } from "../../trades/index.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategySummary } from "../records.ts";
import { showStrategies } from "../show-strategy.ts";
import { viewOf } from "../strategy-view.ts";

export const listStrategies = endpoint({
  id: "strategies.listStrategies",
  method: ["GET", "POST"],
  path: "/strategy/list-strategies",
  auth: "user",
  permission: "strategies",
  summary: "List running strategies",
  description: "Every strategy that is active, also those that are starting, paused or stopping. Newest first.",
  input: {},
  output: json(Type.Array(strategySummary)),
  errors: [],
  examples: [{ name: "all" }],

  async run(deps: StrategyDeps & TradeDeps & MarketDeps, { actor }) {
    return showStrategies(deps, actor.ownerUid, await deps.strategies.listActive(viewOf(actor)));
  },
});
