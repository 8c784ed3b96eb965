/**
 * 10,000 listings at 50,000 messages a second through feed, books, best prices, opportunities and listeners, in one
 * thread, paced by the clock. Lag is the time from when a message is due to when a listener has been told of it.
 */
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import type { Market, MarketSink } from "../../src/trading/exchanges/index.ts";
import { liveMarket, type MarketView, type Top } from "../../src/trading/market/index.ts";
import { marketOf, ScriptedExchange } from "../../test/support/scripted-exchange.ts";
import { rest, row, type Print } from "./rows.ts";
import { seededRandom } from "./book-stream.ts";

const VENUES = 31;
const LISTINGS = 10_000;
const MESSAGES_PER_SECOND = 50_000;
const SECONDS = 10;
const WARM_SECONDS = 3;
const LEVELS = 20;

export async function run(print: Print): Promise<void> {
  const exchanges = Array.from({ length: VENUES }, (_, venue) => new ScriptedExchange(`v${venue}`, marketsOf(venue)));
  const market = liveMarket({ exchanges, clock: systemClock(), log: silentLog(), pairs: "all" });
  await market.start();
  try {
    await waitFor(() => exchanges.every(({ watched }) => watched !== undefined));
    const stream = new Stream(exchanges, market.view);
    const before = memory();
    stream.loadAll();
    await rest();
    const booksMb = memory() - before;
    const told = tellOf(market.view, stream);
    await pace(stream, WARM_SECONDS);
    told.lags.length = 0;
    const skippedBefore = market.view.skipped;
    const sent = await pace(stream, SECONDS);
    await rest();
    const lags = told.lags.toSorted((one, other) => one - other);
    const at = (share: number): string => (lags[Math.floor(lags.length * share)] ?? 0).toFixed(2);
    print(
      row(
        `feed, ${LISTINGS.toLocaleString("en-US")} listings`,
        `${Math.round(sent / SECONDS).toLocaleString("en-US")}/s, lag p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
        `${market.view.skipped - skippedBefore} skipped, ${market.view.opportunities(1000).length} opportunities, ` +
          `books ${booksMb.toFixed(0)} MB`,
      ),
    );
    const full = await atFullSpeed(stream);
    print(
      row(
        "feed, as fast as it can",
        `${Math.round(full).toLocaleString("en-US")} messages in a second of CPU time`,
        `${MESSAGES_PER_SECOND.toLocaleString("en-US")} a second take ${((MESSAGES_PER_SECOND / full) * 100).toFixed(0)} % of a core`,
      ),
    );
  } finally {
    await market.stop();
  }
}

function marketsOf(venue: number): Market[] {
  const markets: Market[] = [];
  for (let at = venue; at < LISTINGS; at += VENUES) {
    const coin = `C${Math.floor(at / VENUES) % 160}`;
    const quote = Math.floor(at / VENUES) < 160 ? "USDT" : Math.floor(at / VENUES) < 320 ? "USDC" : "BTC";
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

/** Changes of books whose prices wander around one price for each coin. */
class Stream {
  readonly due: Float64Array;
  #place = 0;
  readonly #random = seededRandom(7);
  readonly #targets: Target[];
  readonly placeOf = new Map<string, number>();
  #sequence = 1;

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

  /** Sends one message that was due at `dueMs`: a level that is gone, and two that are there. */
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
    target.says.change(target.id, { bids, asks, sequence: this.#sequence++, atMs: dueMs });
    // Nobody is told of what has not changed.
    if (target.top.changes > changes && this.due[place] === 0) this.due[place] = dueMs;
  }
}

function tellOf(view: MarketView, stream: Stream): { readonly lags: number[] } {
  const lags: number[] = [];
  view.onTop(({ code }) => {
    const place = stream.placeOf.get(code) ?? 0;
    const due = stream.due[place] ?? 0;
    if (due > 0) lags.push(performance.now() - due);
    stream.due[place] = 0;
  });
  return { lags };
}

/** Sends what is due, a little at a time as sockets would bring it. Answers how many messages. */
async function pace(stream: Stream, seconds: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let sent = 0;
  for (let now = start; now < end; now = performance.now()) {
    const due = Math.floor(((now - start) / 1000) * MESSAGES_PER_SECOND);
    // At most what one read of a socket brings.
    for (const until = Math.min(due, sent + 200); sent < until; sent++) {
      stream.send(start + (sent / MESSAGES_PER_SECOND) * 1000);
    }
    await nextTurn();
  }
  return sent;
}

/** By the time of the processor, so that others on the machine do not count. */
async function atFullSpeed(stream: Stream): Promise<number> {
  const start = process.cpuUsage();
  const count = 500_000;
  for (let sent = 0; sent < count;) {
    for (const until = sent + 200; sent < until; sent++) stream.send(performance.now());
    await nextTurn();
  }
  const { user, system } = process.cpuUsage(start);
  return count / ((user + system) / 1e6);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1_048_576;
}
