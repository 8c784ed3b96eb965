import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const listAvailability = endpoint({
  id: "market.listAvailability",
  method: ["GET", "POST"],
  path: "/backtesting/availability",
  auth: "public",
  summary: "What history there is",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        exchange: Type.String(),
        symbol: Type.String(),
        code: Type.String(),
        type: Type.String(),
        interval: Type.String(),
        tick_data: Type.Boolean(),
        start: seconds,
        end: seconds,
      }),
    ),
  ),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "backtesting/availability" });
  },
});
