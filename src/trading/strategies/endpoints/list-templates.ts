import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { templateId } from "../parameters.ts";
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
  description:
    "Newest first. strategy/create-profile takes one as `template_id`. The list holds at most 2.5 MiB of values: older " +
    "templates are listed without them, with `settings_left_out`. With `id` the list is that template, with its values.",
  input: { params: Type.Object({ id: Type.Optional(templateId) }) },
  output: json(Type.Array(template)),
  errors: [strategyErrors.templateNotFound],
  examples: [{ name: "all" }, { name: "a template that there is not", query: { id: "1" }, status: 404 }],

  async run({ strategies }: StrategyDeps, { input: { params }, actor }) {
    const { id } = params;
    if (id !== undefined) {
      const found = await strategies.findTemplate(viewOf(actor), Number(id));
      if (!found) throw strategyErrors.templateNotFound({ id });
      return [showTemplate(found)];
    }
    const templates = await strategies.listTemplates(viewOf(actor));
    return templates.map(showTemplate);
  },
});
