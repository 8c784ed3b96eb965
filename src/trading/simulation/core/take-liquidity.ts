/** How an order takes from the other side of the book, and who pays what to whom. */
import type { Account } from "./account.ts";
import type { EngineEvent } from "./commands.ts";
import type { KeptOrder } from "./kept-order.ts";
import type { Level } from "./ladder.ts";
import type { MarketBook } from "./market-book.ts";
import { feeOf, valueOf, valueToHold } from "./market-rules.ts";
import { ONE } from "../../../kit/money/amount.ts";

export interface Taken {
  readonly lastTradeId: number;
  /** It stopped before an order of its own account. */
  readonly metItself: boolean;
}

/**
 * Trades the order against the book until nothing remains, no good price is left, it meets its own account, or, where
 * it has no price, its money is used up. Orders that are filled whole are closed, the taker is not.
 */
export function takeLiquidity(
  book: MarketBook,
  taker: KeptOrder,
  fees: Account,
  tradeIdBefore: number,
  atMs: number,
  events: EngineEvent[],
): Taken {
  const against = book.against(taker.isBuy);
  const isMarket = hasNoLimit(taker);
  const worstKey = isMarket ? -Infinity : against.keyOf(taker.price);
  let lastTradeId = tradeIdBefore;
  let metItself = false;
  let isBroke = false;
  while (taker.remaining > 0n && !metItself && !isBroke) {
    const level = against.best;
    if (!level || level.key < worstKey) break;
    const before = lastTradeId;
    for (let maker = level.first; maker && taker.remaining > 0n; maker = level.first) {
      if (maker.owner === taker.owner) {
        metItself = true;
        break;
      }
      const quantity = tradable(book, taker, maker, isMarket);
      if (quantity === 0n) {
        isBroke = true;
        break;
      }
      trade(book, taker, maker, quantity, fees, ++lastTradeId, atMs, events);
      if (maker.remaining === 0n) {
        against.remove(maker);
        maker.owner.close(maker);
      }
    }
    if (lastTradeId !== before) book.tell(level, !taker.isBuy, events);
  }
  return { lastTradeId, metItself };
}

/** The book holds all that the order wants, at its price, before anything of its own account. */
export function canFillWhole(book: MarketBook, order: KeptOrder): boolean {
  const against = book.against(order.isBuy);
  const worstKey = against.keyOf(order.price);
  let missing = order.remaining;
  for (let place = 0; missing > 0n; place++) {
    const level = against.at(place);
    if (!level || level.key < worstKey) return false;
    for (let maker = level.first; maker && missing > 0n; maker = maker.next) {
      if (maker.owner === order.owner) return false;
      missing -= maker.remaining;
    }
  }
  return true;
}

/** The quantity that a market order to buy can pay for at a level, in whole steps. */
export function affordable(free: bigint, price: bigint, step: bigint): bigint {
  const quantity = (free * ONE) / price;
  return quantity - (quantity % step);
}

function hasNoLimit(order: KeptOrder): boolean {
  return order.type === "market" || order.type === "stop";
}

function tradable(book: MarketBook, taker: KeptOrder, maker: KeptOrder, isMarket: boolean): bigint {
  const quantity = taker.remaining < maker.remaining ? taker.remaining : maker.remaining;
  if (!isMarket || !taker.isBuy) return quantity;
  if (valueOf(maker.price, quantity) <= taker.quote.free) return quantity;
  const most = affordable(taker.quote.free, maker.price, book.rules.step);
  return most < quantity ? most : quantity;
}

function trade(
  book: MarketBook,
  taker: KeptOrder,
  maker: KeptOrder,
  quantity: bigint,
  fees: Account,
  tradeId: number,
  atMs: number,
  events: EngineEvent[],
): void {
  const { rules } = book;
  const price = maker.price;
  const value = valueOf(price, quantity);
  (maker.level as Level).quantity -= quantity;
  advance(taker, quantity, value, atMs);
  advance(maker, quantity, value, atMs);
  payFromHeld(maker, quantity, value, rules.isExact);
  const received = taker.isBuy ? quantity : value;
  const paid = taker.isBuy ? value : quantity;
  if (taker.isBuy) taker.quote.free -= value;
  else taker.base.free -= quantity;

  const takerCurrency = taker.isBuy ? rules.base : rules.quote;
  const makerCurrency = taker.isBuy ? rules.quote : rules.base;
  const takerFee = charge(fees, takerCurrency, received, rules.takerFee);
  const makerFee = charge(fees, makerCurrency, paid, rules.makerFee);
  (taker.isBuy ? taker.base : taker.quote).free += received - takerFee;
  (taker.isBuy ? maker.quote : maker.base).free += paid - makerFee;

  book.lastPrice = price;
  events.push({
    kind: "trade",
    marketId: rules.id,
    tradeId,
    price,
    quantity,
    takerSide: taker.side,
    taker: taker.copy(),
    maker: maker.copy(),
    takerFee: { currency: takerCurrency, amount: takerFee },
    makerFee: { currency: makerCurrency, amount: makerFee },
    atMs,
  });
}

function advance(order: KeptOrder, quantity: bigint, value: bigint, atMs: number): void {
  order.remaining -= quantity;
  order.filled += quantity;
  order.cost += value;
  order.updatedMs = atMs;
  if (order.remaining === 0n) order.state = "filled";
}

/** Pays from the order's reservation, and releases what its rest cannot cost any more. */
function payFromHeld(maker: KeptOrder, quantity: bigint, value: bigint, isExact: boolean): void {
  if (!maker.isBuy) {
    maker.held -= quantity;
    maker.base.held -= quantity;
    return;
  }
  const stays = isExact ? maker.held - value : valueToHold(maker.price, maker.remaining);
  const leaves = maker.held - stays;
  maker.held = stays;
  maker.quote.held -= leaves;
  maker.quote.free += leaves - value;
}

/** Books a fee, or a rebate as far as there is money for it; answers the fee, below zero for a rebate. */
function charge(fees: Account, currency: string, received: bigint, rate: bigint): bigint {
  if (rate === 0n) return 0n;
  const purse = fees.purse(currency);
  let fee = feeOf(received, rate);
  if (-fee > purse.free) fee = -purse.free;
  purse.free += fee;
  return fee;
}
