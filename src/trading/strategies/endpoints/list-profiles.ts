import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import { id } from "../../shapes.ts";
import { grouped } from "../core/grouped.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { profileId } from "../parameters.ts";
import { profile } from "../records.ts";
import { showProfile } from "../show-profile.ts";
import { viewOf } from "../strategy-view.ts";

export const listProfiles = endpoint({
  id: "strategies.listProfiles",
  method: ["GET", "POST"],
  path: "/strategy/list-profiles",
  auth: "user",
  permission: "strategies",
  summary: "List profiles by tab",
  description:
    "Tabs in the order of their display, each with its profiles; last those without a tab. The main account sees those of " +
    "its sub-accounts, a sub-account only its own unless it may view all. The list holds at most 2.5 MiB of values: those " +
    "of the first profiles in the order of display. The others are listed without their description, conditions and rows, " +
    "with `values_left_out`. With `id` the list is that profile, with its values.",
  input: { params: Type.Object({ id: Type.Optional(profileId) }) },
  output: json(
    Type.Array(
      Type.Object({
        tab: Type.Union([
          Type.Object({ id, name: Type.String(), position: Type.Integer({ minimum: 0 }) }),
          Type.Null({ description: "Profiles without a tab" }),
        ]),
        profiles: Type.Array(profile),
      }),
    ),
  ),
  errors: [strategyErrors.profileNotFound],
  examples: [{ name: "all" }, { name: "a profile that there is not", query: { id: "1" }, status: 404 }],

  async run({ strategies, market }: StrategyDeps & MarketDeps, { input: { params }, actor }) {
    const view = viewOf(actor);
    const readOne = async (asked: string) => {
      const found = await strategies.findProfile(view, Number(asked));
      if (!found) throw strategyErrors.profileNotFound({ id: asked });
      return found;
    };
    const tabs = await strategies.listTabs(view);
    const profiles = params.id === undefined ? await strategies.listProfiles(view) : [await readOne(params.id)];
    const shown = new Set(tabs.map((tab) => tab.id));
    const byTab = grouped(profiles, ({ tabId }) => (tabId !== null && shown.has(tabId) ? tabId : null));
    const show = (tabId: number | null) => (byTab.get(tabId) ?? []).map((each) => showProfile(each, market));
    const groups = tabs.map((tab) => ({
      tab: { id: String(tab.id), name: tab.name, position: tab.position },
      profiles: show(tab.id),
    }));
    const all = byTab.has(null) ? [...groups, { tab: null, profiles: show(null) }] : groups;
    return params.id === undefined ? all : all.filter((group) => group.profiles.length > 0);
  },
});
