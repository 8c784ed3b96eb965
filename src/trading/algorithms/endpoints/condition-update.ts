import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { updateCondition } from "../edit-parts.ts";
import { conditionFields, conditionId, conditionName } from "../parameters.ts";
import { condition } from "../records.ts";
import { partOf, showConditions } from "../show-algorithm.ts";
import { doing } from "../viewer.ts";

export const conditionUpdate = endpoint({
  id: "algorithms.conditionUpdate",
  method: ["GET", "POST"],
  path: "/algorithm-creator/condition-update",
  auth: "change",
  permission: "strategies",
  summary: "Change a condition",
  description:
    "What is not sent stays as it is; another operator or operand makes another name. Of a published algorithm this " +
    "begins the next version.",
  input: { params: Type.Object({ id: conditionId, name: Type.Optional(conditionName), ...conditionFields }) },
  output: json(mutation({ condition })),
  errors: [
    algorithmErrors.conditionNotFound,
    algorithmErrors.notYours,
    algorithmErrors.unfit,
    algorithmErrors.tooManyVersions,
  ],
  examples: [
    { name: "another operator", body: { id: "1000001", operator: "less_than" } },
    { name: "an operator that there is not", body: { id: "1000001", operator: "about" }, status: 422 },
    { name: "a name that is not a formula", body: { id: "1000001", name: "price_is_good" }, status: 422 },
    { name: "an operator that does not fit", body: { id: "1000001", operator: "is_true" }, status: 422 },
    { name: "one of the library", body: { id: "90000300", operator: "less_than" }, status: 403 },
    { name: "no such condition", body: { id: "999999999", operator: "less_than" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const { id, ...sent } = params;
    const changed = await algorithms.change(
      doing(actor, clock.now()),
      { condition: Number(id) },
      { action: "algorithm.condition_update", edit: (latest) => updateCondition(latest, Number(id), sent) },
    );
    return {
      status: true as const,
      id,
      message: "The condition was changed",
      condition: partOf(showConditions(changed), id),
    };
  },
});
