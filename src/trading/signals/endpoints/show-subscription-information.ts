import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const showSubscriptionInformation = endpoint({
  id: "signals.showSubscriptionInformation",
  method: ["GET", "POST"],
  path: "/marketplace/subscription-information",
  auth: "user",
  permission: "signals",
  summary: "What the plan allows with signals",
  description: PENDING_NOTE,
  input: {},
  output: json(
    Type.Object({
      id: Type.String(),
      plan: Type.String(),
      signals_maximum: Type.Integer(),
      signals_used: Type.Integer(),
      api_delay_ms: Type.Integer(),
      websocket: Type.Boolean(),
      renews_at: seconds,
    }),
  ),
  errors: [pendingErrors.signals],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/subscription-information" });
  },
});
