import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const listBacktestedSubscriptions = endpoint({
  id: "signals.listBacktestedSubscriptions",
  method: ["GET", "POST"],
  path: "/marketplace/backtested-subscriptions",
  auth: "user",
  permission: "signals",
  summary: "How subscribed signals would have done",
  description: PENDING_NOTE,
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        id: Type.String(),
        signal_id: Type.String(),
        name: Type.String(),
        code: Type.String(),
        interval: Type.String(),
        from: seconds,
        to: seconds,
        trades: Type.Integer(),
        win_rate: Type.Number(),
        profit_percent: Type.Number(),
        max_drawdown_percent: Type.Number(),
        sharpe: Type.Number(),
        equity: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
        monitored: Type.Boolean(),
      }),
    ),
  ),
  errors: [pendingErrors.signals],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/backtested-subscriptions" });
  },
});
