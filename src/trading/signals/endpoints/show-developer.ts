import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id, seconds } from "../../shapes.ts";
import { signalHead } from "../records.ts";

export const showDeveloper = endpoint({
  id: "signals.showDeveloper",
  method: ["GET", "POST"],
  path: "/marketplace/signal-developer",
  auth: "user",
  permission: "signals",
  summary: "A developer of signals",
  description: PENDING_NOTE,
  input: { params: Type.Object({ id }) },
  output: json(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      description: Type.String(),
      website: Type.String(),
      verified: Type.Boolean(),
      joined: seconds,
      signals: Type.Array(signalHead),
      subscribers: Type.Integer(),
      success_rate: Type.Number(),
    }),
  ),
  errors: [pendingErrors.signals],
  examples: [
    { name: "not served yet", body: { id: "1" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signal-developer" });
  },
});
