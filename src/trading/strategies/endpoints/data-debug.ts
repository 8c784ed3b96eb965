import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { strategyDebug } from "../debug-record.ts";
import { strategyId } from "../parameters.ts";

export const dataDebug = endpoint({
  id: "strategies.dataDebug",
  method: ["GET", "POST"],
  path: "/strategy/data/debug",
  auth: "user",
  permission: "strategies",
  summary: "Look into a running strategy",
  description:
    "What it evaluated last, the state of its books, and what it waits for. Part of some subscriptions " +
    `only. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: strategyId }) },
  output: json(strategyDebug),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a strategy", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/data/debug" });
  },
});
