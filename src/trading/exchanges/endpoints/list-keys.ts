import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import { keyViewOf } from "../core/key-access.ts";
import type { ExchangeKeyDeps } from "../deps.ts";
import { exchangeKey } from "../records.ts";
import { showKey, type ShownKeyDeps } from "../show-key.ts";

export const listKeys = endpoint({
  id: "exchanges.listKeys",
  method: ["GET", "POST"],
  path: "/exchange-api-keys/list",
  auth: "user",
  permission: "exchangeKeys",
  summary: "List exchange API keys",
  description:
    "Newest first, without secrets. The main account sees every key of the account; a sub-account sees its own and, " +
    "where it may use them, those of the main account.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("keys", exchangeKey)),
  errors: [],
  examples: [
    { name: "the newest ten" },
    { name: "the second page", query: { limit: "1", pagenumber: "2" } },
    { name: "too many at once", query: { limit: "1001" }, status: 422 },
  ],

  async run(deps: ExchangeKeyDeps & ShownKeyDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const page = rowsOf(params);
    const { keys, total } = await deps.exchangeKeys.listKeys(keyViewOf(actor), page);
    const shown = await Promise.all(keys.map((key) => showKey(deps, actor, key)));
    return { keys: shown, page: pagenumber, showing: shown.length, total };
  },
});
