import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { Caller } from "../../caller.ts";
import { mutation } from "../../shapes.ts";
import { refuseWrong, warningsOf } from "../check-profile.ts";
import { strategyErrors } from "../errors.ts";
import { tabId, templateId } from "../parameters.ts";
import { profileParameters } from "../profile-parameters.ts";
import { profile, warnings } from "../records.ts";
import { saveValues, type SaveDeps } from "../save-values.ts";
import { showProfile } from "../show-profile.ts";
import type { Settings, StoredProfile } from "../store.ts";
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
    "strategy/edit-profile. With `algorithm_id` the values of strategy/edit-profile are taken at once: where one is wrong, " +
    "nothing is created; where one is missing, `warnings` names it.",
  input: {
    params: Type.Object({
      ...profileParameters,
      algorithm_id: Type.Optional(profileParameters.algorithm_id),
      slice_delay: Type.Optional(profileParameters.slice_delay),
      tab_id: Type.Optional(tabId),
      template_id: Type.Optional(templateId),
    }),
  },
  output: json(
    mutation({
      uid: Type.Integer({ description: "Whose it is" }),
      label: Type.String({ description: "Its name" }),
      profile,
      warnings,
    }),
  ),
  errors: [
    strategyErrors.tabNotFound,
    strategyErrors.templateNotFound,
    strategyErrors.tooManyStrategies,
    strategyErrors.notIncluded,
    strategyErrors.unfit,
    strategyErrors.changedMeanwhile,
  ],
  examples: [
    { name: "a profile", body: { name: "BTC spread" } },
    { name: "no name", body: {}, status: 422 },
    {
      name: "a market that there is not",
      body: { name: "BTC", algorithm_id: "900001", slice_delay: 5, executable_codes: ["moon-btcusdt"] },
      status: 422,
    },
    { name: "a tab that there is not", body: { name: "BTC spread", tab_id: "1" }, status: 404 },
  ],

  async run(deps: SaveDeps, { input: { params }, actor }) {
    requireStrategies(actor);
    const { name, description = "", tab_id: tab, template_id: template, algorithm_id: algorithm, ...settings } = params;
    const created = await deps.strategies.addProfile(
      doing(actor, deps.clock.now()),
      { name, description, tabId: tab ? Number(tab) : null, templateId: template ? Number(template) : null },
      actor.plan.limits.strategies.maximum.strategies,
    );
    const filled =
      algorithm === undefined
        ? { profile: created, problems: [] }
        : await fill(deps, actor, created, { algorithmId: algorithm, settings });
    return {
      status: true as const,
      id: String(created.id),
      message: "The profile is created",
      uid: created.uid,
      label: created.name,
      profile: showProfile(filled.profile, deps.market),
      warnings: warningsOf(filled.problems),
    };
  },
});

/** Gives a new profile its values; takes it away again where they are refused. */
async function fill(
  deps: SaveDeps,
  actor: Caller,
  { id, name, description }: StoredProfile,
  { algorithmId, settings }: { readonly algorithmId: string; readonly settings: Settings },
): ReturnType<typeof saveValues> {
  try {
    return await saveValues(deps, actor, {
      id,
      after: () => ({ name, description, algorithmId, settings }),
      refuse: refuseWrong,
    });
  } catch (error) {
    await deps.strategies.removeProfile(doing(actor, deps.clock.now()), id);
    throw error;
  }
}
