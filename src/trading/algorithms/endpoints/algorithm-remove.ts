import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { algorithmId } from "../parameters.ts";

export const algorithmRemove = endpoint({
  id: "algorithms.algorithmRemove",
  method: ["GET", "POST"],
  path: "/algorithm-creator/algorithm-remove",
  auth: "change",
  permission: "strategies",
  summary: "Delete an algorithm",
  description: "Refused while profiles use it; `in_use_by` then lists them. " + PENDING_NOTE,
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(mutation({})),
  errors: [pendingErrors.engine],
  examples: [
    { name: "an algorithm", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/algorithm-remove" });
  },
});
