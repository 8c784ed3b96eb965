import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { pageOf, paging } from "../../shapes.ts";
import { exchangeQuery } from "../records.ts";

export const listExchangeQueries = endpoint({
  id: "orders.listExchangeQueries",
  method: ["GET", "POST"],
  path: "/exchange-query/list-exchange-queries",
  auth: "user",
  permission: "strategies",
  summary: "List questions to exchanges",
  description: `What was asked with exchange-query/create-query, newest first, with the answers. ${PENDING_NOTE}`,
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("queries", exchangeQuery)),
  errors: [pendingErrors.engine],
  examples: [
    { name: "the newest ten", status: 501 },
    { name: "too many at once", query: { limit: "1001" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/list-exchange-queries" });
  },
});
