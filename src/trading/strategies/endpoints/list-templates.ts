import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { template } from "../records.ts";

export const listTemplates = endpoint({
  id: "strategies.listTemplates",
  method: ["GET", "POST"],
  path: "/strategy/list-templates",
  auth: "user",
  permission: "strategies",
  summary: "List templates",
  description: PENDING_NOTE,
  input: {},
  output: json(Type.Array(template)),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "strategy/list-templates" });
  },
});
