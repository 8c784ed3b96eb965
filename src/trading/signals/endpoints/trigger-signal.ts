import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { amount, id } from "../../shapes.ts";

export const triggerSignal = endpoint({
  id: "signals.triggerSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signals-trigger",
  auth: "change",
  permission: "signals",
  summary: "Open or close a position of a signal",
  description: `The closing signal is the opposite of the opening one, and the action must fit the present status. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      id,
      signal: Type.Enum(["buy", "sell"]),
      action: Type.Enum(["open", "close"]),
      execute_within: Type.Optional(Type.Integer({ minimum: 1, maximum: DAY_MS, description: "Milliseconds" })),
      maximum_amount: Type.Optional(amount),
    }),
  },
  output: json(
    Type.Object({
      status: Type.Literal(true),
      id: Type.String(),
      iteration: Type.Integer(),
      signal: Type.String(),
      action: Type.String(),
      c_status: Type.Enum(["open", "closed"]),
      accepted_at: Type.Integer(),
      execute_before: Type.Integer(),
      maximum_amount: Type.String(),
    }),
  ),
  errors: [pendingErrors.signals],
  examples: [
    { name: "not served yet", body: { id: "1", signal: "buy", action: "open" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signals-trigger" });
  },
});
