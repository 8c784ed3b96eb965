import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { pageOf, paging } from "../../shapes.ts";
import { strategyId } from "../parameters.ts";
import { transactionRecord } from "../transaction-record.ts";

export const listStrategyTransactions = endpoint({
  id: "strategies.listStrategyTransactions",
  method: ["GET", "POST"],
  path: "/strategy/list-strategy-transactions",
  auth: "user",
  permission: "strategies",
  summary: "List orders of a strategy",
  description: `Newest first. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      main_id: strategyId,
      ...paging,
      remove_unfilled: Type.Boolean({ default: false, description: "Leave out orders of which nothing was filled" }),
    }),
  },
  output: json(pageOf("transactions", transactionRecord)),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a strategy", body: { main_id: "1" }, status: 501 },
    { name: "no strategy", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/list-strategy-transactions" });
  },
});
