import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { strategyId } from "../parameters.ts";
import { count, profile } from "../records.ts";
import { showProfile } from "../show-profile.ts";
import { doing } from "../strategy-view.ts";

export const hardReset = endpoint({
  id: "strategies.hardReset",
  method: ["GET", "POST"],
  path: "/strategy/hard-reset",
  auth: "change",
  permission: "strategies",
  summary: "Erase the history of a strategy",
  description:
    "Permanently deletes its transactions and the answers of exchanges, and sets its counters back. The profile and its " +
    "values stay. Refused while it runs, while an order of it may be open, and for 24 hours after an exchange has denied an " +
    "order of it, because that may still appear.",
  input: { params: Type.Object({ id: strategyId }) },
  output: json(mutation({ deleted: Type.Object({ transactions: count, responses: count }), profile })),
  errors: [
    strategyErrors.profileNotFound,
    strategyErrors.strategyUnclear,
    strategyErrors.notYours,
    strategyErrors.active,
    strategyErrors.watched,
  ],
  examples: [
    { name: "a strategy", body: { id: "1000001" } },
    { name: "a strategy that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ strategies, market, clock }: StrategyDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    const { profile: reset, ...deleted } = await strategies.hardReset(doing(actor, clock.now()), Number(params.id));
    return {
      status: true as const,
      id: params.id,
      message: "The history of the strategy is erased",
      deleted,
      profile: showProfile(reset, market),
    };
  },
});
