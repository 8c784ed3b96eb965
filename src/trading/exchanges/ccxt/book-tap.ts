/**
 * Reads the changes of a book from the library's own book as they are stored, so that a change of two levels costs two
 * levels and not a copy of a thousand.
 */
import type { Market } from "../port.ts";
import type { CcxtBook, CcxtExchange, CcxtSide } from "./library.ts";

/** Levels of one side that changed since the last look: price, quantity, price, quantity. */
class PendingLevels {
  #levels = new Float64Array(64);
  #length = 0;

  add(price: number, quantity: number): void {
    if (this.#length === this.#levels.length) {
      const grown = new Float64Array(this.#length * 2);
      grown.set(this.#levels);
      this.#levels = grown;
    }
    this.#levels[this.#length] = price;
    this.#levels[this.#length + 1] = quantity;
    this.#length += 2;
  }

  /** Returns the changes, and restarts. */
  take(): Float64Array {
    const taken = this.#levels.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  clear(): void {
    this.#length = 0;
  }
}

/** The tap on one book of the library. */
export class BookTap {
  readonly #bids = new PendingLevels();
  readonly #asks = new PendingLevels();
  readonly #bidSide: CcxtSide;
  readonly #askSide: CcxtSide;
  /** Changes can be reported one by one; of books of single orders they cannot. */
  readonly #isIncremental: boolean;
  /** The whole book has to be read: it is new, or was restarted. */
  #isWhole = true;

  constructor(book: CcxtBook, isCounted: boolean) {
    this.#bidSide = book.bids;
    this.#askSide = book.asks;
    this.#isIncremental = book.bids.hashmap === undefined;
    if (!this.#isIncremental) return;
    this.#tapSide(book.bids, this.#bids, isCounted);
    this.#tapSide(book.asks, this.#asks, isCounted);
    const { reset } = book;
    hide(book, "reset", (snapshot: unknown) => {
      this.restart();
      return reset.call(book, snapshot);
    });
  }

  /** The next look is at the whole book. */
  restart(): void {
    this.#isWhole = true;
    this.#bids.clear();
    this.#asks.clear();
  }

  /** The changes since the last look; undefined when that is the whole book. */
  take(book: CcxtBook): { readonly bids: Float64Array; readonly asks: Float64Array } | undefined {
    if (!this.isWhole(book)) return { bids: this.#bids.take(), asks: this.#asks.take() };
    this.restart();
    this.#isWhole = !this.#isIncremental;
    return undefined;
  }

  isWhole(book: CcxtBook): boolean {
    return this.#isWhole || book.bids !== this.#bidSide || book.asks !== this.#askSide;
  }

  #tapSide(side: CcxtSide, pending: PendingLevels, isCounted: boolean): void {
    const { storeArray, limit } = side;
    hide(side, "storeArray", (level: readonly (number | undefined)[]) => {
      if (!this.#isWhole) {
        const isDeleted = isCounted && !level[2];
        pending.add(level[0] ?? 0, isDeleted ? 0 : (level[1] ?? 0));
      }
      storeArray.call(side, level as number[]);
    });
    // Levels cut off at the far end would stay forever in a copy that only receives changes.
    hide(side, "limit", () => {
      const depth = side.depth ?? side.length;
      for (let index = depth; index < side.length && !this.#isWhole; index++) pending.add(side[index]?.[0] ?? 0, 0);
      limit.call(side);
    });
  }
}

/** Taps every book that an instance of the library makes from now on. */
export function tapBooks(exchange: CcxtExchange): WeakMap<object, BookTap> {
  const taps = new WeakMap<object, BookTap>();
  for (const kind of ["orderBook", "countedOrderBook", "indexedOrderBook"] as const) {
    const make = exchange[kind];
    exchange[kind] = (...args) => {
      const book = make.apply(exchange, args);
      taps.set(book, new BookTap(book, kind === "countedOrderBook"));
      return book;
    };
  }
  return taps;
}

/** Turns the quantities of levels into base units, in place. */
export function inBaseUnits(levels: Float64Array, { contractSize }: Pick<Market, "contractSize">): Float64Array {
  if (contractSize === "1") return levels;
  const size = Number(contractSize);
  for (let at = 1; at < levels.length; at += 2) levels[at] = (levels[at] ?? 0) * size;
  return levels;
}

/** Price and quantity of the best levels of a side, in the exchange's units. Orders of one price are added up. */
export function wholeSide(side: ArrayLike<ArrayLike<number>>, maxLevels: number): Float64Array {
  const levels = new Float64Array(Math.min(side.length, maxLevels) * 2);
  let at = 0;
  for (let index = 0; index < side.length && at < levels.length; index++) {
    const price = side[index]?.[0] ?? 0;
    const quantity = side[index]?.[1] ?? 0;
    if (at > 0 && levels[at - 2] === price) levels[at - 1] = (levels[at - 1] ?? 0) + quantity;
    else {
      levels[at] = price;
      levels[at + 1] = quantity;
      at += 2;
    }
  }
  return at === levels.length ? levels : levels.slice(0, at);
}

function hide(of: object, name: string, value: unknown): void {
  Object.defineProperty(of, name, { value, writable: true, configurable: true, enumerable: false });
}
