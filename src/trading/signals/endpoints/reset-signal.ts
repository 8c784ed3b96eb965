import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id, mutation } from "../../shapes.ts";

export const resetSignal = endpoint({
  id: "signals.resetSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signal-reset",
  auth: "change",
  permission: "signals",
  summary: "Delete what a signal has recorded",
  description: `Only its owner may. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id }) },
  output: json(mutation({ deleted: Type.Object({ iterations: Type.Integer(), price_points: Type.Integer() }) })),
  errors: [pendingErrors.signals],
  examples: [
    { name: "not served yet", body: { id: "1" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signal-reset" });
  },
});
