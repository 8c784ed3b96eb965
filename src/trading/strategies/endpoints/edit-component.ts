import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import type { ProfileProblem, ProfileValue } from "../../algorithms/index.ts";
import type { Caller } from "../../caller.ts";
import { endpoint } from "../../endpoint.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { id, mutation } from "../../shapes.ts";
import { refuseProblems, warningsOf, type ProfileText } from "../check-profile.ts";
import { strategyErrors } from "../errors.ts";
import { profileId } from "../parameters.ts";
import { componentValue } from "../component-value.ts";
import { strategyState, warnings } from "../records.ts";
import { saveValues, type SaveDeps } from "../save-values.ts";
import type { StoredProfile } from "../store.ts";
import { doing, requireStrategies } from "../strategy-view.ts";

export const editComponent = endpoint({
  id: "strategies.editComponent",
  method: ["GET", "POST"],
  path: "/strategy/edit-component",
  auth: "change",
  permission: "strategies",
  summary: "Change one value of a profile",
  description:
    "For screens where each field is saved on its own. Only while none of the profile's strategies runs. A wrong value is " +
    "refused. What is missing or wrong elsewhere makes the profile a draft, and `warnings` names it. Choose the algorithm " +
    "first: lists have one element for each of its conditions or rows. `tab_id` moves the profile to another tab, or out of " +
    "its tab with an empty value, also while it runs.",
  input: {
    params: Type.Object({
      id: profileId,
      component: Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: "^[a-z][a-z0-9_]*$",
        description: "Name of a parameter of strategy/edit-profile, or `tab_id`",
      }),
      value: Type.String({ maxLength: 4000, description: "Its new value; lists as JSON" }),
    }),
  },
  output: json(
    mutation({ profile_id: id, component: Type.String(), value: Type.String(), state: strategyState, warnings }),
  ),
  errors: [
    strategyErrors.profileNotFound,
    strategyErrors.tabNotFound,
    strategyErrors.notYours,
    strategyErrors.unfit,
    strategyErrors.active,
    strategyErrors.changedMeanwhile,
    strategyErrors.notIncluded,
    strategyErrors.ownerPays,
  ],
  examples: [
    { name: "a slower pace", body: { id: "1000001", component: "slice_delay", value: "10" } },
    {
      name: "a market that there is not",
      body: { id: "1000001", component: "executable_codes", value: '["moon-btcusdt"]' },
      status: 422,
    },
    { name: "a profile that there is not", body: { id: "1", component: "name", value: "BTC" }, status: 404 },
    { name: "no component", body: { id: "1000001" }, status: 422 },
    { name: "a component that there is not", body: { id: "1000001", component: "mood", value: "1" }, status: 422 },
  ],

  async run(deps: SaveDeps, { input: { params }, actor }) {
    const { component, value } = params;
    if (component === "tab_id") return setTab(deps, actor, params);
    const read = componentValue(component, value);
    if (read.kind === "problem") throw unfitParameter(read.parameter, "component", read.error);
    const { profile, problems } = await saveValues(deps, actor, {
      id: Number(params.id),
      after: (before) => withComponent(before, component, read.value),
      refuse(found) {
        const wrong = found.filter(({ parameter, isMissing }) => parameter === component && !isMissing);
        if (wrong.length > 0) refuseProblems(wrong);
      },
    });
    return answer(profile, params, problems);
  },
});

interface Params {
  readonly id: string;
  readonly component: string;
  readonly value: string;
}

/** The tab is of the screen alone: no strategy is checked or stopped for it. */
async function setTab({ strategies, clock }: SaveDeps, actor: Caller, params: Params) {
  const { value } = params;
  requireStrategies(actor);
  if (!/^\d{0,18}$/.test(value)) throw unfitParameter("value", "component", "must be the id of a tab, or empty");
  const tab = value === "" ? null : Number(value);
  return answer(await strategies.setTab(doing(actor, clock.now()), Number(params.id), tab), params, []);
}

function answer(profile: StoredProfile, { component, value }: Params, problems: readonly ProfileProblem[]) {
  const of = String(profile.id);
  return {
    status: true as const,
    id: of,
    message: "The value is saved",
    profile_id: of,
    component,
    value,
    state: profile.strategies[0].state,
    warnings: warningsOf(problems),
  };
}

function withComponent(before: StoredProfile, component: string, value: ProfileValue): ProfileText {
  const { name, description, algorithm, settings } = before;
  const text = { name, description, algorithmId: String(algorithm?.id ?? ""), settings };
  if (component === "name") return { ...text, name: String(value) };
  if (component === "description") return { ...text, description: String(value) };
  if (component === "algorithm_id") return { ...text, algorithmId: String(value) };
  return { ...text, settings: { ...settings, [component]: value } };
}
