import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { algorithmId } from "../parameters.ts";
import { condition } from "../records.ts";

export const listConditions = endpoint({
  id: "algorithms.listConditions",
  method: ["GET", "POST"],
  path: "/algorithm-creator/list-conditions",
  auth: "user",
  permission: "strategies",
  summary: "List conditions",
  description: `In their order; of one algorithm, or of all your own. ${PENDING_NOTE}`,
  input: { params: Type.Object({ algorithm_id: Type.Optional(algorithmId) }) },
  output: json(Type.Array(condition)),
  errors: [pendingErrors.engine],
  examples: [
    { name: "of one algorithm", query: { algorithm_id: "1" }, status: 501 },
    { name: "a name in place of an id", query: { algorithm_id: "x" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/list-conditions" });
  },
});
