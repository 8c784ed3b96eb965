import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { strategySummary } from "../records.ts";

export const listStrategies = endpoint({
  id: "strategies.listStrategies",
  method: ["GET", "POST"],
  path: "/strategy/list-strategies",
  auth: "user",
  permission: "strategies",
  summary: "List running strategies",
  description: `Every strategy that is active, also those that are starting, paused or stopping. ${PENDING_NOTE}`,
  input: {},
  output: json(Type.Array(strategySummary)),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "strategy/list-strategies" });
  },
});
