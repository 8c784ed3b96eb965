import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { signalHead } from "../records.ts";

export const listFeatured = endpoint({
  id: "signals.listFeatured",
  method: ["GET", "POST"],
  path: "/marketplace/featured",
  auth: "public",
  summary: "Signals to look at first",
  description: PENDING_NOTE,
  input: {},
  output: json(
    Type.Object({
      signals: Type.Array(signalHead),
      subscriptions: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          price: Type.String(),
          currency: Type.String(),
          subscribers_current: Type.Integer(),
          subscribers_max: Type.Integer(),
        }),
      ),
    }),
  ),
  errors: [pendingErrors.signals],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/featured" });
  },
});
