import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { addPart } from "../add-part.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { addCondition } from "../edit-parts.ts";
import { algorithmId, conditionFields, conditionName } from "../parameters.ts";
import { condition } from "../records.ts";
import { partOf, showConditions } from "../show-algorithm.ts";

export const conditionAdd = endpoint({
  id: "algorithms.conditionAdd",
  method: ["GET", "POST"],
  path: "/algorithm-creator/condition-add",
  auth: "change",
  permission: "strategies",
  summary: "Add a condition",
  description:
    "All conditions must hold before a slice fires; one with `join` or forms a group with the one before it. The name " +
    "is the formula: a metric, a relation and an operand. Of a published algorithm this begins the next version.",
  input: { params: Type.Object({ algorithm_id: algorithmId, name: conditionName, ...conditionFields }) },
  output: json(mutation({ condition })),
  errors: [
    algorithmErrors.notFound,
    algorithmErrors.notYours,
    algorithmErrors.unfit,
    algorithmErrors.tooManyParts,
    algorithmErrors.tooManyVersions,
  ],
  examples: [
    {
      name: "a spread",
      body: {
        algorithm_id: "1000001",
        name: "spread_greater_than_input_number",
        operator: "greater_than",
        operand1: "spread",
        operand2: "input_number",
      },
    },
    {
      name: "an indicator, in a group with the condition before",
      body: { algorithm_id: "1000001", name: "indicator_rsi_14_1h_less_than_input_number", join: "or" },
    },
    { name: "no name", body: { algorithm_id: "1000001" }, status: 422 },
    { name: "to the library", body: { algorithm_id: "900001", name: "spread_greater_than_input_number" }, status: 403 },
    {
      name: "no such algorithm",
      body: { algorithm_id: "999999999", name: "spread_greater_than_input_number" },
      status: 404,
    },
  ],

  async run(deps: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const { changed, id } = await addPart(deps, actor, {
      algorithmId: params.algorithm_id,
      action: "algorithm.condition_add",
      add: (latest, part) => addCondition(latest, part, params),
    });
    return {
      status: true as const,
      id,
      message: "The condition was added",
      condition: partOf(showConditions(changed), id),
    };
  },
});
