import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { StrategyDeps } from "../deps.ts";
import { template } from "../records.ts";
import { showTemplate } from "../show-template.ts";
import { viewOf } from "../strategy-view.ts";

export const listTemplates = endpoint({
  id: "strategies.listTemplates",
  method: ["GET", "POST"],
  path: "/strategy/list-templates",
  auth: "user",
  permission: "strategies",
  summary: "List templates",
  description: "Newest first. strategy/create-profile takes one as `template_id`.",
  input: {},
  output: json(Type.Array(template)),
  errors: [],
  examples: [{ name: "all" }],

  async run({ strategies }: StrategyDeps, { actor }) {
    const templates = await strategies.listTemplates(viewOf(actor));
    return templates.map(showTemplate);
  },
});
