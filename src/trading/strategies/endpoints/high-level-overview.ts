import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id } from "../../shapes.ts";
import { strategyId } from "../parameters.ts";
import { milliseconds, overviewRow, statBlock, strategyState } from "../records.ts";

export const highLevelOverview = endpoint({
  id: "strategies.highLevelOverview",
  method: ["GET", "POST"],
  path: "/strategy/high-level-overview",
  auth: "user",
  permission: "strategies",
  summary: "Show what strategies have done",
  description: `Totals of active and inactive strategies, and how far each row is. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      id: Type.Optional(strategyId),
      leg: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1000, description: "Only this row of the algorithm, from 0" }),
      ),
    }),
  },
  output: json(
    Type.Object({
      active: statBlock,
      inactive: statBlock,
      totals: statBlock,
      strategies: Type.Array(
        Type.Object({ id, name: Type.String(), state: strategyState, rows: Type.Array(overviewRow) }),
      ),
      last_updated: milliseconds,
    }),
  ),
  errors: [pendingErrors.engine],
  examples: [
    { name: "all strategies", status: 501 },
    { name: "a row that is no number", query: { leg: "x" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/high-level-overview" });
  },
});
