import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { templateId } from "../parameters.ts";
import { count } from "../records.ts";
import { doing } from "../strategy-view.ts";

export const deleteTemplate = endpoint({
  id: "strategies.deleteTemplate",
  method: ["GET", "POST"],
  path: "/strategy/delete-template",
  auth: "change",
  permission: "strategies",
  summary: "Delete a template",
  description: "Profiles that were made from it keep their values. It cannot be brought back.",
  input: { params: Type.Object({ id: templateId }) },
  output: json(mutation({ deleted: Type.Object({ templates: count }) })),
  errors: [strategyErrors.templateNotFound, strategyErrors.notYours],
  beyondSpec: true,
  examples: [
    { name: "a template", body: { id: "1000001" } },
    { name: "one that is not there any more", body: { id: "1000001" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ strategies, clock }: StrategyDeps & ClockDeps, { input: { params }, actor }) {
    await strategies.removeTemplate(doing(actor, clock.now()), Number(params.id));
    return { status: true as const, id: params.id, message: "The template is deleted", deleted: { templates: 1 } };
  },
});
