import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { pageOf, paging } from "../../shapes.ts";
import { apikey, marketCode, since } from "../parameters.ts";
import { order } from "../records.ts";

export const listClosedOrders = endpoint({
  id: "orders.listClosedOrders",
  method: ["GET", "POST"],
  path: "/exchange-query/list-closed-orders",
  auth: "user",
  permission: "strategies",
  summary: "List orders that have come to their end",
  description: `Newest first; of all keys, or of one. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      apikey: Type.Optional(apikey),
      code: Type.Optional(marketCode),
      since: Type.Optional(since),
      ...paging,
    }),
  },
  output: json(pageOf("orders", order)),
  errors: [pendingErrors.engine],
  examples: [
    { name: "the newest ten", status: 501 },
    { name: "too many at once", query: { limit: "1001" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/list-closed-orders" });
  },
});
