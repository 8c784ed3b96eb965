import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { strategyId } from "../parameters.ts";
import { template } from "../records.ts";
import { showTemplate } from "../show-template.ts";
import { doing, requireStrategies } from "../strategy-view.ts";

export const saveTemplate = endpoint({
  id: "strategies.saveTemplate",
  method: ["GET", "POST"],
  path: "/strategy/save-template",
  auth: "change",
  permission: "strategies",
  summary: "Save a strategy as a template",
  description: "Keeps the values that a strategy has now, to begin other profiles with them.",
  input: {
    params: Type.Object({
      copy_strategy_id: strategyId,
      label: Type.Optional(Type.String({ maxLength: 100, description: "Empty: the name of the strategy" })),
    }),
  },
  output: json(mutation({ template })),
  errors: [
    strategyErrors.strategyNotFound,
    strategyErrors.strategyUnclear,
    strategyErrors.tooManyTemplates,
    strategyErrors.notIncluded,
  ],
  examples: [
    { name: "a strategy", body: { copy_strategy_id: "1000001", label: "" } },
    { name: "a strategy that there is not", body: { copy_strategy_id: "1" }, status: 404 },
    { name: "no strategy", body: { label: "Mine" }, status: 422 },
  ],

  async run({ strategies, clock }: StrategyDeps & ClockDeps, { input: { params }, actor }) {
    requireStrategies(actor);
    const { copy_strategy_id: strategy } = params;
    // What is blank says no more than what is empty.
    const label = params.label?.trim() ?? "";
    const { templates } = actor.plan.limits.strategies.maximum;
    const saved = await strategies.addTemplate(doing(actor, clock.now()), Number(strategy), label, templates);
    return {
      status: true as const,
      id: String(saved.id),
      message: "The template is saved",
      template: showTemplate(saved),
    };
  },
});
