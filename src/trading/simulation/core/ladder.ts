/**
 * One side of a book: the prices at which something is offered, sorted, and at each price the orders in the order of
 * their coming. Near the best price, where nearly everything happens, finding, adding and removing cost next to nothing:
 * the best level is the last of an array.
 */
import type { KeptOrder } from "./kept-order.ts";
import { ticksOf, type MarketRules } from "./market-rules.ts";

/** All orders at one price, first come first. */
export class Level {
  /** The price in ticks, with the sign that makes a better price a greater key. */
  readonly key: number;
  readonly price: bigint;
  quantity = 0n;
  first: KeptOrder | undefined = undefined;
  last: KeptOrder | undefined = undefined;

  constructor(key: number, price: bigint) {
    this.key = key;
    this.price = price;
  }
}

export class Ladder {
  /** Greater is better: 1 where the highest price comes first, -1 where the lowest does. */
  readonly #sign: 1 | -1;
  readonly #rules: MarketRules;
  /** Worst first. */
  readonly #levels: Level[] = [];

  constructor(first: "highest" | "lowest", rules: MarketRules) {
    this.#sign = first === "highest" ? 1 : -1;
    this.#rules = rules;
  }

  get best(): Level | undefined {
    return this.#levels[this.#levels.length - 1];
  }

  /** The level `depth` places behind the best; undefined past the last. */
  at(depth: number): Level | undefined {
    return this.#levels[this.#levels.length - 1 - depth];
  }

  /** The key of a level at this price. Levels whose key is at least this are at least as good. */
  keyOf(price: bigint): number {
    return this.#sign * ticksOf(this.#rules, price);
  }

  /** Puts an order behind all others of `price`. */
  add(order: KeptOrder, price: bigint): Level {
    const level = this.#levelAt(this.keyOf(price), price);
    order.level = level;
    order.previous = level.last;
    if (level.last) level.last.next = order;
    else level.first = order;
    level.last = order;
    level.quantity += order.remaining;
    return level;
  }

  /** Takes an order out, with what remains of it. */
  remove(order: KeptOrder): Level | undefined {
    const { level, previous, next } = order;
    if (!level) return undefined;
    if (previous) previous.next = next;
    else level.first = next;
    if (next) next.previous = previous;
    else level.last = previous;
    order.level = undefined;
    order.previous = undefined;
    order.next = undefined;
    level.quantity -= order.remaining;
    if (!level.first) this.#drop(level.key);
    return level;
  }

  #levelAt(key: number, price: bigint): Level {
    const levels = this.#levels;
    const best = levels[levels.length - 1];
    if (!best || key > best.key) {
      const level = new Level(key, price);
      levels.push(level);
      return level;
    }
    const index = this.#indexOf(key);
    const found = levels[index];
    if (found?.key === key) return found;
    const level = new Level(key, price);
    levels.splice(index, 0, level);
    return level;
  }

  #drop(key: number): void {
    const index = this.#indexOf(key);
    if (index === this.#levels.length - 1) this.#levels.pop();
    else this.#levels.splice(index, 1);
  }

  /** The first index whose key is at least `key`. Looks near the best first, where it mostly is. */
  #indexOf(key: number): number {
    const levels = this.#levels;
    let high = levels.length;
    let low = high - 1;
    for (let width = 4; low > 0 && (levels[low] as Level).key >= key; width *= 2) {
      high = low;
      low = Math.max(0, low - width);
    }
    low = Math.max(0, low);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((levels[middle] as Level).key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
