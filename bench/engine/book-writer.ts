/** Books that wander around the prices at which the exchange began, and that fall below a line on command. */
import type { MarketSink } from "../../src/trading/exchanges/index.ts";
import type { SeededMarket } from "../../test/support/binance-loopback/seeded-markets.ts";
import { seededRandom } from "../market/book-stream.ts";

/** Ticks from the middle. */
const LINE = 5;
const FALLEN = 10;
const LEVELS = 20;
/** The bids are below everything that an ask may fall to. */
const BIDS = 20;

interface Book {
  readonly market: SeededMarket;
  /** Ticks of one unit of the quote currency. */
  readonly scale: number;
  readonly middle: number;
  ask: number;
}

export class BookWriter {
  readonly #books: readonly Book[];
  readonly #sinks: readonly MarketSink[];
  readonly #random = seededRandom(11);
  #sequence = 1;
  #next = 0;

  constructor(markets: readonly SeededMarket[], sinks: readonly MarketSink[]) {
    this.#sinks = sinks;
    this.#books = markets.map((market) => {
      const scale = Math.round(1 / Number(market.tickSize));
      const middle = Math.round(Number(market.startPrice) * scale);
      return { market, scale, middle, ask: middle + 2 };
    });
  }

  get markets(): readonly SeededMarket[] {
    return this.#books.map(({ market }) => market);
  }

  /** An ask below this price is a trigger. */
  lineOf(marketId: string): string {
    const { middle, scale, market } = this.#of(marketId);
    return ((middle - LINE) / scale).toFixed(placesOf(market.tickSize));
  }

  begin(): void {
    for (const { market, scale, middle } of this.#books) {
      const levels = Array.from({ length: LEVELS }, (_, away) => away);
      const bids = levels.flatMap((away) => [(middle - BIDS - away) / scale, 1_000]);
      const asks = levels.flatMap((away) => [(middle + 2 + away) / scale, 1_000]);
      const book = { bids, asks, sequence: this.#sequence++, atMs: Date.now() };
      for (const sink of this.#sinks) sink.book(market.id, book);
    }
  }

  /** All books are in step at this moment, though nothing has changed. */
  prove(): void {
    for (const { market } of this.#books) for (const sink of this.#sinks) sink.proved?.(market.id, Date.now());
  }

  /** One message about one book after the other: its best ask moves by some ticks. */
  wander(): void {
    const book = this.#books[this.#next++ % this.#books.length];
    if (book) this.#move(book, book.middle + 2 + Math.floor(this.#random() * 8));
  }

  /** The best ask of a book falls below its line. */
  fall(marketId: string): void {
    const book = this.#of(marketId);
    this.#move(book, book.middle - FALLEN - Math.floor(this.#random() * 5));
  }

  /** The best ask of one book after the other falls below its line. */
  fallAll(): void {
    const book = this.#books[this.#next++ % this.#books.length];
    if (book) this.#move(book, book.middle - FALLEN - Math.floor(this.#random() * 5));
  }

  #move(book: Book, ask: number): void {
    const { market, scale, ask: before } = book;
    book.ask = ask;
    const gone = Array.from({ length: Math.max(0, ask - before) }, (_, at) => [(before + at) / scale, 0]).flat();
    const asks = [...gone, ask / scale, 1_000 + Math.floor(this.#random() * 100)];
    const change = { bids: [], asks, sequence: this.#sequence++, atMs: Date.now() };
    for (const sink of this.#sinks) sink.change(market.id, change);
  }

  #of(marketId: string): Book {
    const book = this.#books.find(({ market }) => market.id === marketId);
    if (!book) throw new Error(`there is no market ${marketId}`);
    return book;
  }
}

function placesOf(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}
