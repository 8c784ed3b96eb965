import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { apikey, marketCode, orderId } from "../parameters.ts";
import { checkedOrder } from "../records.ts";

export const orderCheck = endpoint({
  id: "orders.orderCheck",
  method: ["GET", "POST"],
  path: "/exchange-query/order-check",
  auth: "user",
  permission: "strategies",
  summary: "Look up an order",
  description: `Asks the exchange for the present state of an order. ${PENDING_NOTE}`,
  input: { params: Type.Object({ apikey, id: orderId, code: Type.Optional(marketCode) }) },
  output: json(checkedOrder),
  errors: [pendingErrors.engine],
  examples: [
    { name: "an order", body: { apikey: "1000001", id: "O1", code: "kraken-btcusdt" }, status: 501 },
    { name: "no order", body: { apikey: "1000001" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/order-check" });
  },
});
