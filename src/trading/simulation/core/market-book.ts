/** Both sides of one market, and the stop orders that wait for its price. */
import type { EngineEvent } from "./commands.ts";
import type { KeptOrder } from "./kept-order.ts";
import { Ladder, type Level } from "./ladder.ts";
import type { MarketRules } from "./market-rules.ts";

export class MarketBook {
  readonly rules: MarketRules;
  readonly bids: Ladder;
  readonly asks: Ladder;
  /** Fire when the price rises to theirs: the lowest first. */
  readonly #buyStops: Ladder;
  /** Fire when the price falls to theirs: the highest first. */
  readonly #sellStops: Ladder;
  sequence = 0;
  /** Price of the last trade; undefined before the first. */
  lastPrice: bigint | undefined = undefined;

  constructor(rules: MarketRules) {
    this.rules = rules;
    this.bids = new Ladder("highest", rules);
    this.asks = new Ladder("lowest", rules);
    this.#buyStops = new Ladder("lowest", rules);
    this.#sellStops = new Ladder("highest", rules);
  }

  /** The side that an order of this side takes from. */
  against(isBuy: boolean): Ladder {
    return isBuy ? this.asks : this.bids;
  }

  /** A limit order at this price would trade at once. */
  crosses(isBuy: boolean, price: bigint): boolean {
    const best = this.against(isBuy).best;
    return best !== undefined && (isBuy ? best.price <= price : best.price >= price);
  }

  /** A stop at this price has been reached already. */
  isReached(isBuy: boolean, stopPrice: bigint): boolean {
    const last = this.lastPrice;
    return last !== undefined && (isBuy ? last >= stopPrice : last <= stopPrice);
  }

  rest(order: KeptOrder, events: EngineEvent[]): void {
    const side = order.isBuy ? this.bids : this.asks;
    this.tell(side.add(order, order.price), order.isBuy, events);
  }

  wait(order: KeptOrder): void {
    (order.isBuy ? this.#buyStops : this.#sellStops).add(order, order.stopPrice);
  }

  /** Takes an open order from where it is. */
  takeOut(order: KeptOrder, events: EngineEvent[]): void {
    if (order.isWaiting) {
      (order.isBuy ? this.#buyStops : this.#sellStops).remove(order);
      return;
    }
    const level = (order.isBuy ? this.bids : this.asks).remove(order);
    if (level) this.tell(level, order.isBuy, events);
  }

  /** Takes out all stop orders whose price is reached, buys before sells, the first reached first. */
  takeFired(fired: KeptOrder[]): void {
    const last = this.lastPrice;
    if (last === undefined) return;
    for (let buys = this.#buyStops.best; buys?.first && buys.price <= last; buys = this.#buyStops.best) {
      fired.push(buys.first);
      this.#buyStops.remove(buys.first);
    }
    for (let sells = this.#sellStops.best; sells?.first && sells.price >= last; sells = this.#sellStops.best) {
      fired.push(sells.first);
      this.#sellStops.remove(sells.first);
    }
  }

  tell(level: Level, isBid: boolean, events: EngineEvent[]): void {
    events.push({
      kind: "level",
      marketId: this.rules.id,
      side: isBid ? "bid" : "ask",
      price: level.price,
      quantity: level.quantity,
      sequence: ++this.sequence,
    });
  }
}
