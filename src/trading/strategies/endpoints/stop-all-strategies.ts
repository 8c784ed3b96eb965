import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { force } from "../parameters.ts";
import { count, runAck } from "../records.ts";

export const stopAllStrategies = endpoint({
  id: "strategies.stopAllStrategies",
  method: ["GET", "POST"],
  path: "/strategy/stop-all-strategies",
  auth: "change",
  permission: "strategies",
  summary: "Stop every running strategy",
  description: `As strategy/stop does to each. ${PENDING_NOTE}`,
  input: { params: Type.Object({ force }) },
  output: json(Type.Object({ status: Type.Literal(true), stopped: count, results: Type.Array(runAck) })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "all", body: {}, status: 501 },
    { name: "neither yes nor no", body: { force: "perhaps" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/stop-all-strategies" });
  },
});
