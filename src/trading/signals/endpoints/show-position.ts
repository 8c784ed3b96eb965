import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id, seconds } from "../../shapes.ts";

export const showPosition = endpoint({
  id: "signals.showPosition",
  method: ["GET", "POST"],
  path: "/marketplace/signals-position",
  auth: "user",
  permission: "signals",
  summary: "Positions of a signal on a chart",
  description: PENDING_NOTE,
  input: {
    params: Type.Object({
      id,
      interval: Type.Enum(["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"], { default: "1h" }),
      from: Type.Optional(seconds),
      to: Type.Optional(seconds),
    }),
  },
  output: json(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      interval: Type.String(),
      klines: Type.Array(Type.Array(Type.Number(), { minItems: 6, maxItems: 6 })),
      positions: Type.Array(
        Type.Object({
          iteration: Type.Integer(),
          action: Type.String(),
          side: Type.String(),
          price: Type.Number(),
          time: Type.Integer(),
        }),
      ),
    }),
  ),
  errors: [pendingErrors.signals],
  examples: [
    { name: "not served yet", body: { id: "1" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signals-position" });
  },
});
