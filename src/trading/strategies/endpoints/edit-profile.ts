import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import { refuseWrong, warningsOf } from "../check-profile.ts";
import { strategyErrors } from "../errors.ts";
import { profileId } from "../parameters.ts";
import { profileParameters } from "../profile-parameters.ts";
import { profile, warnings } from "../records.ts";
import { saveValues, type SaveDeps } from "../save-values.ts";
import { showProfile } from "../show-profile.ts";

export const editProfile = endpoint({
  id: "strategies.editProfile",
  method: ["GET", "POST"],
  path: "/strategy/edit-profile",
  auth: "change",
  permission: "strategies",
  summary: "Change a profile",
  description:
    "Replaces all values of a profile. Only while none of its strategies runs. Element i of a condition list " +
    "belongs to condition i of the algorithm, element i of every other list to execution row i; shorter " +
    "lists are filled with defaults. Every value is checked against algorithm, markets, exchange keys, subscription and " +
    "rights: `missing_information` names each parameter and element that is refused. Where values are only missing, the " +
    "profile is saved as a draft, and `warnings` names them. An algorithm of another account that costs money, or more than " +
    "the version before, is only for the main account to choose, with full access; `warnings` names each price that has risen.",
  input: { params: Type.Object({ id: profileId, ...profileParameters }) },
  output: json(mutation({ profile, warnings })),
  errors: [
    strategyErrors.profileNotFound,
    strategyErrors.notYours,
    strategyErrors.unfit,
    strategyErrors.active,
    strategyErrors.changedMeanwhile,
    strategyErrors.notIncluded,
    strategyErrors.ownerPays,
  ],
  examples: [
    {
      name: "one row without an exchange key yet",
      body: {
        id: "1000001",
        algorithm_id: "900001",
        name: "BTC in slices",
        slice_delay: 5,
        executable_codes: ["simalpha-btcusdt"],
        executable_values: ["0.001"],
      },
    },
    { name: "no slice delay", body: { id: "1000001", algorithm_id: "900001", name: "BTC in slices" }, status: 422 },
    {
      name: "a market that there is not",
      body: { id: "1000001", algorithm_id: "900001", name: "BTC", slice_delay: 5, executable_codes: ["moon-btcusdt"] },
      status: 422,
    },
    {
      name: "a profile that there is not",
      body: { id: "1", algorithm_id: "900001", name: "BTC", slice_delay: 5 },
      status: 404,
    },
  ],

  async run(deps: SaveDeps, { input: { params }, actor }) {
    const { id, name, description = "", algorithm_id: algorithmId, ...settings } = params;
    const { profile: saved, problems } = await saveValues(deps, actor, {
      id: Number(id),
      after: () => ({ name, description, algorithmId, settings }),
      refuse: refuseWrong,
    });
    const isDraft = saved.strategies[0].state === "draft";
    const message = isDraft ? "The profile is saved as a draft" : "The profile is saved and may start";
    return {
      status: true as const,
      id: String(saved.id),
      message,
      profile: showProfile(saved, deps.market),
      warnings: warningsOf(problems),
    };
  },
});
