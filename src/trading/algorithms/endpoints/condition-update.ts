import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { conditionFields, conditionId, conditionName } from "../parameters.ts";
import { condition } from "../records.ts";

export const conditionUpdate = endpoint({
  id: "algorithms.conditionUpdate",
  method: ["GET", "POST"],
  path: "/algorithm-creator/condition-update",
  auth: "change",
  permission: "strategies",
  summary: "Change a condition",
  description: `What is not sent stays as it is. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: conditionId, name: Type.Optional(conditionName), ...conditionFields }) },
  output: json(mutation({ condition })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "another operator", body: { id: "1", operator: "less_than" }, status: 501 },
    { name: "an operator that there is not", body: { id: "1", operator: "about" }, status: 422 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/condition-update" });
  },
});
