import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { algorithmId } from "../parameters.ts";
import { algorithm } from "../records.ts";

export const publishAlgorithm = endpoint({
  id: "algorithms.publishAlgorithm",
  method: ["GET", "POST"],
  path: "/algorithm-creator/publish-algorithm",
  auth: "change",
  permission: "strategies",
  summary: "Publish an algorithm",
  description: `Others can choose it from then on. Refused while algorithm-creator/validate-algorithm finds errors. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(mutation({ algorithm })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "an algorithm", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/publish-algorithm" });
  },
});
