import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { ORDER_TYPES } from "../core/order-types.ts";

const shown = Type.Object(
  {
    id: Type.String({ description: "As executions name it" }),
    name: Type.String(),
    needs_price: Type.Boolean({ description: "It has a limit price, exact or from a reference" }),
    maker: Type.Boolean({ description: "It may rest in the book and be filled by others" }),
    taker: Type.Boolean({ description: "It may fill orders of others" }),
    time_in_force: Type.Array(Type.Enum(["GTC", "IOC", "FOK", "PO"]), { description: "PO: post only" }),
    exchanges: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: "Codes of the exchanges that have it; null for all",
    }),
    description: Type.String(),
  },
  { title: "OrderType" },
);

export const listOrderTypes = endpoint({
  id: "algorithms.listOrderTypes",
  method: ["GET", "POST"],
  path: "/algorithm-creator/list-order-types",
  auth: "user",
  permission: "strategies",
  summary: "List the order types of executions",
  description: "Orders that an execution can place, and recipes of several. The platform does what an exchange lacks.",
  input: {},
  output: json(Type.Array(shown)),
  errors: [],
  examples: [{ name: "all" }],

  run() {
    return ORDER_TYPES.map(({ id, name, needsPrice, maker, taker, timeInForce, description }) => ({
      id,
      name,
      needs_price: needsPrice,
      maker,
      taker,
      time_in_force: [...timeInForce],
      exchanges: null,
      description,
    }));
  },
});
