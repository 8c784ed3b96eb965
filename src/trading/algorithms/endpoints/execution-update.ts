import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { executionFields, executionId } from "../parameters.ts";
import { execution, executionSide, orderType } from "../records.ts";

export const executionUpdate = endpoint({
  id: "algorithms.executionUpdate",
  method: ["GET", "POST"],
  path: "/algorithm-creator/execution-update",
  auth: "change",
  permission: "strategies",
  summary: "Change an execution",
  description: `What is not sent stays as it is. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      id: executionId,
      side: Type.Optional(executionSide),
      order_type: Type.Optional(orderType),
      ...executionFields,
    }),
  },
  output: json(mutation({ execution })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "another type", body: { id: "1", order_type: "taker" }, status: 501 },
    { name: "a side that there is not", body: { id: "1", side: "both" }, status: 422 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/execution-update" });
  },
});
