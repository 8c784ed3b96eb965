import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { pageOf, paging } from "../../shapes.ts";
import { apikey, marketCode } from "../parameters.ts";
import { order } from "../records.ts";

export const listOpenOrders = endpoint({
  id: "orders.listOpenOrders",
  method: ["GET", "POST"],
  path: "/exchange-query/list-open-orders",
  auth: "user",
  permission: "strategies",
  summary: "List open orders",
  description: `Newest first; of all keys, or of one. ${PENDING_NOTE}`,
  input: { params: Type.Object({ apikey: Type.Optional(apikey), code: Type.Optional(marketCode), ...paging }) },
  output: json(pageOf("orders", order)),
  errors: [pendingErrors.engine],
  examples: [
    { name: "the newest ten", status: 501 },
    { name: "too many at once", query: { limit: "1001" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/list-open-orders" });
  },
});
