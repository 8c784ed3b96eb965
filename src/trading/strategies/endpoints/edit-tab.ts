import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { tabId, tabName } from "../parameters.ts";
import { tab } from "../records.ts";
import { doing } from "../strategy-view.ts";

export const editTab = endpoint({
  id: "strategies.editTab",
  method: ["GET", "POST"],
  path: "/strategy/edit-tab",
  auth: "change",
  permission: "strategies",
  summary: "Rename a tab",
  input: { params: Type.Object({ id: tabId, name: tabName }) },
  output: json(mutation({ tab })),
  errors: [strategyErrors.tabNotFound, strategyErrors.notYours],
  beyondSpec: true,
  examples: [
    { name: "a tab", body: { id: "1000001", name: "Spreads" } },
    { name: "no name", body: { id: "1000001" }, status: 422 },
    { name: "a tab that there is not", body: { id: "1", name: "Spreads" }, status: 404 },
  ],

  async run({ strategies, clock }: StrategyDeps & ClockDeps, { input: { params }, actor }) {
    const edited = await strategies.editTab(doing(actor, clock.now()), Number(params.id), params.name);
    const id = String(edited.id);
    return { status: true as const, id, message: "The tab is renamed", tab: { ...edited, id } };
  },
});
