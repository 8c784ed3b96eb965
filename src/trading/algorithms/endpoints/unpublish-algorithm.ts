import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { algorithmId } from "../parameters.ts";
import { algorithm, count } from "../records.ts";

export const unpublishAlgorithm = endpoint({
  id: "algorithms.unpublishAlgorithm",
  method: ["GET", "POST"],
  path: "/algorithm-creator/unpublish-algorithm",
  auth: "change",
  permission: "strategies",
  summary: "Make an algorithm a draft again",
  description: `Nobody can choose it any more; strategies that have it keep it. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(mutation({ algorithm, subscribers_affected: count })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "an algorithm", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/unpublish-algorithm" });
  },
});
