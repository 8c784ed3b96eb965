import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { tabId } from "../parameters.ts";
import { count } from "../records.ts";
import { doing } from "../strategy-view.ts";

export const deleteTab = endpoint({
  id: "strategies.deleteTab",
  method: ["GET", "POST"],
  path: "/strategy/delete-tab",
  auth: "change",
  permission: "strategies",
  summary: "Delete a tab",
  description: "Its profiles stay, in no tab, and what runs goes on.",
  input: { params: Type.Object({ id: tabId }) },
  output: json(mutation({ deleted: Type.Object({ tabs: count }), moved: Type.Object({ profiles: count }) })),
  errors: [strategyErrors.tabNotFound, strategyErrors.notYours],
  beyondSpec: true,
  examples: [
    { name: "a tab", body: { id: "1000001" } },
    { name: "one that is not there any more", body: { id: "1000001" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ strategies, clock }: StrategyDeps & ClockDeps, { input: { params }, actor }) {
    const profiles = await strategies.removeTab(doing(actor, clock.now()), Number(params.id));
    return {
      status: true as const,
      id: params.id,
      message: "The tab is deleted",
      deleted: { tabs: 1 },
      moved: { profiles },
    };
  },
});
