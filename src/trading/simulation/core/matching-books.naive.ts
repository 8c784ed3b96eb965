/** The books of the slow matching engine: worked out from the list of open orders each time. */
import { compare, type NaiveOrder } from "./matching-order.naive.ts";

export class NaiveBooks {
  readonly #open: readonly NaiveOrder[];
  /** The last price of each market. */
  readonly last = new Map<string, bigint>();

  constructor(open: readonly NaiveOrder[]) {
    this.#open = open;
  }

  /** The resting orders of the book, the first to be filled first. */
  queue(marketId: string, side: "buy" | "sell"): NaiveOrder[] {
    const sign = side === "buy" ? -1 : 1;
    return this.#open
      .filter((order) => order.marketId === marketId && order.side === side && order.state === "open")
      .filter((order) => !order.isWaiting)
      .sort((a, b) => sign * compare(a.price, b.price) || a.turn - b.turn);
  }

  offered(marketId: string, side: "buy" | "sell", price: bigint): bigint {
    const there = this.queue(marketId, side).filter((order) => order.price === price);
    return there.reduce((sum, order) => sum + order.amount - order.filled, 0n);
  }

  isReached(order: NaiveOrder): boolean {
    const last = this.last.get(order.marketId);
    return last !== undefined && (order.side === "buy" ? last >= order.stopPrice : last <= order.stopPrice);
  }

  /** Stops whose price is reached, and that are not `known` already: buys before sells, the first reached first. */
  fired(marketId: string, known: readonly NaiveOrder[]): NaiveOrder[] {
    const reached = this.#open.filter(
      (order) =>
        order.marketId === marketId &&
        order.state === "open" &&
        order.isWaiting &&
        this.isReached(order) &&
        !known.includes(order),
    );
    const buys = reached.filter((order) => order.side === "buy").sort((a, b) => compare(a.stopPrice, b.stopPrice));
    const sells = reached.filter((order) => order.side === "sell").sort((a, b) => compare(b.stopPrice, a.stopPrice));
    return [...buys, ...sells];
  }
}
