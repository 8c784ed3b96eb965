/** Why a command is refused: the filters of a market and the money of an account, in the order in which they are asked. */
import type { Account } from "./account.ts";
import type { PlaceCommand, RejectReason } from "./commands.ts";
import type { KeptOrder } from "./kept-order.ts";
import type { MarketBook } from "./market-book.ts";
import { isOnStep, isOnTick, valueToHold, type MarketRules } from "./market-rules.ts";
import { affordable } from "./take-liquidity.ts";

/** No order is larger: 22 digits before the point. */
const LARGEST = 10n ** 30n;

export interface Amendment {
  readonly price?: bigint;
  readonly amount?: bigint;
  readonly atMs: number;
}

/**
 * Why this order is not taken in; undefined when it is.
 *
 * @param isFiltered whether steps and least sizes apply to it.
 */
export function placeProblem(
  book: MarketBook,
  account: Account,
  command: PlaceCommand,
  isFiltered: boolean,
): RejectReason | undefined {
  const { rules } = book;
  const { type } = command;
  const isBuy = command.side === "buy";
  const isStop = type === "stop" || type === "stop_limit";
  const price = type === "limit" || type === "stop_limit" ? command.price : undefined;
  if (isMalformed(command)) return "badCommand";
  if (command.clientOrderId !== "" && account.hasOpen(command.clientOrderId)) return "duplicateClientOrderId";
  if (price !== undefined && isOffTick(rules, price)) return "priceFilter";
  if (isStop && isOffTick(rules, command.stopPrice ?? 0n)) return "priceFilter";
  if (isFiltered ? isOffStep(rules, command.amount) : command.amount <= 0n) return "lotSize";
  const reference = price ?? (isStop ? command.stopPrice : book.against(isBuy).best?.price);
  if (reference === undefined) return "noLiquidity";
  if (isFiltered && reference * command.amount < rules.minNotional) return "minNotional";
  if (isStop && book.isReached(isBuy, command.stopPrice ?? 0n)) return "wouldTriggerAtOnce";
  if (command.postOnly && price !== undefined && book.crosses(isBuy, price)) return "wouldTake";
  return hasFunds(rules, account, command, price, reference) ? undefined : "insufficientFunds";
}

/** Why this open order is not changed so; undefined when it is. */
export function amendProblem(book: MarketBook, order: KeptOrder, change: Amendment): RejectReason | undefined {
  const { rules } = book;
  const { price = order.price, amount = order.amount } = change;
  const hasPrice = order.type === "limit" || order.type === "stop_limit";
  if (change.price === undefined && change.amount === undefined) return "badCommand";
  if (change.price !== undefined && !hasPrice) return "badCommand";
  if (amount <= order.filled) return "badCommand";
  if (hasPrice && isOffTick(rules, price)) return "priceFilter";
  if (isOffStep(rules, amount)) return "lotSize";
  if ((hasPrice ? price : order.stopPrice) * amount < rules.minNotional) return "minNotional";
  if (order.postOnly && price !== order.price && book.crosses(order.isBuy, price)) return "wouldTake";
  const remaining = amount - order.filled;
  const needed = order.isBuy ? valueToHold(price, remaining) : remaining;
  const purse = order.isBuy ? order.quote : order.base;
  return needed <= purse.free + order.held ? undefined : "insufficientFunds";
}

function isMalformed(command: PlaceCommand): boolean {
  switch (command.type) {
    case "limit":
      return command.price === undefined || (command.postOnly && command.timeInForce !== "GTC");
    case "market":
      return command.postOnly;
    case "stop":
      return command.stopPrice === undefined || command.postOnly;
    case "stop_limit":
      return command.stopPrice === undefined || command.price === undefined || command.postOnly;
  }
}

function isOffTick(rules: MarketRules, price: bigint): boolean {
  return !isOnTick(rules, price);
}

function isOffStep(rules: MarketRules, amount: bigint): boolean {
  return amount < rules.minAmount || amount > LARGEST || !isOnStep(rules, amount);
}

function hasFunds(
  rules: MarketRules,
  account: Account,
  command: PlaceCommand,
  price: bigint | undefined,
  reference: bigint,
): boolean {
  if (command.side === "sell") return command.amount <= account.purse(rules.base).free;
  if (price !== undefined) return valueToHold(price, command.amount) <= account.purse(rules.quote).free;
  return command.type === "stop" || affordable(account.purse(rules.quote).free, reference, rules.step) > 0n;
}
