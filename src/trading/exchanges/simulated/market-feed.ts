/** A simulated venue's pushes: a book first, and then the changes since the last tick. */
import type { EngineEvent, Venue } from "../../simulation/index.ts";
import type { BookSnapshot, ExchangeHealth, LossReason, MarketSink, Trade, Watch } from "../port.ts";
import type { SimulatedFaults } from "./simulated-faults.ts";

const UNITS = 1e8;
/** Levels a side of a whole book. */
const DEPTH = 1000;

/** The events of a market since the last tick. */
interface Pending {
  readonly bids: Map<bigint, number>;
  readonly asks: Map<bigint, number>;
  readonly trades: Trade[];
  sequence: number;
  /** A change was lost on the way, as the number of the next will show. */
  hasGap: boolean;
}

export class MarketFeed {
  readonly #venue: Venue;
  readonly #faults: SimulatedFaults;
  readonly #watches = new Set<FeedWatch>();

  constructor(venue: Venue, faults: SimulatedFaults) {
    this.#venue = venue;
    this.#faults = faults;
    faults.onDrop(() => {
      for (const watch of this.#watches) watch.drop();
    });
  }

  watch(marketIds: readonly string[], sink: MarketSink, health: () => ExchangeHealth): Watch {
    const watch = new FeedWatch(this.#venue, sink, health);
    watch.replace(marketIds);
    this.#watches.add(watch);
    return {
      replace: (ids) => watch.replace(ids),
      stop: () => {
        watch.stop();
        this.#watches.delete(watch);
        return Promise.resolve();
      },
    };
  }

  heard(events: readonly EngineEvent[]): void {
    for (const watch of this.#watches) for (const event of events) watch.heard(event);
  }

  /** Sends what has gathered. */
  flush(): void {
    for (const watch of this.#watches) watch.flush(() => this.#faults.takeSkip());
  }

  close(): void {
    for (const watch of this.#watches) watch.stop();
    this.#watches.clear();
  }
}

class FeedWatch {
  readonly #venue: Venue;
  readonly #sink: MarketSink;
  readonly #health: () => ExchangeHealth;
  /** Undefined for a market whose book is to be sent. */
  readonly #markets = new Map<string, Pending | undefined>();
  readonly #changed = new Set<string>();
  #hasTold = false;
  #isStopped = false;

  constructor(venue: Venue, sink: MarketSink, health: () => ExchangeHealth) {
    this.#venue = venue;
    this.#sink = sink;
    this.#health = health;
  }

  replace(marketIds: readonly string[]): void {
    const known = new Set(this.#venue.markets.map((market) => market.id));
    const wanted = new Set(marketIds.filter((id) => known.has(id)));
    for (const [id, pending] of this.#markets) {
      if (wanted.has(id)) continue;
      this.#markets.delete(id);
      this.#changed.delete(id);
      if (!pending) continue;
      this.#sink.lost(id, "unsubscribed");
      this.#sink.tradesBroke?.(id, this.#venue.nowMs);
    }
    for (const id of wanted) {
      if (this.#markets.has(id)) continue;
      this.#markets.set(id, undefined);
      this.#changed.add(id);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#markets.clear();
    this.#changed.clear();
  }

  drop(): void {
    for (const [id, pending] of this.#markets) if (pending) this.#lose(id, "disconnected");
  }

  heard(event: EngineEvent): void {
    if (event.kind === "level") {
      const pending = this.#markets.get(event.marketId);
      if (!pending) return;
      (event.side === "bid" ? pending.bids : pending.asks).set(event.price, Number(event.quantity) / UNITS);
      pending.sequence = event.sequence;
      this.#changed.add(event.marketId);
    } else if (event.kind === "trade") {
      const pending = this.#markets.get(event.marketId);
      if (!pending) return;
      pending.trades.push(tradeOf(event, this.#venue));
      this.#changed.add(event.marketId);
    }
  }

  flush(takeSkip: () => boolean): void {
    if (!this.#hasTold) {
      this.#hasTold = true;
      this.#sink.health(this.#health());
    }
    // Only those that changed earlier: changes caused by a sink are reported at the next tick.
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const id of changed) {
      if (this.#isStopped) return;
      const pending = this.#markets.get(id);
      if (pending) this.#sendChange(id, pending, takeSkip);
      else if (this.#markets.has(id)) this.#sendBook(id);
    }
  }

  #sendBook(id: string): void {
    const snapshot = venueBook(this.#venue, id, DEPTH);
    const pending = { bids: new Map(), asks: new Map(), trades: [], sequence: snapshot.sequence, hasGap: false };
    this.#markets.set(id, pending);
    this.#sink.tradesResumed?.(id);
    this.#sink.book(id, snapshot);
  }

  #sendChange(id: string, pending: Pending, takeSkip: () => boolean): void {
    for (const trade of pending.trades) this.#sink.trade(id, trade);
    pending.trades.length = 0;
    if (pending.bids.size + pending.asks.size === 0) return;
    if (pending.hasGap) {
      this.#lose(id, "gap");
      return;
    }
    const change = {
      bids: flat(pending.bids),
      asks: flat(pending.asks),
      sequence: pending.sequence,
      atMs: this.#venue.nowMs,
    };
    pending.bids.clear();
    pending.asks.clear();
    if (takeSkip()) pending.hasGap = true;
    else this.#sink.change(id, change);
  }

  /** The whole book comes again at the next tick. */
  #lose(id: string, why: LossReason): void {
    this.#markets.set(id, undefined);
    this.#changed.add(id);
    this.#sink.lost(id, why);
    // No trade is told before the book is.
    this.#sink.tradesBroke?.(id, this.#venue.nowMs);
  }
}

/** A book as the port tells it. */
export function venueBook(venue: Venue, marketId: string, depth: number): BookSnapshot {
  const { bids, asks, sequence } = venue.matching.book(marketId, depth);
  const flatten = (levels: typeof bids): number[] =>
    levels.flatMap(([price, quantity]) => [Number(price) / UNITS, Number(quantity) / UNITS]);
  return { bids: flatten(bids), asks: flatten(asks), sequence, atMs: venue.nowMs };
}

function flat(levels: ReadonlyMap<bigint, number>): number[] {
  const found: number[] = [];
  for (const [price, quantity] of levels) found.push(Number(price) / UNITS, quantity);
  return found;
}

function tradeOf(event: Extract<EngineEvent, { kind: "trade" }>, venue: Venue): Trade {
  return {
    id: `${venue.startMs}-${event.tradeId}`,
    price: Number(event.price) / UNITS,
    quantity: Number(event.quantity) / UNITS,
    takerSide: event.takerSide,
    atMs: event.atMs,
  };
}
