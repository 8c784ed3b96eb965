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
    gate: Type.String({ description: "The first gate that is closed; empty where the last evaluation fired" }),
    why: Type.String({ description: "The same in words" }),
    rows: Type.Array(Type.Object({ row: count, why: Type.String() }), { description: "Rows that hold the slice up" }),
    gates_closed: Type.Record(Type.String(), count, { description: "How often each gate was closed in this process" }),
    conditions: Type.Array(conditionEval),
    books: Type.Array(
      Type.Object({
        code: Type.String(),
        bid: Type.Union([Type.Number(), Type.Null()]),
        ask: Type.Union([Type.Number(), Type.Null()]),
        age_ms: Type.Integer({ minimum: 0 }),
        synced: Type.Boolean(),
        changes: Type.Integer({ minimum: 0, description: "Changes of its best prices since the process began" }),
      }),
    ),
    owed: Type.Array(Type.Object({ row: count, amount: Type.String() }), {
      description: "Base units that a row owes to the fills of others",
    }),
    armed: Type.Array(Type.Object({ row: count, amount: Type.String(), trigger: Type.String() }), {
      description:
        "Stops that follow fills and wait for their price: the base units that each protects, and its trigger",
    }),
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
