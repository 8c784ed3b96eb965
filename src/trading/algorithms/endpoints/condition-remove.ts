import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { conditionId } from "../parameters.ts";
import { positions } from "../records.ts";

export const conditionRemove = endpoint({
  id: "algorithms.conditionRemove",
  method: ["GET", "POST"],
  path: "/algorithm-creator/condition-remove",
  auth: "change",
  permission: "strategies",
  summary: "Delete a condition",
  description: `Those after it move up. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: conditionId }) },
  output: json(mutation({ positions })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a condition", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/condition-remove" });
  },
});
