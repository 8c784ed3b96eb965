import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";

export const showPriceMovement = endpoint({
  id: "signals.showPriceMovement",
  method: ["GET", "POST"],
  path: "/marketplace/signals-iteration-price-movement",
  auth: "user",
  permission: "signals",
  summary: "The price during an iteration",
  description: PENDING_NOTE,
  input: {
    params: Type.Object({
      id: Type.String({ minLength: 1, maxLength: 18 }),
      iteration: Type.String({ minLength: 1, maxLength: 18 }),
    }),
  },
  output: json(
    Type.Object({
      id: Type.String(),
      iteration: Type.Integer(),
      code: Type.String(),
      opened: Type.Integer(),
      closed: Type.Union([Type.Integer(), Type.Null()]),
      open_price: Type.Number(),
      close_price: Type.Union([Type.Number(), Type.Null()]),
      points: Type.Array(Type.Array(Type.Number(), { minItems: 3, maxItems: 3 })),
      high: Type.Object({ ms: Type.Integer(), price: Type.Number() }),
      low: Type.Object({ ms: Type.Integer(), price: Type.Number() }),
    }),
  ),
  errors: [pendingErrors.signals],
  examples: [
    { name: "not served yet", body: { id: "1", iteration: "1" }, status: 501 },
    { name: "without what it needs", body: { id: "1" }, status: 422 },
  ],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signals-iteration-price-movement" });
  },
});
