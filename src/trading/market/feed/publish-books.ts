/**
 * Sends other processes the whole books that they want: before changed best prices, so that readers of these have the
 * levels behind them; otherwise less often, since a book has many levels.
 */
import type { Bus } from "../../../kit/bus/bus.ts";
import { MAX_BOOKS_TEXT, MAX_DEPTH, writeBook } from "../core/book-lines.ts";
import { writeHeading } from "../core/succession.ts";
import { WantedBooks } from "../core/wanted-books.ts";
import type { MarketState } from "../market-state.ts";
import { sendInTexts } from "./send-in-texts.ts";
import type { Hold } from "./owned-feed.ts";
import { booksTopic, wantedTopic } from "./topics.ts";

/** Changes behind the best prices are sent in every such batch. */
const DEEP_EVERY = 5;

export class BookPublisher {
  readonly #exchange: string;
  readonly #state: MarketState;
  readonly #bus: Bus;
  readonly #hold: Hold;
  readonly #wanted = new WantedBooks();
  /** Listings for the next batch, and those that may wait. */
  readonly #urgent = new Set<number>();
  readonly #deep = new Set<number>();
  #unlisten: (() => void) | undefined;
  #batches = 0;
  #number = 0;

  constructor(
    exchange: string,
    { state, bus, hold }: { readonly state: MarketState; readonly bus: Bus; readonly hold: Hold },
  ) {
    this.#exchange = exchange;
    this.#state = state;
    this.#bus = bus;
    this.#hold = hold;
  }

  /** Listens until the answered function is called. */
  start(): () => void {
    const stop = this.#bus.subscribe(wantedTopic(this.#exchange), (text) => {
      // A requesting process may have missed something: it gets everything that it wants.
      for (const id of this.#wanted.take(text, this.#state.nowMs())) this.#add(this.#urgent, id);
      this.#listen();
    });
    return () => {
      stop();
      this.#unlisten?.();
    };
  }

  /** Best prices have changed, and are sent in the next batch. */
  noteTop(index: number): void {
    if (this.#isWanted(index)) this.#urgent.add(index);
  }

  /** Sends what is due. Before the best prices of the same batch. */
  async tell(): Promise<void> {
    if (++this.#batches % DEEP_EVERY === 0) {
      for (const index of this.#deep) this.#urgent.add(index);
      this.#deep.clear();
    }
    if (this.#urgent.size === 0) return;
    const due = [...this.#urgent].values();
    this.#urgent.clear();
    const { fence } = this.#hold;
    await sendInTexts(
      () => this.#line(due.next().value),
      (text) => {
        const heading = writeHeading({ fence, number: ++this.#number });
        if (this.#hold.isHeld()) return this.#bus.publish(booksTopic(this.#exchange), heading + text);
      },
      MAX_BOOKS_TEXT,
    );
  }

  /** Once a second: the wanted books are sent again, a half at a time, since lost messages are not known. */
  refresh(part: number): void {
    this.#wanted.sweep(this.#state.nowMs());
    this.#listen();
    let place = 0;
    for (const id of this.#wanted.all) if (place++ % 2 === part % 2) this.#add(this.#urgent, id);
  }

  #add(to: Set<number>, marketId: string): void {
    const listing = this.#state.table.find(this.#exchange, marketId);
    if (listing) to.add(listing.index);
  }

  #isWanted(index: number): boolean {
    const listing = this.#state.table.all[index];
    return listing?.exchange === this.#exchange && this.#wanted.all.has(listing.market.id);
  }

  /** Changes of depth arrive only while they are wanted. */
  #listen(): void {
    const isWanted = this.#wanted.all.size > 0;
    if (isWanted && !this.#unlisten) {
      this.#unlisten = this.#state.onDepth(({ index }) => {
        if (this.#isWanted(index)) this.#deep.add(index);
      });
    } else if (!isWanted && this.#unlisten) {
      this.#unlisten();
      this.#unlisten = undefined;
      this.#deep.clear();
    }
  }

  #line(index: number | undefined): string | undefined {
    const listing = index === undefined ? undefined : this.#state.table.all[index];
    if (!listing) return undefined;
    const book = this.#state.book(listing);
    if (!book) return "";
    const { atMs } = book;
    return writeBook(listing.market.id, {
      bids: book.levels("bid", MAX_DEPTH),
      asks: book.levels("ask", MAX_DEPTH),
      atMs,
    });
  }
}
