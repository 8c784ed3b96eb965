import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { decimal, id, pageOf, paging, seconds } from "../../shapes.ts";
import { currencyCode } from "../records.ts";

const record = Type.Object(
  {
    id,
    name: Type.String(),
    algorithm_id: id,
    realized_pnl: decimal,
    unrealized_pnl: decimal,
    fees: decimal,
    net_pnl: decimal,
    currency: currencyCode,
    return_percent: Type.Number(),
    trades: Type.Integer({ minimum: 0 }),
    volume: decimal,
    started: Type.Union([seconds, Type.Null()]),
    stopped: Type.Union([seconds, Type.Null()]),
  },
  { title: "StrategyPnl" },
);

/** The account's strategies by what they have earned. */
export const listTopStrategyPnl = endpoint({
  id: "ledger.listTopStrategyPnl",
  method: ["GET", "POST"],
  path: "/finance/list-top-strategy-pnl",
  auth: "user",
  permission: "finance",
  summary: "List strategies by profit",
  description: `Strategies of the account by their net profit or loss, the best first. ${PENDING_NOTE}`,
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("strategies", record)),
  errors: [pendingErrors.engine],
  examples: [
    { name: "the best", status: 501 },
    { name: "a page that is too long", body: { limit: 5000 }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "finance/list-top-strategy-pnl" });
  },
});
