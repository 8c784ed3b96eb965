import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { executionId } from "../parameters.ts";
import { positions } from "../records.ts";

export const executionRemove = endpoint({
  id: "algorithms.executionRemove",
  method: ["GET", "POST"],
  path: "/algorithm-creator/execution-remove",
  auth: "change",
  permission: "strategies",
  summary: "Delete an execution",
  description: `Those after it move up. Refused while another depends on it. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: executionId }) },
  output: json(mutation({ positions })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "an execution", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/execution-remove" });
  },
});
