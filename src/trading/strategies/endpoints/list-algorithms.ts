import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { algorithmName } from "../records.ts";

export const listAlgorithms = endpoint({
  id: "strategies.listAlgorithms",
  method: ["GET", "POST"],
  path: "/strategy/list-algorithms",
  auth: "user",
  permission: "strategies",
  summary: "List algorithms",
  description: `Published algorithms and your own, to choose one for a profile. ${PENDING_NOTE}`,
  input: {},
  output: json(Type.Array(algorithmName)),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "strategy/list-algorithms" });
  },
});
