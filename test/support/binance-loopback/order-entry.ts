/** Orders as Binance's customers write them, brought to the matching engine, and its refusals in Binance's words. */
import { randomBytes } from "node:crypto";
import type { OrderType, TimeInForce } from "../../../src/trading/exchanges/index.ts";
import type {
  EngineOrder,
  OrderKey,
  PlaceCommand,
  RejectReason,
} from "../../../src/trading/simulation/core/commands.ts";
import type { LoopbackAccount } from "./accounts.ts";
import {
  BinanceError,
  filterFailure,
  illegalCharacters,
  missing,
  notRequired,
  orderDoesNotExist,
  orderRejected,
  unknownOrderSent,
} from "./binance-error.ts";
import { LIMITS } from "./exchange-info.ts";
import { canceledView, newOrderView } from "./order-views.ts";
import { decimal, optionalInteger, required, requiredDecimal, type Parameters } from "./parameters.ts";
import type { SeededMarket } from "./seeded-markets.ts";
import type { Venue } from "./venue.ts";

const CLIENT_ORDER_ID = /^[a-zA-Z0-9-_]{1,36}$/;
const ONE = 100_000_000n;

const TYPES: Readonly<Record<string, { readonly type: OrderType; readonly isPriced: boolean }>> = {
  LIMIT: { type: "limit", isPriced: true },
  LIMIT_MAKER: { type: "limit", isPriced: true },
  MARKET: { type: "market", isPriced: false },
  STOP_LOSS: { type: "stop", isPriced: false },
  STOP_LOSS_LIMIT: { type: "stop_limit", isPriced: true },
};

/** Places an order and answers as `newOrderRespType` asks. @throws BinanceError */
export function placeOrder(venue: Venue, { account }: LoopbackAccount, parameters: Parameters): object {
  const market = venue.market(required(parameters, "symbol"));
  const command = readOrder(venue, account, market, parameters);
  const fillsBefore = venue.fills(account).at(-1);
  const events = venue.apply(command);
  const [first] = events;
  if (first?.kind === "rejected") throw refusal(first.reason, command.type);
  const { clientOrderId } = command;
  const order = venue.engine.order(account, market.id, { clientOrderId });
  if (!order) throw new BinanceError(500, -1000, "An unknown error occurred while processing the request.");
  const fills = venue.fills(account);
  const made = fills.slice(fillsBefore ? fills.lastIndexOf(fillsBefore) + 1 : 0).filter(({ isMaker }) => !isMaker);
  const responseType = parameters.get("newOrderRespType") ?? (command.type.startsWith("stop") ? "ACK" : "FULL");
  return newOrderView(order, made, responseType);
}

/** Cancels an open order. @throws BinanceError -2011 */
export function cancelOrder(venue: Venue, { account }: LoopbackAccount, parameters: Parameters): object {
  const market = venue.market(required(parameters, "symbol"));
  const key = orderKey(parameters);
  const open = venue.engine.order(account, market.id, key);
  if (open?.state !== "open") throw unknownOrderSent();
  venue.apply({ kind: "cancel", account, marketId: market.id, order: key, atMs: venue.nowMs() });
  return canceled(venue, open, parameters.get("newClientOrderId"));
}

/** Cancels all open orders of one market. @throws BinanceError -2011 when there is none */
export function cancelAll(venue: Venue, { account }: LoopbackAccount, parameters: Parameters): object[] {
  const market = venue.market(required(parameters, "symbol"));
  const open = venue.engine.openOrders(account, market.id);
  if (open.length === 0) throw unknownOrderSent();
  return open.map((order) => {
    const { orderId } = order;
    venue.apply({ kind: "cancel", account, marketId: market.id, order: { orderId }, atMs: venue.nowMs() });
    return canceled(venue, order, undefined);
  });
}

