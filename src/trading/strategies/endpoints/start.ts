import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { strategyId } from "../parameters.ts";
import { runAck } from "../records.ts";

export const start = endpoint({
  id: "strategies.start",
  method: ["GET", "POST"],
  path: "/strategy/start",
  auth: "change",
  permission: "strategies",
  summary: "Start a strategy",
  description:
    "Nothing happens to one that runs. After a forced stop, its open orders are looked up before it goes " +
    `on. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: strategyId }) },
  output: json(runAck),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a strategy", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/start" });
  },
});
