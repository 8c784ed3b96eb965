/** What exchanges say in the benchmark of the feed: changes of books whose prices wander, to be sent one by one. */
import type { Market, MarketSink } from "../../src/trading/exchanges/index.ts";
import type { MarketView, Top } from "../../src/trading/market/index.ts";
import { marketOf, type ScriptedExchange } from "../../test/support/scripted-exchange.ts";
import { seededRandom } from "./book-stream.ts";

const LEVELS = 20;

/** The markets of one of several venues: coins against three quotes, most of them on all venues. */
export function marketsOf(venue: number, venues: number, listings: number): Market[] {
  const markets: Market[] = [];
  for (let at = venue; at < listings; at += venues) {
    const coin = `C${Math.floor(at / venues) % 160}`;
    const quote = Math.floor(at / venues) < 160 ? "USDT" : Math.floor(at / venues) < 320 ? "USDC" : "BTC";
    markets.push(marketOf(`${coin}/${quote}`));
  }
  return markets;
}

interface Target {
  readonly says: MarketSink;
  readonly id: string;
  readonly code: string;
  readonly top: Top;
  middle: number;
}

/** Milliseconds of the clock that all processes of a machine share. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Changes of books whose prices wander around one price for each coin. */
export class Stream {
  /** By place: when the first unreported message was due; 0 for none. */
  readonly due: Float64Array;
  readonly placeOf = new Map<string, number>();
  #place = 0;
  #sequence = 1;
  readonly #random = seededRandom(7);
  readonly #targets: Target[];

  constructor(exchanges: readonly ScriptedExchange[], view: MarketView) {
    this.#targets = view.listings().map((listing) => {
      const exchange = exchanges.find(({ code }) => code === listing.exchange);
      if (!exchange) throw new Error("a listing without an exchange");
      const { code, market } = listing;
      return { says: exchange.says, id: market.id, code, top: view.top(listing), middle: 100_000 };
    });
    for (const [place, { code }] of this.#targets.entries()) this.placeOf.set(code, place);
    this.due = new Float64Array(this.#targets.length);
  }

  loadAll(): void {
    for (const { says, id, middle } of this.#targets) {
      const levels = Array.from({ length: LEVELS }, (_, away) => away + 2);
      const bids = levels.flatMap((away) => [(middle - away) / 100, 1 + away]);
      const asks = levels.flatMap((away) => [(middle + away) / 100, 1 + away]);
      says.book(id, { bids, asks, sequence: this.#sequence++, atMs: 1 });
    }
  }

  /**
   * Sends one message that was due at `dueMs` of the shared clock: a level that is gone, and two that are there. The
   * exchange's time is in microseconds, so that listeners can measure delays: milliseconds are too coarse.
   */
  send(dueMs: number): void {
    const place = (this.#place = (this.#place + 7_919) % this.#targets.length);
    const target = this.#targets[place];
    if (!target) return;
    const random = this.#random;
    target.middle += Math.floor(random() * 3) - 1;
    const { middle } = target;
    const bid = (middle - 2 - Math.floor(random() * 4)) / 100;
    const ask = (middle + 2 + Math.floor(random() * 4)) / 100;
    const bids = [(middle + 1) / 100, 0, middle / 100, 0, (middle - 1) / 100, 0, bid, 1 + random()];
    const asks = [(middle - 1) / 100, 0, middle / 100, 0, (middle + 1) / 100, 0, ask, 1 + random()];
    const { changes } = target.top;
    target.says.change(target.id, { bids, asks, sequence: this.#sequence++, atMs: Math.floor(dueMs * 1000) });
    // Unchanged values are not sent.
    if (target.top.changes > changes && this.due[place] === 0) this.due[place] = dueMs;
  }
}
