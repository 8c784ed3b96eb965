import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";

export const deleteSignal = endpoint({
  id: "signals.deleteSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signal-delete",
  auth: "change",
  permission: "signals",
  summary: "Delete a signal",
  description: PENDING_NOTE,
  input: { params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 18 }) }) },
  output: json(mutation({})),
  errors: [pendingErrors.signals],
  examples: [
    { name: "not served yet", body: { id: "1" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signal-delete" });
  },
});
