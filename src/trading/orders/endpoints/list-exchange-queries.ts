import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { keyViewOf } from "../../exchanges/index.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import { orderErrors } from "../errors.ts";
import { queryId } from "../parameters.ts";
import { exchangeQuery } from "../records.ts";
import { showQuery } from "../show-query.ts";
import type { ExchangeQueryDeps } from "../store.ts";

export const listExchangeQueries = endpoint({
  id: "orders.listExchangeQueries",
  method: ["GET", "POST"],
  path: "/exchange-query/list-exchange-queries",
  auth: "user",
  permission: "strategies",
  summary: "List questions to exchanges",
  description:
    "What was asked with exchange-query/create-query, newest first, with the answers. A sub-account sees its own questions " +
    "with keys that it may use now. A list leaves out answers of more than 256 KiB, and those that do not fit into 2.5 MiB with the newer ones of their " +
    "page: `result_left_out`. With `id` the list is that one question, with its whole answer.",
  input: {
    params: Type.Object({
      id: Type.Optional({ ...queryId, description: "One question alone, with its whole answer" }),
      ...paging,
    }),
  },
  output: json(pageOf("queries", exchangeQuery)),
  errors: [orderErrors.unknownQuery],
  examples: [
    { name: "the newest ten" },
    { name: "no such question", query: { id: "1" }, status: 404 },
    { name: "too many at once", query: { limit: "1001" }, status: 422 },
  ],

  async run({ exchangeQueries }: ExchangeQueryDeps, { input: { params }, actor }) {
    const view = keyViewOf(actor);
    if (params.id !== undefined) {
      const query = await exchangeQueries.readQuery(view, Number(params.id));
      if (!query) throw orderErrors.unknownQuery({ id: params.id });
      return { queries: [showQuery(query)], page: 1, showing: 1, total: 1 };
    }
    const { queries, total } = await exchangeQueries.listQueries(view, rowsOf(params));
    return { queries: queries.map(showQuery), page: params.pagenumber, showing: queries.length, total };
  },
});
