import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { algorithm } from "../records.ts";

export const listAlgorithms = endpoint({
  id: "algorithms.listAlgorithms",
  method: ["GET", "POST"],
  path: "/algorithm-creator/list-algorithms",
  auth: "user",
  permission: "strategies",
  summary: "List algorithms in full",
  description: `Your own and published ones, with their conditions and executions. ${PENDING_NOTE}`,
  input: {},
  output: json(Type.Array(algorithm)),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/list-algorithms" });
  },
});
