import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { algorithmId, executionFields } from "../parameters.ts";
import { execution, executionSide, orderType } from "../records.ts";

export const executionAdd = endpoint({
  id: "algorithms.executionAdd",
  method: ["GET", "POST"],
  path: "/algorithm-creator/execution-add",
  auth: "change",
  permission: "strategies",
  summary: "Add an execution",
  description:
    "A recipe for one order. Rows go out in their order; one that depends on another fires when that one " +
    `does. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({ algorithm_id: algorithmId, side: executionSide, order_type: orderType, ...executionFields }),
  },
  output: json(mutation({ execution })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a purchase", body: { algorithm_id: "1", side: "buy", order_type: "maker" }, status: 501 },
    { name: "no side", body: { algorithm_id: "1", order_type: "maker" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/execution-add" });
  },
});
