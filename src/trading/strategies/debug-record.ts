/** What `strategy/data/debug` shows of a running strategy. */
import { Type } from "typebox";
import { id } from "../shapes.ts";
import { conditionEval, count, milliseconds, strategyState } from "./records.ts";

export const strategyDebug = Type.Object(
  {
    id,
    state: strategyState,
    loop: Type.Object({
      last_at: milliseconds,
      duration_us: Type.Integer({ minimum: 0, description: "Microseconds that the last evaluation took" }),
      evaluations: count,
    }),
    conditions: Type.Array(conditionEval),
    books: Type.Array(
      Type.Object({
        code: Type.String(),
        bid: Type.Union([Type.Number(), Type.Null()]),
        ask: Type.Union([Type.Number(), Type.Null()]),
        age_ms: Type.Integer({ minimum: 0 }),
        synced: Type.Boolean(),
        resyncs: count,
      }),
    ),
    inflight: Type.Array(id, { description: "Transactions whose outcome is not known yet" }),
    lookups: Type.Array(
      Type.Object(
        { transaction_id: id, attempts: count, next_at: milliseconds },
        { description: "Orders being looked up" },
      ),
    ),
    queue_depth: count,
    log: Type.Array(
      Type.Object({ ms: milliseconds, level: Type.Enum(["debug", "info", "warn", "error"]), message: Type.String() }),
    ),
  },
  { title: "StrategyDebug" },
);
