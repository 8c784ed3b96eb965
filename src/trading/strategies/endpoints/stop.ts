import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { force, strategyId } from "../parameters.ts";
import { runAck } from "../records.ts";

export const stop = endpoint({
  id: "strategies.stop",
  method: ["GET", "POST"],
  path: "/strategy/stop",
  auth: "change",
  permission: "strategies",
  summary: "Stop a strategy",
  description:
    "Cancels open orders and waits for the exchange to confirm each. With `force` it stops at once and " +
    `looks at no order: cancel them at the exchange yourself. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: strategyId, force }) },
  output: json(runAck),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a strategy", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/stop" });
  },
});
