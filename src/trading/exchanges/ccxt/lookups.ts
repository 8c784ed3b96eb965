/** Looks orders up, in whatever way the exchange can. */
import { ExchangeFailure } from "../core/failure.ts";
import type { Market, OrderRef } from "../port.ts";
import { clientOrderIdRules, sentId, type ClientOrderIdRules } from "./client-order-ids.ts";
import { errorClasses } from "./error-facts.ts";
import type { CcxtExchange, CcxtOrder } from "./library.ts";
import { isFilledByNothing } from "./orders.ts";
import type { PrivateInstance } from "./private-instances.ts";
import { quirksOf } from "./quirks.ts";

/** Open orders are in the same list at some exchanges: this many are asked for beside the final ones. */
const MAX_OPEN = 200;
const MAX_LISTED = 1000;
/** Our id is unique: a list that is asked for it holds one order, or a few where the exchange ignores the question. */
const FEW = 50;

/** An order by the id that we gave it, or by the exchange's own; undefined when the exchange is sure that it has none. */
export async function findOrder(
  instance: Pick<PrivateInstance, "exchange" | "direct">,
  order: Pick<OrderRef, "clientOrderId" | "exchangeOrderId">,
  { symbol }: Market,
  code: string,
): Promise<CcxtOrder | undefined> {
  const rules = clientOrderIdRules(code);
  if (!rules) throw new ExchangeFailure("rejected", "unsupported", "Orders cannot be found by our id at this exchange");
  try {
    const found =
      order.clientOrderId === ""
        ? await findTheirs(instance.exchange, order.exchangeOrderId ?? "", symbol, rules)
        : await findOurs(instance, order, symbol, { ...rules, code });
    return found && understood(found);
  } catch (error) {
    if (errorClasses(error).includes("OrderNotFound")) return undefined;
    throw error;
  }
}

type Rules = ClientOrderIdRules & { readonly code: string };

async function findOurs(
  { exchange, direct }: Pick<PrivateInstance, "exchange" | "direct">,
  { clientOrderId, exchangeOrderId }: Pick<OrderRef, "clientOrderId" | "exchangeOrderId">,
  symbol: string,
  { code, find, parameter }: Rules,
): Promise<CcxtOrder | undefined> {
  const isOurs = (order: CcxtOrder): boolean => order.clientOrderId === clientOrderId;
  if (find === "same") return findOnly(exchange, clientOrderId, symbol);
  const params = { [parameter]: sentId(code, clientOrderId) };
  // Some exchanges of the library ask for nothing without an id of theirs. Beside ours it is passed over.
  const theirId = exchangeOrderId ?? clientOrderId;
  if (find === "order") {
    return await (direct?.find(clientOrderId, symbol) ?? exchange.fetchOrder(theirId, symbol, params));
  }
  return findListed(exchange, symbol, params, isOurs);
}

async function findTheirs(
  exchange: CcxtExchange,
  exchangeOrderId: string,
  symbol: string,
  { find, theirParameter }: ClientOrderIdRules,
): Promise<CcxtOrder | undefined> {
  if (find === "same") return findOnly(exchange, exchangeOrderId, symbol);
  if (theirParameter === undefined) return await exchange.fetchOrder(exchangeOrderId, symbol, {});
  return findListed(exchange, symbol, { [theirParameter]: exchangeOrderId }, ({ id }) => id === exchangeOrderId);
}

/** By the only id that an order has there. */
async function findOnly(exchange: CcxtExchange, id: string, symbol: string): Promise<CcxtOrder | undefined> {
  // The library makes an order of nothing out of an empty list, which the history answers where it has none.
  const past = await exchange.fetchOrder(id, symbol, {});
  return isSome(past) ? past : (await exchange.fetchOpenOrders(symbol)).find((each) => each.clientOrderId === id);
}

/** In its lists, which are asked for this order alone. */
async function findListed(
  exchange: CcxtExchange,
  symbol: string,
  params: Readonly<Record<string, string>>,
  isIt: (order: CcxtOrder) => boolean,
): Promise<CcxtOrder | undefined> {
  const open = await exchange.fetchOpenOrders(symbol, undefined, undefined, params);
  return open.find(isIt) ?? (await finalOnes(exchange, symbol, undefined, FEW, params)).find(isIt);
}

function understood(found: CcxtOrder): CcxtOrder {
  if (isSome(found) && !isFilledByNothing(found)) return found;
  throw new ExchangeFailure("unavailable", "other", "The exchange's answer about an order was not understood");
}

function isSome({ id }: CcxtOrder): boolean {
  return id !== undefined && id !== "";
}

/** Final orders of a market, some open ones among them. */
export async function listClosedOrders(
  exchange: CcxtExchange,
  symbol: string,
  { sinceMs, limit }: { readonly sinceMs?: number; readonly limit: number },
): Promise<readonly CcxtOrder[]> {
  return await finalOnes(exchange, symbol, sinceMs, limit, {});
}

async function finalOnes(
  exchange: CcxtExchange,
  symbol: string,
  sinceMs: number | undefined,
  limit: number,
  params: Readonly<Record<string, string>>,
): Promise<readonly CcxtOrder[]> {
  const { has } = exchange;
  const { mostEnded = MAX_LISTED } = quirksOf(exchange.id);
  const most = Math.min(limit, mostEnded);
  if (has["fetchCanceledAndClosedOrders"] === true) {
    return await exchange.fetchCanceledAndClosedOrders(symbol, sinceMs, most, params);
  }
  if (has["fetchOrders"] === true) {
    return await exchange.fetchOrders(symbol, sinceMs, Math.min(limit + MAX_OPEN, mostEnded), params);
  }
  if (has["fetchClosedOrders"] === true) return await exchange.fetchClosedOrders(symbol, sinceMs, most, params);
  throw new ExchangeFailure("rejected", "unsupported", "The exchange does not list final orders");
}
