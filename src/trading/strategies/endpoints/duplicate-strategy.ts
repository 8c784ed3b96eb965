import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { profileId, strategyId } from "../parameters.ts";
import { profile } from "../records.ts";
import { showProfile } from "../show-profile.ts";
import { doing, requireStrategies } from "../strategy-view.ts";

export const duplicateStrategy = endpoint({
  id: "strategies.duplicateStrategy",
  method: ["GET", "POST"],
  path: "/strategy/duplicate-strategy",
  auth: "change",
  permission: "strategies",
  summary: "Copy a strategy",
  description:
    "The copy has the same values and no history. It is a draft until you have saved it, so that nothing trades twice by " +
    "mistake. It gets a profile of its own; with `profile_id`, the profile of the strategy, it shares that.",
  input: {
    params: Type.Object({
      id: strategyId,
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK, description: "Default: the name with (copy)" }),
      ),
      profile_id: Type.Optional(profileId),
    }),
  },
  output: json(mutation({ profile })),
  errors: [
    strategyErrors.strategyNotFound,
    strategyErrors.strategyUnclear,
    strategyErrors.profileNotFound,
    strategyErrors.otherProfile,
    strategyErrors.notYours,
    strategyErrors.tooManyStrategies,
    strategyErrors.notIncluded,
  ],
  examples: [
    { name: "the strategy of a profile", body: { id: "1000001" } },
    { name: "no id", body: {}, status: 422 },
    { name: "a strategy that there is not", body: { id: "1" }, status: 404 },
  ],

  async run({ strategies, market, clock }: StrategyDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    requireStrategies(actor);
    const { id, name, profile_id: into } = params;
    const copied = await strategies.duplicate(
      doing(actor, clock.now()),
      { id: Number(id), name, profileId: into === undefined ? undefined : Number(into) },
      actor.plan.limits.strategies.maximum.strategies,
    );
    return {
      status: true as const,
      id: String(copied.id),
      message: "The strategy is copied",
      profile: showProfile(copied, market),
    };
  },
});
