/**
 * All listings of the process, by place, code and market; and which ones come and go when an exchange is read again.
 */
import type { Market } from "../exchanges/index.ts";
import type { StoredListing } from "./store.ts";
import type { Listing } from "./view.ts";

export interface ListingChange {
  readonly exchange: string;
  /** Pairs that were never there before, or are there again. */
  readonly added: readonly Listing[];
  readonly removed: readonly Listing[];
}

type ChangeableListing = { -readonly [Key in keyof Listing]: Listing[Key] };

interface OneExchange {
  readonly byMarket: Map<string, ChangeableListing>;
  /** Market ids of the last reading. */
  current: Set<string>;
  /** When that was, here or in another process. */
  readMs: number;
}

export class ListingTable {
  readonly all: Listing[] = [];
  readonly #byCode = new Map<string, Listing>();
  readonly #exchanges = new Map<string, OneExchange>();

  byCode(code: string): Listing | undefined {
    return this.#byCode.get(code);
  }

  find(exchange: string, marketId: string): Listing | undefined {
    return this.#exchanges.get(exchange)?.byMarket.get(marketId);
  }

  /** When the markets of an exchange were last read, here or in another process; 0 for never. */
  readMs(exchange: string): number {
    return this.#exchanges.get(exchange)?.readMs ?? 0;
  }

  /** All listings of an exchange, dropped ones too. */
  of(exchange: string): Listing[] {
    return [...(this.#exchanges.get(exchange)?.byMarket.values() ?? [])];
  }

  /**
   * Takes what is kept of an exchange, from before the start or from another process. The last reading's are those that
   * were seen last.
   */
  restore(exchange: string, stored: readonly StoredListing[]): void {
    const known = this.#of(exchange);
    const lastMs = stored.reduce((last, { lastSeenMs }) => Math.max(last, lastSeenMs), 0);
    for (const { market, firstSeenMs, lastSeenMs } of stored) {
      const listing = this.#put(exchange, market, firstSeenMs);
      listing.firstSeenMs = Math.min(listing.firstSeenMs, firstSeenMs);
      if (lastSeenMs > listing.lastSeenMs) listing.market = market;
      listing.lastSeenMs = Math.max(listing.lastSeenMs, lastSeenMs);
    }
    if (lastMs <= known.readMs) return;
    known.readMs = lastMs;
    known.current = new Set(stored.filter((each) => each.lastSeenMs === lastMs).map(({ market }) => market.id));
  }

  /**
   * Takes what an exchange trades now. Answers what came and went; undefined when nothing was known of it, since then
   * nothing is news.
   */
  read(exchange: string, markets: readonly Market[], nowMs: number): ListingChange | undefined {
    const known = this.#of(exchange);
    const before = known.current;
    const added: Listing[] = [];
    known.current = new Set(markets.map(({ id }) => id));
    known.readMs = nowMs;
    for (const market of markets) {
      const listing = this.#put(exchange, market, nowMs);
      listing.market = market;
      listing.lastSeenMs = nowMs;
      if (!before.has(market.id)) added.push(listing);
    }
    if (before.size === 0) return undefined;
    const removed = [...before].filter((id) => !known.current.has(id)).flatMap((id) => known.byMarket.get(id) ?? []);
    return { exchange, added, removed };
  }

  #of(exchange: string): OneExchange {
    const known = this.#exchanges.get(exchange) ?? { byMarket: new Map(), current: new Set(), readMs: 0 };
    this.#exchanges.set(exchange, known);
    return known;
  }

  #put(exchange: string, market: Market, seenMs: number): ChangeableListing {
    const { byMarket } = this.#of(exchange);
    const known = byMarket.get(market.id);
    if (known) return known;
    const code = `${exchange}-${market.id}`;
    const times = { firstSeenMs: seenMs, lastSeenMs: seenMs };
    const listing: ChangeableListing = { index: this.all.length, code, exchange, market, ...times };
    byMarket.set(market.id, listing);
    this.all.push(listing);
    this.#byCode.set(code, listing);
    return listing;
  }
}
