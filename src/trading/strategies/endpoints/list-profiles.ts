import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import { id } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
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
    "its sub-accounts, a sub-account only its own unless it may view all.",
  input: {},
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
  errors: [],
  examples: [{ name: "all" }],

  async run({ strategies, market }: StrategyDeps & MarketDeps, { actor }) {
    const view = viewOf(actor);
    const tabs = await strategies.listTabs(view);
    const profiles = await strategies.listProfiles(view);
    const shown = new Set(tabs.map((tab) => tab.id));
    const groups = tabs.map((tab) => ({
      tab: { id: String(tab.id), name: tab.name, position: tab.position },
      profiles: profiles.filter(({ tabId }) => tabId === tab.id).map((each) => showProfile(each, market)),
    }));
    const others = profiles.filter(({ tabId }) => tabId === null || !shown.has(tabId));
    if (others.length === 0) return groups;
    return [...groups, { tab: null, profiles: others.map((each) => showProfile(each, market)) }];
  },
});
