/** The changes that are read off the library's own books add up to them. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { pairs } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import type { BookSnapshot, LossReason, Market, MarketSink } from "../port.ts";
import { tapBooks, wholeSide } from "./book-tap.ts";
import type { BookTap } from "./book-tap.ts";
import { loadCcxt } from "./library.ts";
import type { CcxtBook, CcxtExchange } from "./library.ts";
import { WatchedMarket } from "./watched-market.ts";

type Kind = "orderBook" | "countedOrderBook" | "indexedOrderBook";

let exchange: CcxtExchange;
let taps: WeakMap<object, BookTap>;

beforeAll(async () => {
  exchange = (await loadCcxt("kraken")).make({ clock: systemClock() });
  taps = tapBooks(exchange);
});

/** A reader that keeps the levels it receives. */
class Reader implements MarketSink {
  bids = new Map<number, number>();
  asks = new Map<number, number>();
  readonly words: string[] = [];

  book(_: string, { bids, asks }: BookSnapshot): void {
    this.words.push("book");
    this.bids = new Map(pairs(bids));
    this.asks = new Map(pairs(asks));
  }
  change(_: string, { bids, asks }: BookSnapshot): void {
    this.words.push("change");
    for (const [side, levels] of [
      [this.bids, bids],
      [this.asks, asks],
    ] as const) {
      for (const [price, quantity] of pairs(levels)) {
        if (quantity === 0) side.delete(price);
        else side.set(price, quantity);
      }
    }
  }
  trade(): void {}
  lost(_: string, why: LossReason): void {
    this.words.push(`lost ${why}`);
  }
  health(): void {}
}

const MARKET: Market = {
  id: "btcusd",
  symbol: "BTC/USD",
  base: "BTC",
  quote: "USD",
  type: "spot",
  isActive: true,
  tickSize: "1",
  stepSize: "1",
  minAmount: "1",
  minNotional: "1",
  makerFee: 0,
  takerFee: 0,
  contractSize: "1",
};

interface Step {
  readonly levels: readonly { readonly isBid: boolean; readonly price: number; readonly quantity: number }[];
  readonly after: "limit" | "reset" | "nothing";
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    levels: fc.array(fc.record({ isBid: fc.boolean(), price: fc.integer({ min: 1, max: 20 }), quantity: fc.nat(5) }), {
      maxLength: 8,
    }),
    after: fc.constantFrom<Step["after"]>("limit", "reset", "nothing", "nothing"),
  }),
  { maxLength: 30 },
);

describe("a reader of changes", () => {
  test.each<Kind>(["orderBook", "countedOrderBook"])("has what the library has, after every message: %s", (kind) => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 12 }), (messages, depth) => {
        const book = exchange[kind]({}, depth);
        const reader = new Reader();
        const watched = new WatchedMarket(MARKET, reader, 0);
        for (const { levels, after } of messages) {
          if (after === "reset") book.reset({ bids: [[3, 1, 1]], asks: [[40, 2, 1]], nonce: 1 });
          // Bids below 21, asks above: a crossed book is another matter.
          for (const { isBid, price, quantity } of levels) {
            const level = [isBid ? price : price + 20, quantity, quantity];
            book[isBid ? "bids" : "asks"].storeArray(level);
          }
          if (after === "limit") book.limit();
          expect(watched.bookHeard(book, taps.get(book), 0)).toBeUndefined();
          expectSame(reader, book);
        }
        expect(reader.words.slice(1)).not.toContain("lost gap");
      }),
    );
  });

  test("reports single orders as whole levels", () => {
    const book = exchange.indexedOrderBook({}, 10);
    const reader = new Reader();
    const watched = new WatchedMarket(MARKET, reader, 0);
    book.bids.storeArray([5, 1, "a"] as unknown as number[]);
    book.bids.storeArray([5, 2, "b"] as unknown as number[]);
    book.asks.storeArray([7, 1, "c"] as unknown as number[]);
    watched.bookHeard(book, taps.get(book), 0);
    expect([...reader.bids]).toEqual([[5, 3]]);
    book.bids.storeArray([5, 0, "a"] as unknown as number[]);
    watched.bookHeard(book, taps.get(book), 0);
    expect([...reader.bids]).toEqual([[5, 2]]);
    expect(reader.words).toEqual(["book", "book"]);
  });

  test("reports changes, not the whole book again", () => {
    const { book, watched, reader } = followed([[9, 1]], [[11, 1]]);
    book.bids.storeArray([8, 4]);
    watched.bookHeard(book, taps.get(book), 0);
    expect(reader.words).toEqual(["book", "change"]);
  });

  test("does not report a crossed book", () => {
    const { book, watched, reader } = followed([[9, 1]], [[11, 1]]);
    book.bids.storeArray([11, 1]);
    expect(watched.bookHeard(book, taps.get(book), 0)).toBe("crossed");
    expect(reader.words).toEqual(["book"]);
  });

  test("after a loss reports only a new book", () => {
    const { book, watched, reader } = followed([[9, 1]], [[11, 1]]);
    watched.lost("silent");
    watched.lost("gap");
    book.bids.storeArray([8, 4]);
    expect(watched.bookHeard(book, taps.get(book), 0)).toBeUndefined();
    book.reset({ bids: [[7, 1]], asks: [[12, 1]] });
    watched.bookHeard(book, taps.get(book), 0);
    expect(reader.words).toEqual(["book", "lost silent", "book"]);
    expectSame(reader, book);
  });

  test("does not report prices beyond the snapshot", () => {
    const { book, watched } = followed(
      [
        [9, 1],
        [8, 1],
      ],
      [
        [11, 1],
        [12, 1],
      ],
      2,
    );
    book.asks.storeArray([11, 0]);
    expect(watched.bookHeard(book, taps.get(book), 0)).toBeUndefined();
    book.asks.storeArray([12, 0]);
    book.asks.storeArray([15, 1]);
    expect(watched.bookHeard(book, taps.get(book), 0)).toBe("gap");
  });
});

test("levels of one price are added up, and only as many as wanted are reported", () => {
  expect([
    ...wholeSide(
      [
        [5, 1],
        [5, 2],
        [4, 1],
        [3, 1],
      ],
      3,
    ),
  ]).toEqual([5, 3, 4, 1, 3, 1]);
  expect([
    ...wholeSide(
      [
        [5, 1],
        [4, 1],
        [3, 1],
      ],
      2,
    ),
  ]).toEqual([5, 1, 4, 1]);
});

function followed(bids: number[][], asks: number[][], snapshotLevels?: number) {
  const book = exchange.orderBook({}, 1000);
  const reader = new Reader();
  const watched = new WatchedMarket(MARKET, reader, 0);
  watched.snapshotOf(snapshotLevels);
  book.reset({ bids, asks });
  expect(watched.bookHeard(book, taps.get(book), 0)).toBeUndefined();
  return { book, watched, reader };
}

function expectSame(reader: Reader, book: CcxtBook): void {
  for (const side of ["bids", "asks"] as const) {
    const theirs = new Map(Array.from(book[side], ([price = 0, quantity = 0]) => [price, quantity]));
    expect(reader[side]).toEqual(theirs);
  }
}
