import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { strategyId } from "../parameters.ts";
import { count, profile } from "../records.ts";

export const hardReset = endpoint({
  id: "strategies.hardReset",
  method: ["GET", "POST"],
  path: "/strategy/hard-reset",
  auth: "change",
  permission: "strategies",
  summary: "Erase the history of a strategy",
  description:
    "Permanently deletes its transactions and the answers of exchanges, and sets its counters back. The " +
    `profile stays. Refused while it runs. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: strategyId }) },
  output: json(mutation({ deleted: Type.Object({ transactions: count, responses: count }), profile })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a strategy", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/hard-reset" });
  },
});