/** Cancels one order and places another. @throws BinanceError -2021 or -2022 with what became of either half */
export function cancelReplace(venue: Venue, account: LoopbackAccount, parameters: Parameters): object {
  const mode = required(parameters, "cancelReplaceMode");
  const cancelParameters = new Map(
    [...parameters]
      .filter(([name]) => name === "symbol" || name.startsWith("cancel"))
      .map(([name, value]) => [CANCEL_NAMES[name] ?? name, value]),
  );
  const cancelAnswer = attempt(() => cancelOrder(venue, account, cancelParameters));
  if (cancelAnswer.error && mode === "STOP_ON_FAILURE") {
    throw new BinanceError(400, -2022, "Order cancel-replace failed.", {
      cancelResult: "FAILURE",
      newOrderResult: "NOT_ATTEMPTED",
      cancelResponse: cancelAnswer.error.body,
      newOrderResponse: null,
    });
  }
  const newAnswer = attempt(() => placeOrder(venue, account, parameters));
  const outcome = {
    cancelResult: cancelAnswer.error ? "FAILURE" : "SUCCESS",
    newOrderResult: newAnswer.error ? "FAILURE" : "SUCCESS",
    cancelResponse: cancelAnswer.error?.body ?? cancelAnswer.value,
    newOrderResponse: newAnswer.error?.body ?? newAnswer.value,
  };
  if (cancelAnswer.error && newAnswer.error) {
    throw new BinanceError(400, -2022, "Order cancel-replace failed.", outcome);
  }
  if (cancelAnswer.error || newAnswer.error) {
    throw new BinanceError(409, -2021, "Order cancel-replace partially failed.", outcome);
  }
  return outcome;
}

/** Looks up an order of whatever state. @throws BinanceError -2013 */
export function findOrder(venue: Venue, { account }: LoopbackAccount, parameters: Parameters): EngineOrder {
  const market = venue.market(required(parameters, "symbol"));
  const order = venue.engine.order(account, market.id, orderKey(parameters));
  if (!order) throw orderDoesNotExist();
  return order;
}

const CANCEL_NAMES: Readonly<Record<string, string>> = {
  cancelOrderId: "orderId",
  cancelOrigClientOrderId: "origClientOrderId",
  cancelNewClientOrderId: "newClientOrderId",
};

function attempt(run: () => object): { readonly value?: object; readonly error?: BinanceError } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof BinanceError) return { error };
    throw error;
  }
}

function canceled(venue: Venue, order: EngineOrder, cancelId = randomClientId()): object {
  const now = venue.engine.order(order.account, order.marketId, { orderId: order.orderId });
  return canceledView(now ?? order, cancelId);
}

function orderKey(parameters: Parameters): OrderKey {
  const orderId = optionalInteger(parameters, "orderId");
  if (orderId !== undefined) return { orderId };
  const clientOrderId = parameters.get("origClientOrderId") ?? "";
  if (clientOrderId === "") {
    throw new BinanceError(
      400,
      -1102,
      "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
    );
  }
  return { clientOrderId };
}

