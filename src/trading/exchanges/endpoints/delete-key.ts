import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { readChangeableKey } from "../changeable-key.ts";
import type { ExchangeKeyDeps } from "../deps.ts";
import { exchangeErrors } from "../errors.ts";
import { keyId } from "../records.ts";

/** Forgets a key for good, unless a running strategy needs it. */
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
    "exchange-query/order-cancel. " +
    "The exchange still knows the key: revoke it there too.",
  input: { params: Type.Object({ id: keyId }) },
  output: json(mutation({})),
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
    return { status: true as const, id, message: "The key is deleted" };
  },
});
