import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id } from "../../shapes.ts";
import { AMOUNT, apikey, marketCode } from "../parameters.ts";
import { milliseconds, order } from "../records.ts";
import { millisecondTime } from "../../validation.ts";

export const orderCreate = endpoint({
  id: "orders.orderCreate",
  method: ["GET", "POST"],
  path: "/exchange-query/order-create",
  auth: "change",
  permission: "strategies",
  summary: "Place an order",
  description:
    "Sends the order at once or at `order_send_time`, and again `repeat_times` in all, `repeat_interval` " +
    "apart. With `expire_after`, what is left of each is cancelled so long after it was placed. " +
    PENDING_NOTE,
  input: {
    params: Type.Object({
      apikey,
      ordertype: Type.Enum(["market", "limit"]),
      code: marketCode,
      side: Type.Enum(["buy", "sell"]),
      quantity: Type.String({
        minLength: 1,
        maxLength: 32,
        pattern: AMOUNT,
        description: "Base currency, at most 8 places",
      }),
      price: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 32,
          pattern: AMOUNT,
          description: "Of a limit order: quote currency, at most 8 places",
        }),
      ),
      order_send_time: Type.Optional(millisecondTime),
      repeat_times: Type.Integer({ minimum: 1, maximum: 10, default: 1, description: "How many orders in all" }),
      repeat_interval: Type.Integer({
        minimum: 1,
        maximum: 86_400_000,
        default: 10_000,
        description: "Milliseconds between two of them",
      }),
      expire_after: Type.Integer({
        minimum: 0,
        maximum: 2_592_000_000,
        default: 0,
        description: "Milliseconds after which a limit order is cancelled; 0 for never",
      }),
    }),
  },
  output: json(
    Type.Object({
      status: Type.Literal(true),
      id,
      orders: Type.Array(
        Type.Object({
          index: Type.Integer({ minimum: 0, maximum: 9 }),
          id,
          client_order_id: Type.String({ description: "Ours; the exchange knows it too" }),
          send_at: milliseconds,
          cancel_at: Type.Union([milliseconds, Type.Null()]),
          state: Type.Enum(["scheduled", "sent"]),
          order: Type.Union([order, Type.Null()], { description: "Null until it was sent" }),
        }),
      ),
    }),
  ),
  errors: [pendingErrors.engine],
  examples: [
    {
      name: "three limit orders",
      body: {
        apikey: "1000001",
        ordertype: "limit",
        code: "kraken-btcusdt",
        side: "buy",
        quantity: "0.001",
        price: "50000",
        repeat_times: "3",
      },
      status: 501,
    },
    {
      name: "no quantity",
      body: { apikey: "1000001", ordertype: "market", code: "kraken-btcusdt", side: "buy" },
      status: 422,
    },
  ],

  run() {
    throw pendingErrors.engine({ operation: "exchange-query/order-create" });
  },
});
