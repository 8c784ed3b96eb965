/**
 * The traders of a simulated market without customers: a market maker, who keeps levels on both sides around the price
 * path, and passers-by, who take. They send commands as everybody does, so that the book and the trades are one story,
 * and customers trade with them.
 */
import type { Command, EngineEvent } from "./commands.ts";
import type { SeededNumbers } from "./seeded-numbers.ts";
import type { PriceAt } from "./synthetic-market.ts";

export const MAKER = "maker";
export const PASSERS_BY = "passers-by";

/** How a market is traded. */
export interface TradingHabit {
  readonly marketId: string;
  readonly tick: bigint;
  readonly step: bigint;
  /** How many base units stand at a level near the best price, about. */
  readonly levelAmount: number;
  /** Half of the distance between best bid and best ask, as a fraction of the price. */
  readonly halfSpread: number;
  /** The part of the steps with a taker, from 0 to 1. */
  readonly takers: number;
}

/** Sends a command to the venue and answers what happened. */
export type Send = (command: Command) => readonly EngineEvent[];

interface Quote {
  readonly ticks: number;
  readonly orderId: number;
}

/** At least this many levels a side are kept, and at most a few more. */
const LEVELS = 14;
const SPARE_LEVELS = 4;
/** Distance of neighbouring levels, as a fraction of the price. */
const LEVEL_DISTANCE = 0.00012;
const UNITS = 1e8;

export class Traders {
  readonly #habit: TradingHabit;
  readonly #priceAt: PriceAt;
  readonly #random: SeededNumbers;
  readonly #send: Send;
  readonly #tickSize: number;
  readonly #minAmount: bigint;
  /** The maker's open orders, best first. */
  readonly #bids: Quote[] = [];
  readonly #asks: Quote[] = [];
  /** Orders that were filled while the last one was placed. */
  readonly #filledMeanwhile: number[] = [];

  constructor(habit: TradingHabit, priceAt: PriceAt, random: SeededNumbers, minAmount: bigint, send: Send) {
    this.#habit = habit;
    this.#priceAt = priceAt;
    this.#random = random;
    this.#send = send;
    this.#minAmount = minAmount;
    this.#tickSize = Number(habit.tick) / UNITS;
  }

  /** Everybody looks at the price once and does what he does. */
  step(atMs: number): void {
    const price = this.#priceAt(atMs);
    const half = this.#habit.halfSpread * (0.7 + 0.6 * this.#random.next());
    const bid = Math.max(1, Math.floor((price * (1 - half)) / this.#tickSize));
    const ask = Math.max(bid + 1, Math.ceil((price * (1 + half)) / this.#tickSize));
    // First away from where the other side is to stand, then there: the maker never meets himself.
    this.#withdraw(this.#bids, (ticks) => ticks > bid, atMs);
    this.#withdraw(this.#asks, (ticks) => ticks < ask, atMs);
    const distance = Math.max(1, Math.round((price * LEVEL_DISTANCE) / this.#tickSize));
    this.#offer("buy", this.#bids, bid, -distance, atMs);
    this.#offer("sell", this.#asks, ask, distance, atMs);
    if (this.#random.next() < 0.4) this.#resize(atMs);
    if (this.#random.next() < this.#habit.takers) this.#take(atMs);
  }

  /** Hears of an order of the maker that is filled. */
  filled(orderId: number): void {
    this.#filledMeanwhile.push(orderId);
    for (const side of [this.#bids, this.#asks]) {
      const place = side.findIndex((quote) => quote.orderId === orderId);
      if (place !== -1) side.splice(place, 1);
    }
  }

  #withdraw(side: Quote[], isWrong: (ticks: number) => boolean, atMs: number): void {
    for (let best = side[0]; best && isWrong(best.ticks); best = side[0]) {
      side.shift();
      this.#cancel(best, atMs);
    }
  }

  #offer(name: "buy" | "sell", side: Quote[], best: number, away: number, atMs: number): void {
    const top = side[0];
    // Inner levels, from the best down to the first that is already there.
    if (!top || Math.abs(best - top.ticks) >= Math.abs(away)) {
      const last = top ? top.ticks : best + away * LEVELS;
      const inner: number[] = [];
      for (let ticks = best; away < 0 ? ticks > last : ticks < last; ticks += this.#apart(away)) inner.push(ticks);
      inner.length = Math.min(inner.length, LEVELS);
      // The nearest to the middle last, so that what crosses a customer's order crosses it at the best price for him.
      for (const ticks of inner.reverse()) this.#place(name, side, ticks, atMs);
    }
    while (side.length < LEVELS) {
      const ticks = (side.at(-1)?.ticks ?? best) + this.#apart(away);
      if (ticks < 1 || !this.#place(name, side, ticks, atMs)) break;
    }
    while (side.length > LEVELS + SPARE_LEVELS) {
      const farthest = side.pop();
      if (farthest) this.#cancel(farthest, atMs);
    }
  }

  #apart(away: number): number {
    const apart = Math.max(1, Math.round(Math.abs(away) * (0.5 + this.#random.next())));
    return away < 0 ? -apart : apart;
  }

  /** Answers whether the order rests now. */
  #place(name: "buy" | "sell", side: Quote[], ticks: number, atMs: number): boolean {
    this.#filledMeanwhile.length = 0;
    const [first] = this.#send({
      kind: "place",
      account: MAKER,
      marketId: this.#habit.marketId,
      clientOrderId: "",
      side: name,
      type: "limit",
      amount: this.#levelAmount(),
      price: BigInt(ticks) * this.#habit.tick,
      timeInForce: "GTC",
      postOnly: false,
      atMs,
    });
    if (first?.kind !== "order" || this.#filledMeanwhile.includes(first.order.orderId)) return false;
    const quote = { ticks, orderId: first.order.orderId };
    const place = side.findIndex((each) => (name === "buy" ? each.ticks < ticks : each.ticks > ticks));
    side.splice(place === -1 ? side.length : place, 0, quote);
    return true;
  }

  #resize(atMs: number): void {
    const side = this.#random.below(2) === 0 ? this.#bids : this.#asks;
    const quote = side[this.#random.below(Math.min(6, side.length))];
    if (!quote) return;
    const order = { orderId: quote.orderId };
    const { marketId } = this.#habit;
    this.#send({ kind: "amend", account: MAKER, marketId, order, amount: this.#levelAmount(), atMs });
  }

  #take(atMs: number): void {
    const { marketId, levelAmount } = this.#habit;
    const size = levelAmount * this.#random.next() ** 2 * 1.6;
    const side = this.#random.below(2) === 0 ? "buy" : "sell";
    this.#send({
      kind: "place",
      account: PASSERS_BY,
      marketId,
      clientOrderId: "",
      side,
      type: "market",
      amount: this.#wholeSteps(size),
      timeInForce: "IOC",
      postOnly: false,
      atMs,
    });
  }

  #cancel(quote: Quote, atMs: number): void {
    const { marketId } = this.#habit;
    this.#send({ kind: "cancel", account: MAKER, marketId, order: { orderId: quote.orderId }, atMs });
  }

  #levelAmount(): bigint {
    return this.#wholeSteps(this.#habit.levelAmount * (0.3 + 1.4 * this.#random.next()));
  }

  #wholeSteps(amount: number): bigint {
    const units = BigInt(Math.round(amount * UNITS));
    const whole = units - (units % this.#habit.step);
    return whole < this.#minAmount ? this.#minAmount : whole;
  }
}