function readOrder(venue: Venue, account: string, market: SeededMarket, parameters: Parameters): PlaceCommand {
  const side = required(parameters, "side");
  if (side !== "BUY" && side !== "SELL") throw new BinanceError(400, -1117, "Invalid side.");
  const typeName = required(parameters, "type");
  if (typeName.startsWith("TAKE_PROFIT")) throw orderRejected("Take profit orders are not supported for this symbol.");
  const found = TYPES[typeName];
  if (!found) throw new BinanceError(400, -1116, "Invalid orderType.");
  const { type, isPriced } = found;
  if (!isPriced && parameters.has("price")) throw notRequired("price");
  const price = isPriced ? requiredDecimal(parameters, "price") : undefined;
  const stopPrice = type.startsWith("stop") ? requiredDecimal(parameters, "stopPrice") : undefined;
  if (!stopPrice && parameters.has("stopPrice")) throw notRequired("stopPrice");
  const clientOrderId = parameters.get("newClientOrderId") ?? randomClientId();
  if (!CLIENT_ORDER_ID.test(clientOrderId)) throw illegalCharacters("newClientOrderId", "^[a-zA-Z0-9-_]{1,36}$");
  const amount = readAmount(venue, market, type, side === "BUY", parameters);
  checkFilters(venue, account, market, { price, amount, type });
  return {
    kind: "place",
    account,
    marketId: market.id,
    clientOrderId,
    side: side === "BUY" ? "buy" : "sell",
    type,
    amount,
    ...(price === undefined ? {} : { price }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    timeInForce: readTimeInForce(typeName, parameters),
    postOnly: typeName === "LIMIT_MAKER",
    atMs: venue.nowMs(),
  };
}

function readTimeInForce(typeName: string, parameters: Parameters): TimeInForce {
  const isTaken = typeName === "LIMIT" || typeName === "STOP_LOSS_LIMIT";
  if (!isTaken) {
    if (parameters.has("timeInForce")) throw notRequired("timeInForce");
    return "GTC";
  }
  const text = required(parameters, "timeInForce");
  if (text !== "GTC" && text !== "IOC" && text !== "FOK") throw new BinanceError(400, -1115, "Invalid timeInForce.");
  return text;
}

function readAmount(venue: Venue, market: SeededMarket, type: OrderType, isBuy: boolean, from: Parameters): bigint {
  const quantity = decimal(from, "quantity");
  const quoteQuantity = decimal(from, "quoteOrderQty");
  if (type !== "market") {
    if (quoteQuantity !== undefined) throw notRequired("quoteOrderQty");
    if (quantity === undefined) throw missing("quantity");
    return quantity;
  }
  if (quantity !== undefined && quoteQuantity !== undefined) throw notRequired("quoteOrderQty");
  if (quantity !== undefined) return quantity;
  if (quoteQuantity === undefined) {
    throw new BinanceError(400, -1102, "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!");
  }
  return spend(venue, market, isBuy, quoteQuantity);
}

/** How much this many quote units buy or must be sold for, at what is offered now, in whole steps. */
function spend(venue: Venue, market: SeededMarket, isBuy: boolean, quoteQuantity: bigint): bigint {
  const { bids, asks } = venue.engine.book(market.id, 1000);
  let left = quoteQuantity;
  let amount = 0n;
  for (const [price, quantity] of isBuy ? asks : bids) {
    const most = (left * ONE) / price;
    const taken = most < quantity ? most : quantity;
    amount += taken;
    left -= (taken * price) / ONE;
    if (taken < quantity) break;
  }
  const step = LIMITS.step(market);
  return amount - (amount % step);
}

function checkFilters(
  venue: Venue,
  account: string,
  market: SeededMarket,
  { price, amount, type }: { readonly price: bigint | undefined; readonly amount: bigint; readonly type: OrderType },
): void {
  if (price !== undefined && price > LIMITS.maxPrice) throw filterFailure("PRICE_FILTER");
  if (amount > LIMITS.maxAmount) throw filterFailure("LOT_SIZE");
  if (type === "market" && amount > LIMITS.maxMarketAmount) throw filterFailure("MARKET_LOT_SIZE");
  if (venue.engine.openOrders(account, market.id).length >= LIMITS.openOrders) throw filterFailure("MAX_NUM_ORDERS");
}

function refusal(reason: RejectReason, type: OrderType): BinanceError {
  switch (reason) {
    case "unknownMarket":
      return new BinanceError(400, -1013, "Market is closed.");
    case "unknownOrder":
      return unknownOrderSent();
    case "duplicateClientOrderId":
      return orderRejected("Duplicate order sent.");
    case "priceFilter":
      return filterFailure("PRICE_FILTER");
    case "lotSize":
      return filterFailure("LOT_SIZE");
    case "minNotional":
      return filterFailure("NOTIONAL");
    case "insufficientFunds":
      return orderRejected("Account has insufficient balance for requested action.");
    case "wouldTake":
      return orderRejected("Order would immediately match and take.");
    case "wouldTriggerAtOnce":
      return orderRejected("Stop price would trigger immediately.");
    case "noLiquidity":
      return orderRejected("Order book liquidity is less than `LOT_SIZE` filter minimum quantity.");
    case "badCommand":
      return orderRejected(`Unsupported order combination for ${type}.`);
  }
}

function randomClientId(): string {
  return randomBytes(11).toString("hex");
}
