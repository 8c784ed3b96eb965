import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import { exchangeQuery } from "../records.ts";
import { queryViewOf, showQuery } from "../show-query.ts";
import type { ExchangeQueryDeps } from "../store.ts";

export const listExchangeQueries = endpoint({
  id: "orders.listExchangeQueries",
  method: ["GET", "POST"],
  path: "/exchange-query/list-exchange-queries",
  auth: "user",
  permission: "strategies",
  summary: "List questions to exchanges",
  description:
    "What was asked with exchange-query/create-query, newest first, with the answers. A sub-account sees its own questions.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("queries", exchangeQuery)),
  errors: [],
  examples: [{ name: "the newest ten" }, { name: "too many at once", query: { limit: "1001" }, status: 422 }],

  async run({ exchangeQueries }: ExchangeQueryDeps, { input: { params }, actor }) {
    const { queries, total } = await exchangeQueries.listQueries(queryViewOf(actor), rowsOf(params));
    return { queries: queries.map(showQuery), page: params.pagenumber, showing: queries.length, total };
  },
});
