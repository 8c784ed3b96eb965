import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { readChangeableKey } from "../changeable-key.ts";
import type { ExchangeKeyDeps } from "../deps.ts";
import { exchangeErrors } from "../errors.ts";
import { keyId } from "../records.ts";

const orderLeft = Type.Object({
  id: Type.String(),
  client_order_id: Type.String(),
  code: Type.String(),
  exchange_order_id: Type.String({ description: "Empty where the exchange has not told it" }),
});

function messageOf(left: number): string {
  return left === 0
    ? "The key is deleted"
    : `The key is deleted. Cancel the ${left} orders that it has left open at the exchange`;
}

/** Forgets a key for good, unless a running strategy needs it, or orders that its owner has not left open. */
export const deleteKey = endpoint({
  id: "exchanges.deleteKey",
  method: ["GET", "POST"],
  path: "/exchange-api-keys/delete",
  auth: "change",
  permission: "exchangeKeys",
  summary: "Delete an exchange API key",
  description:
    "Removes the key with its secret. Refused while running strategies use it; `in_use_by` then lists them. Refused while " +
    "orders of the key may be open; `open_orders` then lists up to 20 of them: cancel them with " +
    "exchange-query/order-cancel. Orders of strategies that were stopped with force do not count, nor do orders that were " +
    "sent with a key that its exchange refuses (`status` `invalid`: exchange-api-keys/test finds out). `open_orders` of the " +
    "answer lists them, and from then on they can be seen and cancelled only at the exchange. " +
    "The exchange still knows the key: revoke it there too.",
  input: { params: Type.Object({ id: keyId }) },
  output: json(mutation({ open_orders: Type.Array(orderLeft) })),
  errors: [exchangeErrors.keyNotFound, exchangeErrors.notAllowed, exchangeErrors.keyInUse, exchangeErrors.keyHasOrders],
  examples: [
    { name: "a key", body: { id: "1000001" } },
    { name: "no id", body: {}, status: 422 },
    { name: "no such key", body: { id: "1" }, status: 404 },
  ],

  async run(deps: ExchangeKeyDeps & ClockDeps, { input: { params }, actor }) {
    const key = await readChangeableKey(deps.exchangeKeys, actor, params.id);
    const id = String(key.id);
    const change = { ownerUid: actor.ownerUid, uid: actor.uid, id: key.id, at: deps.clock.now() };
    const removed = await deps.exchangeKeys.removeKey(change);
    if (!removed) throw exchangeErrors.keyNotFound({ id });
    if ("openOrders" in removed) {
      const { strategies, openOrders } = removed;
      if (strategies.length > 0) throw exchangeErrors.keyInUse({ id, details: { in_use_by: strategies } });
      throw exchangeErrors.keyHasOrders({ id, details: { open_orders: openOrders.map(String) } });
    }
    const left = removed.leftOrders.map(({ id: order, clientOrderId, code, exchangeOrderId }) => ({
      id: String(order),
      client_order_id: clientOrderId,
      code,
      exchange_order_id: exchangeOrderId,
    }));
    return { status: true as const, id, open_orders: left, message: messageOf(left.length) };
  },
});
