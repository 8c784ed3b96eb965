import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { decimal, id } from "../../shapes.ts";

const sums = { realized: decimal, net: decimal, volume: decimal, trades: Type.Integer({ minimum: 0 }) };

/** What the account has earned, in all and by day, exchange and strategy. */
export const accountPnl = endpoint({
  id: "ledger.accountPnl",
  method: ["GET", "POST"],
  path: "/statistics/account-pnl",
  auth: "user",
  permission: "finance",
  summary: "Show the account's profit and loss",
  description: PENDING_NOTE,
  input: { params: Type.Object({}) },
  output: json(
    Type.Object({
      currency: Type.Literal("USD"),
      realized: decimal,
      unrealized: decimal,
      fees: decimal,
      commissions: decimal,
      net: decimal,
      volume: decimal,
      trades: Type.Integer({ minimum: 0 }),
      win_rate: Type.Number({ minimum: 0, maximum: 1 }),
      profit_factor: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
      max_drawdown: Type.Number({ minimum: 0 }),
      by_day: Type.Array(Type.Object({ date: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" }), ...sums })),
      by_exchange: Type.Array(Type.Object({ exchange: Type.String(), ...sums })),
      by_strategy: Type.Array(Type.Object({ id, name: Type.String(), ...sums })),
    }),
  ),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "statistics/account-pnl" });
  },
});
