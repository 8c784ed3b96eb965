import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { tabId, templateId } from "../parameters.ts";
import { profile } from "../records.ts";
import { showProfile } from "../show-profile.ts";
import { doing, requireStrategies } from "../strategy-view.ts";

export const createProfile = endpoint({
  id: "strategies.createProfile",
  method: ["GET", "POST"],
  path: "/strategy/create-profile",
  auth: "change",
  permission: "strategies",
  summary: "Create a profile",
  description:
    "A profile holds an algorithm and the values that you give it. It comes with one strategy, which can run once all " +
    "values are there. It starts empty, or with the values of a template, as a draft: save it with " +
    "strategy/edit-profile.",
  input: {
    params: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      description: Type.Optional(Type.String({ maxLength: 2000 })),
      tab_id: Type.Optional(tabId),
      template_id: Type.Optional(templateId),
    }),
  },
  output: json(
    mutation({
      uid: Type.Integer({ description: "Whose it is" }),
      label: Type.String({ description: "Its name" }),
      profile,
    }),
  ),
  errors: [
    strategyErrors.tabNotFound,
    strategyErrors.templateNotFound,
    strategyErrors.tooManyStrategies,
    strategyErrors.notIncluded,
  ],
  examples: [
    { name: "a profile", body: { name: "BTC spread" } },
    { name: "no name", body: {}, status: 422 },
    { name: "a tab that there is not", body: { name: "BTC spread", tab_id: "1" }, status: 404 },
  ],

  async run({ strategies, market, clock }: StrategyDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    requireStrategies(actor);
    const { name, description = "", tab_id: tab, template_id: template } = params;
    const created = await strategies.addProfile(
      doing(actor, clock.now()),
      { name, description, tabId: tab ? Number(tab) : null, templateId: template ? Number(template) : null },
      actor.plan.limits.strategies.maximum.strategies,
    );
    return {
      status: true as const,
      id: String(created.id),
      message: "The profile is created",
      uid: created.uid,
      label: created.name,
      profile: showProfile(created, market),
    };
  },
});
