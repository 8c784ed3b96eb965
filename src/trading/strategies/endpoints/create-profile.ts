import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import { warningsOf } from "../check-profile.ts";
import { strategyErrors } from "../errors.ts";
import { tabId, templateId } from "../parameters.ts";
import { profileParameters } from "../profile-parameters.ts";
import { profile, warnings } from "../records.ts";
import { addWithValues, type SaveDeps } from "../save-values.ts";
import { showProfile } from "../show-profile.ts";

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
    "strategy/edit-profile. Values of strategy/edit-profile are taken at once, each in place of the template's value of " +
    "that name. Where a value that you send is wrong, nothing is created. Values of rows and conditions need an " +
    "algorithm: `algorithm_id`, or that of the template. What is missing, or wrong in the template, makes a draft, and " +
    "`warnings` names it.",
  input: {
    params: Type.Object({
      ...profileParameters,
      algorithm_id: Type.Optional(profileParameters.algorithm_id),
      slice_delay: Type.Optional(profileParameters.slice_delay),
      // Without a default, which would replace the template's value.
      noconditions: Type.Optional(
        Type.Boolean({ description: "Ignore all conditions: slices fire by time alone. Default: false" }),
      ),
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
    strategyErrors.algorithmChanged,
    strategyErrors.ownerPays,
  ],
  examples: [
    { name: "a profile", body: { name: "BTC spread" } },
    { name: "no name", body: {}, status: 422 },
    {
      name: "a market that there is not",
      body: { name: "BTC", algorithm_id: "900001", slice_delay: 5, executable_codes: ["moon-btcusdt"] },
      status: 422,
    },
    {
      name: "values of a row without an algorithm",
      body: { name: "BTC", executable_codes: ["simalpha-btcusdt"] },
      status: 422,
    },
    { name: "a tab that there is not", body: { name: "BTC spread", tab_id: "1" }, status: 404 },
  ],

  async run(deps: SaveDeps, { input: { params }, actor }) {
    const { name, description = "", tab_id: tab, template_id: template, algorithm_id: algorithmId, ...sent } = params;
    const { profile: created, problems } = await addWithValues(deps, actor, {
      profile: { name, description, tabId: tab ? Number(tab) : null, templateId: template ? Number(template) : null },
      algorithmId,
      sent,
    });
    return {
      status: true as const,
      id: String(created.id),
      message: "The profile is created",
      uid: created.uid,
      label: created.name,
      profile: showProfile(created, deps.market),
      warnings: warningsOf(problems),
    };
  },
});
