import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategySummary } from "../records.ts";
import { showStrategy } from "../show-strategy.ts";
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

  async run({ strategies }: StrategyDeps, { actor }) {
    const active = await strategies.listActive(viewOf(actor));
    return active.map(showStrategy);
  },
});
