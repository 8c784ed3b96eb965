/** The capabilities of an exchange, from the library's description of it. */
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { AccountType, Capabilities, OrderType } from "../port.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import type { CcxtExchange } from "./library.ts";
import { maxDepthOf, quirksOf } from "./quirks.ts";

const ACCOUNT_TYPES: readonly AccountType[] = ["spot", "margin", "swap", "future"];

/** The types that are connected. Where none are asked for: spot, or all that an exchange without it has. */
export function accountTypesOf(
  { has }: CcxtExchange,
  asked: readonly AccountType[] | undefined,
): readonly AccountType[] {
  return asked ?? (has["spot"] === true ? ["spot"] : ACCOUNT_TYPES.filter((type) => has[type] === true));
}

/** @param types of markets that are connected */
export function capabilitiesOf(exchange: CcxtExchange, types: readonly AccountType[]): Capabilities {
  const { id, has } = exchange;
  const rules = clientOrderIdRules(id);
  const { ignoresTerms = false, pushesByMarket = false, endedDays, fillDays } = quirksOf(id);
  return {
    orderTypes: orderTypesOf(exchange),
    timeInForce: ignoresTerms ? ["GTC"] : ["GTC", "IOC", "FOK"],
    postOnly: !ignoresTerms,
    amend: rules?.amends === true && has["editOrder"] === true,
    cancelAll: has["cancelAllOrders"] === true,
    clientOrderIds: rules !== undefined,
    orderStream: has["watchOrders"] === true && !pushesByMarket,
    tradeStream: has["watchTrades"] === true,
    candleIntervals: has["fetchOHLCV"] === true ? Object.keys(exchange.timeframes ?? {}).filter(isMinutes) : [],
    maxDepth: maxDepthOf(id),
    accountTypes: ACCOUNT_TYPES.filter((type) => has[type] === true && types.includes(type)),
    leverage: has["setLeverage"] === true && types.some((type) => type !== "spot"),
    ...(endedDays !== undefined && { endedOrdersMs: endedDays * DAY_MS }),
    ...(fillDays !== undefined && { fillsMs: fillDays * DAY_MS }),
  };
}

/** Few exchanges have candles of seconds, and nothing here uses them. */
function isMinutes(interval: string): boolean {
  return !interval.endsWith("s");
}

function orderTypesOf({ id, has, options }: CcxtExchange): readonly OrderType[] {
  const types: OrderType[] = [];
  if (has["createLimitOrder"] !== false && has["createOrder"] === true) types.push("limit");
  // Where the library turns the amount of a purchase into quote units, what would be bought is not what was ordered.
  if (has["createMarketOrder"] !== false && has["createOrder"] === true && !buysByQuote(options)) types.push("market");
  if (quirksOf(id).takesStops !== true) return types;
  if (has["createStopMarketOrder"] === true || has["createStopOrder"] === true) types.push("stop");
  if (has["createStopLimitOrder"] === true || has["createStopOrder"] === true) types.push("stop_limit");
  return types;
}

function buysByQuote(options: Readonly<Record<string, unknown>>): boolean {
  const createOrder = options["createOrder"];
  const nested = typeof createOrder === "object" && createOrder !== null ? createOrder : {};
  return "createMarketBuyOrderRequiresPrice" in options || "createMarketBuyOrderRequiresPrice" in nested;
}
