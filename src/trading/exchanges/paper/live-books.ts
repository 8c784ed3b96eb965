/** The live books that paper orders are filled against: those of markets in which one of them is open. */
import type { BookSnapshot, Exchange, FlatLevels, Trade, Watch } from "../port.ts";

/** The offer at a price. */
export interface LiveLevel {
  readonly price: number;
  readonly quantity: number;
  /** Another after each change of what is offered at this price. */
  readonly version: number;
}

interface LiveBook {
  readonly bids: Map<number, LiveLevel>;
  readonly asks: Map<number, LiveLevel>;
}

export interface LiveListener {
  /** The market's book has changed. */
  book(marketId: string): void;
  trade(marketId: string, trade: Trade): void;
}

/** Levels that an order may walk. */
const DEPTH = 100;

export class LiveBooks {
  readonly #live: Exchange;
  readonly #listener: LiveListener;
  readonly #books = new Map<string, LiveBook>();
  /** A book is up to date while its market is in here and its first word has come. */
  readonly #watched = new Set<string>();
  readonly #inStep = new Set<string>();
  #watch: Watch | undefined;
  #versions = 0;

  constructor(live: Exchange, listener: LiveListener) {
    this.#live = live;
    this.#listener = listener;
  }

  /** Makes sure that there is a book of the market: the one that is watched, or one that is asked for now. */
  async prepare(marketId: string): Promise<void> {
    if (this.#inStep.has(marketId)) return;
    const book = await this.#live.book(marketId, DEPTH);
    if (!this.#inStep.has(marketId)) this.#set(marketId, book);
  }

  /** The best price of a side; undefined where nothing is offered. */
  best(marketId: string, side: "bids" | "asks"): number | undefined {
    let best: number | undefined;
    for (const price of this.#books.get(marketId)?.[side].keys() ?? []) {
      if (best === undefined || (side === "bids" ? price > best : price < best)) best = price;
    }
    return best;
  }

  /** The best levels of a side, best first. */
  levels(marketId: string, side: "bids" | "asks"): LiveLevel[] {
    const levels = [...(this.#books.get(marketId)?.[side].values() ?? [])];
    levels.sort((one, two) => (side === "bids" ? two.price - one.price : one.price - two.price));
    return levels.slice(0, DEPTH);
  }

  /** Watches these markets and no others. */
  watch(marketIds: ReadonlySet<string>): void {
    if (marketIds.size === this.#watched.size && [...marketIds].every((id) => this.#watched.has(id))) return;
    this.#watched.clear();
    for (const id of marketIds) this.#watched.add(id);
    for (const id of this.#inStep) if (!marketIds.has(id)) this.#inStep.delete(id);
    if (this.#watch) {
      this.#watch.replace([...marketIds]);
      return;
    }
    this.#watch = this.#live.watch([...marketIds], {
      book: (id, book) => {
        if (!this.#watched.has(id)) return;
        this.#set(id, book);
        this.#inStep.add(id);
        this.#listener.book(id);
      },
      change: (id, change) => {
        const book = this.#inStep.has(id) ? this.#books.get(id) : undefined;
        if (!book) return;
        this.#apply(book.bids, change.bids);
        this.#apply(book.asks, change.asks);
        this.#listener.book(id);
      },
      trade: (id, trade) => this.#listener.trade(id, trade),
      lost: (id) => this.#inStep.delete(id),
      health: () => {},
    });
  }

  async close(): Promise<void> {
    await this.#watch?.stop();
  }

  #set(marketId: string, { bids, asks }: BookSnapshot): void {
    const before = this.#books.get(marketId);
    const book: LiveBook = { bids: new Map(), asks: new Map() };
    this.#apply(book.bids, bids, before?.bids);
    this.#apply(book.asks, asks, before?.asks);
    this.#books.set(marketId, book);
  }

  #apply(side: Map<number, LiveLevel>, levels: FlatLevels, before?: ReadonlyMap<number, LiveLevel>): void {
    const newVersion = ++this.#versions;
    for (let index = 0; index + 1 < levels.length; index += 2) {
      const price = levels[index] ?? 0;
      const quantity = levels[index + 1] ?? 0;
      if (quantity === 0) side.delete(price);
      else {
        const known = before?.get(price);
        side.set(price, { price, quantity, version: known?.quantity === quantity ? known.version : newVersion });
      }
    }
  }
}
