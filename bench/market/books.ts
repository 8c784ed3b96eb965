/** Changes of levels a second: our books against ccxt's own, on one stream, which both must leave in the same state. */
import ccxt from "ccxt";
import { Book } from "../../src/trading/market/core/book.ts";
import { rest, row, type Print } from "./rows.ts";
import { levelChanges, type LevelChange } from "./book-stream.ts";

const CHANGES = 1_000_000;
const ROUNDS = 5;

/** Makes the books; it is not connected to anything. */
const exchange = new ccxt.Exchange({});

interface TheirSide {
  readonly length: number;
  readonly [place: number]: readonly number[] | undefined;
  store(price: number, quantity: number): void;
}

interface TheirBook {
  readonly bids: TheirSide;
  readonly asks: TheirSide;
}

export async function run(print: Print): Promise<void> {
  const changes = levelChanges(CHANGES);
  let ours = 0;
  let theirs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // One after the other, so that both have the machine as it is at this moment; the best round counts.
    theirs = Math.max(theirs, measureTheirs(changes));
    ours = Math.max(ours, measureOurs(changes));
  }
  print(
    row(
      "book, changes of levels",
      `${perSecond(ours)}, ${(1e6 / ours).toFixed(3)} us each`,
      `${(ours / theirs).toFixed(1)} x ccxt's OrderBook, ${perSecond(theirs)}`,
    ),
  );
  await rest();
}

let bookOfOurs: Book | undefined;

function measureOurs(changes: readonly LevelChange[]): number {
  const book = new Book("0.01", { windowTicks: 1024, maxLevels: 100_000 });
  const start = performance.now();
  for (const { isBid, price, quantity } of changes) (isBid ? book.bids : book.asks).set(price, quantity);
  const speed = (changes.length / (performance.now() - start)) * 1000;
  bookOfOurs = book;
  return speed;
}

function measureTheirs(changes: readonly LevelChange[]): number {
  const book = exchange.orderBook() as unknown as TheirBook;
  const start = performance.now();
  for (const { isBid, price, quantity } of changes) (isBid ? book.bids : book.asks).store(price, quantity);
  const speed = (changes.length / (performance.now() - start)) * 1000;
  check(book);
  return speed;
}

/** A fast wrong book would be worth nothing. */
function check(theirs: TheirBook): void {
  if (!bookOfOurs) return;
  for (const side of ["bid", "ask"] as const) {
    const ours = bookOfOurs.levels(side, 1_000_000);
    const levels = side === "bid" ? theirs.bids : theirs.asks;
    for (let place = 0; place < levels.length; place++) {
      const [price, quantity] = levels[place] ?? [];
      if (ours[place * 2] !== price || ours[place * 2 + 1] !== quantity) throw new Error("the books differ");
    }
    if (levels.length * 2 !== ours.length) throw new Error("one book has more levels");
  }
}

function perSecond(value: number): string {
  return `${(value / 1e6).toFixed(1)} million/s`;
}
