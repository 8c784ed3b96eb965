import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { Caller } from "../../caller.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors, type ConnectedExchangeDeps, type ExchangeKeyDeps } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { OrderDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { askAccounts } from "../ask-accounts.ts";
import { marketIdOf, showOrders } from "../asked-orders.ts";
import { findForeignOrder } from "../foreign-order.ts";
import { checkKept, findOrder, showWithTrades } from "../read-order.ts";
import { orderErrors } from "../errors.ts";
import { apikey, marketCode, orderId } from "../parameters.ts";
import { checkedOrder } from "../records.ts";

const SHOWN_TRANSITIONS = 100;

type CheckDeps = ExchangeKeyDeps & ConnectedExchangeDeps & MarketDeps & OrderDeps & ClockDeps;

export const orderCheck = endpoint({
  id: "orders.orderCheck",
  method: ["GET", "POST"],
  path: "/exchange-query/order-check",
  auth: "user",
  permission: "strategies",
  summary: "Look up an order",
  description:
    "Asks the exchange for the present state of an order. Where it does not answer within 3 seconds, `source` is `cache`. " +
    "`transitions` tells what has happened to it so far, also for an order of a strategy. " +
    "An order that was placed elsewhere is asked for at the exchange, with `code` also one that has ended. " +
    "`id` is the exchange's id, the client order id, or the id in the answer of exchange-query/order-create.",
  input: { params: Type.Object({ apikey, id: orderId, code: Type.Optional(marketCode) }) },
  output: json(checkedOrder),
  errors: [exchangeErrors.keyNotFound, orderErrors.unknownMarket, orderErrors.unknownOrder],
  examples: [
    { name: "no such order", body: { apikey: "1000002", id: "O1", code: "simalpha-btcusdt" }, status: 404 },
    { name: "no order", body: { apikey: "1000002" }, status: 422 },
  ],

  async run(deps: CheckDeps, { input: { params }, actor }) {
    const kept = await findOrder(deps, actor, params);
    if (!kept) return checkForeign(deps, actor, params);
    const { now, checkedMs } = await checkKept(deps, kept);
    return {
      ...(await showWithTrades(deps, now)),
      checked_at: checkedMs ?? now.updatedMs,
      source: checkedMs === undefined ? ("cache" as const) : ("exchange" as const),
      transitions: (await deps.orders.listTransitions(now.terms.id, SHOWN_TRANSITIONS)).map(
        ({ from, to, event, why, atMs }) => ({ from, to, event, reason: why === "" ? null : why, time: atMs }),
      ),
    };
  },
});

/** Nothing is known of it but what its exchange lists now. */
async function checkForeign(
  deps: CheckDeps,
  actor: Caller,
  { apikey: keyId, id, code }: { readonly apikey: string; readonly id: string; readonly code?: string | undefined },
) {
  const [asked] = await askAccounts(deps, actor, { apikey: keyId }, (account) =>
    findForeignOrder(account, { id, marketId: marketIdOf(code) }),
  );
  if (!asked?.answer) throw orderErrors.unknownOrder({ id });
  const [shown] = await showOrders(deps, [{ key: asked.key, report: asked.answer }]);
  if (!shown) throw orderErrors.unknownOrder({ id });
  return { ...shown, checked_at: toMillis(deps.clock.now()), source: "exchange" as const, transitions: [] };
}
