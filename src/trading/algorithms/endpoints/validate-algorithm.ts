import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id } from "../../shapes.ts";
import { algorithmId } from "../parameters.ts";
import { problem } from "../records.ts";

export const validateAlgorithm = endpoint({
  id: "algorithms.validateAlgorithm",
  method: ["GET", "POST"],
  path: "/algorithm-creator/validate-algorithm",
  auth: "user",
  permission: "strategies",
  summary: "Check an algorithm",
  description: `Changes nothing. Warnings do not keep it from being published. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(Type.Object({ id, valid: Type.Boolean(), problems: Type.Array(problem) })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "an algorithm", query: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/validate-algorithm" });
  },
});
