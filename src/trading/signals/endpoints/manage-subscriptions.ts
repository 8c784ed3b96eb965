import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { missingParameter } from "../../refuse-parameters.ts";
import { id, seconds } from "../../shapes.ts";

export const manageSubscriptions = endpoint({
  id: "signals.manageSubscriptions",
  method: ["GET", "POST"],
  path: "/marketplace/subscription-manage",
  auth: "user",
  permission: "signals",
  summary: "Subscriptions to signals",
  description: PENDING_NOTE,
  input: {
    params: Type.Object({
      id: Type.Optional(id),
      action: Type.Optional(Type.Enum(["subscribe", "unsubscribe", "pause"])),
    }),
  },
  output: json(
    Type.Array(
      Type.Object({
        id: Type.String(),
        signal_id: Type.String(),
        name: Type.String(),
        price: Type.String(),
        currency: Type.String(),
        state: Type.Enum(["active", "paused", "cancelled"]),
        renews_at: seconds,
        profiles: Type.Array(Type.String()),
      }),
    ),
  ),
  errors: [pendingErrors.signals],
  examples: [{ name: "not served yet", status: 501 }],
  run(_deps, { input: { params } }) {
    if (params.action !== undefined && params.id === undefined) throw missingParameter("id");
    throw pendingErrors.signals({ operation: "marketplace/subscription-manage" });
  },
});
