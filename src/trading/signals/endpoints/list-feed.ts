import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id, serviceCode } from "../../shapes.ts";
import { signal } from "../records.ts";

export const listFeed = endpoint({
  id: "signals.listFeed",
  method: ["GET", "POST"],
  path: "/marketplace/signals-feed",
  auth: "public",
  summary: "Signals with their iterations",
  description: `Delayed. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      id: Type.Optional(id),
      code: Type.Optional(serviceCode),
      more: Type.Optional(Type.Boolean()),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      min_iterations: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000000 })),
      from_iteration: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000000 })),
      pagenumber: Type.Integer({ minimum: 1, maximum: 1000000, default: 1 }),
    }),
  },
  output: json(Type.Object({ signals: Type.Array(signal) })),
  errors: [pendingErrors.signals],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signals-feed" });
  },
});
