import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { algorithmId, conditionFields, conditionName } from "../parameters.ts";
import { condition } from "../records.ts";

export const conditionAdd = endpoint({
  id: "algorithms.conditionAdd",
  method: ["GET", "POST"],
  path: "/algorithm-creator/condition-add",
  auth: "change",
  permission: "strategies",
  summary: "Add a condition",
  description:
    "All conditions must hold before a slice fires; one with `join` or forms a group with its neighbour. " +
    PENDING_NOTE,
  input: { params: Type.Object({ algorithm_id: algorithmId, name: conditionName, ...conditionFields }) },
  output: json(mutation({ condition })),
  errors: [pendingErrors.engine],
  examples: [
    {
      name: "a spread",
      body: {
        algorithm_id: "1",
        name: "spread_greater_than_input_number",
        operator: "greater_than",
        operand1: "spread",
        operand2: "input_number",
      },
      status: 501,
    },
    { name: "no name", body: { algorithm_id: "1" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/condition-add" });
  },
});
