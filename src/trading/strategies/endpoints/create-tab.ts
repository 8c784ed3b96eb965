import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { tabName } from "../parameters.ts";
import { tab } from "../records.ts";
import { doing } from "../strategy-view.ts";

export const createTab = endpoint({
  id: "strategies.createTab",
  method: ["GET", "POST"],
  path: "/strategy/create-tab",
  auth: "change",
  permission: "strategies",
  summary: "Add a tab",
  description: "A tab is a named group of profiles on the screen. The new one comes after your other tabs.",
  input: { params: Type.Object({ name: tabName }) },
  output: json(mutation({ tab })),
  errors: [strategyErrors.tooManyTabs],
  examples: [
    { name: "a tab", body: { name: "Arbitrage" } },
    { name: "no name", body: {}, status: 422 },
  ],

  async run({ strategies, clock }: StrategyDeps & ClockDeps, { input: { params }, actor }) {
    const added = await strategies.addTab(doing(actor, clock.now()), params.name);
    const id = String(added.id);
    return { status: true as const, id, message: "The tab is added", tab: { ...added, id } };
  },
});
