/** The problem of a request or an order, as far as it is known before the exchange is asked. */
import type { Caller } from "../caller.ts";
import { parseFine } from "../../kit/money/fine.ts";
import type { ListedOrder } from "../engine/index.ts";
import {
  exchangeErrors,
  mayChangeKey,
  mayUseExchange,
  readVisibleKey,
  type ConnectedExchangeDeps,
  type ExchangeKey,
  type ExchangeKeyDeps,
} from "../exchanges/index.ts";
import type { Listing, MarketDeps } from "../market/index.ts";
import { missingParameter, unfitParameter } from "../refuse-parameters.ts";
import { orderErrors } from "./errors.ts";

/**
 * That the caller has the key, and that the market is one of the key's exchange. An exchange that is not connected now
 * says nothing about its markets.
 *
 * @throws exchangeApiKeys.keyNotFound, orders.unknownMarket (404), and 422 for a market of another exchange
 */
export async function checkKeyAndMarket(
  { exchangeKeys, market }: ExchangeKeyDeps & MarketDeps,
  actor: Caller,
  { apikey, code }: { readonly apikey?: string | undefined; readonly code?: string | undefined },
): Promise<void> {
  const key = apikey === undefined ? undefined : await readVisibleKey(exchangeKeys, actor, apikey);
  if (code === undefined) return;
  const exchange = code.slice(0, code.indexOf("-"));
  if (key && key.exchange !== exchange) {
    throw unfitParameter("code", "exchange", `must be a market of ${key.exchange}, the exchange of the key`);
  }
  if (market.exchange(exchange) && !market.listing(code)) throw orderErrors.unknownMarket({ code });
}

/**
 * The key that an order is sent with, and the market that it is for.
 *
 * @throws as `checkKeyAndMarket`; exchangeApiKeys.notConnected, orders.keyUnfit for a key that may not trade, and
 * orders.notAllowed at an exchange that the caller may not use
 */
export async function readTradingKey(
  deps: ExchangeKeyDeps & MarketDeps & ConnectedExchangeDeps,
  actor: Caller,
  { apikey, code }: { readonly apikey: string; readonly code: string },
): Promise<{ readonly key: ExchangeKey; readonly listing: Listing }> {
  await checkKeyAndMarket(deps, actor, { apikey, code });
  const key = await readVisibleKey(deps.exchangeKeys, actor, apikey);
  // Its own keys stay visible at every exchange, so that it can end what it has there.
  if (!mayUseExchange(actor, key.exchange)) {
    throw orderErrors.notAllowed({ reason: `this sub-account may not use ${key.exchange}` });
  }
  if (!deps.connectedExchange(key.exchange)) throw exchangeErrors.notConnected({ exchange: key.exchange });
  const listing = deps.market.listing(code);
  if (!listing) throw orderErrors.unknownMarket({ code });
  const reason = whyKeyIsUnfit(key);
  if (reason !== undefined) throw orderErrors.keyUnfit({ id: apikey, reason });
  return { key, listing };
}

function whyKeyIsUnfit({ status, canTrade }: ExchangeKey): string | undefined {
  if (status === "testing") return "it was not tested yet; exchange-api-keys/test tests it";
  if (status !== "active") return `it is ${status}`;
  return canTrade === false ? "its exchange does not let it trade" : undefined;
}

/**
 * Checks that the caller may trade this much at once.
 *
 * @throws orders.notAllowed
 */
export function checkQuantityRights({ rights }: Pick<Caller, "rights">, quantity: string): void {
  const maximum = rights?.childMaximum;
  if (maximum === undefined || (parseFine(quantity, "up") ?? 0n) <= (parseFine(maximum, "down") ?? 0n)) return;
  throw orderErrors.notAllowed({ reason: `an order of this sub-account has at most ${maximum}` });
}

/**
 * Checks that the caller may cancel an order that it sees. A key of the main account is shared to trade with it, and not to
 * end what others trade: there a sub-account cancels its own orders only. As it halts its own keys, it cancels all of theirs.
 *
 * @throws orders.notAllowed
 */
export function checkCancelRights(
  actor: Pick<Caller, "uid" | "rights">,
  { terms }: Pick<ListedOrder, "terms">,
  key: Pick<ExchangeKey, "uid">,
): void {
  if (terms.uid === actor.uid || mayChangeKey(actor, key.uid)) return;
  throw orderErrors.notAllowed({ reason: "a sub-account cancels its own orders, and those of its own exchange keys" });
}

/**
 * That the exchange gets such orders from here. Otherwise the order would be taken, and shown as rejected.
 *
 * @throws 422
 */
export function checkOrderType(
  { connectedExchange }: ConnectedExchangeDeps,
  exchange: string,
  ordertype: "market" | "limit",
): void {
  const has = connectedExchange(exchange)?.has;
  if (!has) return;
  if (!has.clientOrderIds) {
    throw unfitParameter("apikey", "exchange", `must be of another exchange: ${exchange} gets no orders from here`);
  }
  if (has.orderTypes.includes(ordertype)) return;
  throw unfitParameter(
    "ordertype",
    "exchange",
    `must be another one: ${exchange} gets no ${ordertype} orders from here`,
  );
}

/** That a limit order has its price, and that quantity and price are above 0. */
export function checkAmounts(order: {
  readonly ordertype: "market" | "limit";
  readonly quantity: string;
  readonly price?: string | undefined;
}): void {
  if (order.ordertype === "limit" && order.price === undefined) throw missingParameter("price");
  for (const name of ["quantity", "price"] as const) {
    if (order[name] !== undefined && !/[1-9]/.test(order[name])) {
      throw unfitParameter(name, "above_zero", "must be above 0");
    }
  }
}
