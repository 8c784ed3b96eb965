/** Looks orders up, in whatever way the exchange can. */
import { ExchangeFailure } from "../core/failure.ts";
import type { Market, OrderRef } from "../port.ts";
import { clientOrderIdRules, sentId } from "./client-order-ids.ts";
import { errorClasses } from "./error-facts.ts";
import type { CcxtExchange, CcxtOrder } from "./library.ts";
import type { PrivateInstance } from "./private-instances.ts";
import { quirksOf } from "./quirks.ts";

/** Open orders are in the same list at some exchanges: this many are asked for beside the final ones. */
const MAX_OPEN = 200;
const MAX_LISTED = 1000;
/** Our id is unique: a list that is asked for it holds one order, or a few where the exchange ignores the question. */
const FEW = 50;

/** An order by the id that we gave it; undefined when the exchange is sure that it has none. */
export async function findOrder(
  { exchange, direct }: Pick<PrivateInstance, "exchange" | "direct">,
  { clientOrderId, exchangeOrderId }: OrderRef,
  { symbol }: Market,
  code: string,
): Promise<CcxtOrder | undefined> {
  const rules = clientOrderIdRules(code);
  if (!rules) throw new ExchangeFailure("rejected", "unsupported", "Orders cannot be found by our id at this exchange");
  try {
    const isOurs = (order: CcxtOrder): boolean => order.clientOrderId === clientOrderId;
    if (rules.find === "same") {
      // The library makes an order of nothing out of an empty list, which the history answers where it has none.
      const past = await exchange.fetchOrder(clientOrderId, symbol, {});
      return isSome(past) ? past : (await exchange.fetchOpenOrders(symbol)).find(isOurs);
    }
    const params = { [rules.parameter]: sentId(code, clientOrderId) };
    if (rules.find === "order") {
      // Some exchanges of the library ask for nothing without an id of theirs. Beside ours it is passed over.
      const theirId = exchangeOrderId ?? clientOrderId;
      const found = await (direct?.find(clientOrderId, symbol) ?? exchange.fetchOrder(theirId, symbol, params));
      if (isSome(found)) return found;
      throw new ExchangeFailure("unavailable", "other", "The exchange's answer about an order was not understood");
    }
    const open = await exchange.fetchOpenOrders(symbol, undefined, undefined, params);
    return open.find(isOurs) ?? (await finalOnes(exchange, symbol, undefined, FEW, params)).find(isOurs);
  } catch (error) {
    if (errorClasses(error).includes("OrderNotFound")) return undefined;
    throw error;
  }
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
