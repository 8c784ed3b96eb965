import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { apikey, marketCode, orderId } from "../parameters.ts";
import { order } from "../records.ts";

export const orderCancel = endpoint({
  id: "orders.orderCancel",
  method: ["GET", "POST"],
  path: "/exchange-query/order-cancel",
  auth: "change",
  permission: "strategies",
  summary: "Cancel an order",
  description:
    "Where the exchange has not confirmed yet, `cancel_confirmed` is false and the order may still be " +
    `filled: ask exchange-query/order-check. ${PENDING_NOTE}`,
  input: { params: Type.Object({ apikey, id: orderId, code: Type.Optional(marketCode) }) },
  output: json(Type.Object({ status: Type.Literal(true), id: Type.String(), order, cancel_confirmed: Type.Boolean() })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "an order", body: { apikey: "1000001", id: "O1", code: "kraken-btcusdt" }, status: 501 },
    { name: "no order", body: { apikey: "1000001" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/order-cancel" });
  },
});
