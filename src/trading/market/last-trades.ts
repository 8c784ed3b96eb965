/** The last trades of each listing, where others may be missing among them, and who listens to them. */
import type { Trade } from "../exchanges/index.ts";
import { LastFew } from "./core/last-few.ts";
import type { Listing, TradeBreak } from "./view.ts";

type TradeListener = (listing: Listing, trade: Trade) => void;

const KEPT_TRADES = 100;

interface Kept {
  readonly last: LastFew<Trade>;
  /** Trades since the start. */
  count: number;
  /** How many trades had come when the stream broke. */
  breaks: readonly { readonly sinceMs: number; readonly count: number }[];
}

export class LastTrades {
  readonly #byListing: (Kept | undefined)[] = [];
  readonly #listeners = new Set<{ readonly listener: TradeListener }>();

  /** Newest last. */
  of({ index }: Listing): readonly Trade[] {
    return this.#byListing[index]?.last.list() ?? [];
  }

  /** Those between two trades of `of`. A list that begins after a break does not claim more. */
  breaks({ index }: Pick<Listing, "index">): readonly TradeBreak[] {
    const kept = this.#byListing[index];
    if (!kept) return [];
    const gone = Math.max(0, kept.count - KEPT_TRADES);
    return kept.breaks.map(({ sinceMs, count }) => ({ sinceMs, place: count - gone })).filter(({ place }) => place > 0);
  }

  /** Of breaks without a trade between them, the first counts. */
  noteBreak({ index }: Pick<Listing, "index">, sinceMs: number): void {
    const kept = this.#byListing[index];
    if (!kept || kept.breaks.at(-1)?.count === kept.count) return;
    const recent = kept.breaks.filter(({ count }) => count > kept.count - KEPT_TRADES);
    kept.breaks = [...recent, { sinceMs, count: kept.count }];
  }

  push(listing: Listing, trade: Trade): void {
    const kept = (this.#byListing[listing.index] ??= { last: new LastFew(KEPT_TRADES), count: 0, breaks: [] });
    kept.last.push(trade);
    kept.count++;
    for (const { listener } of this.#listeners) listener(listing, trade);
  }

  on(listener: TradeListener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  close(): void {
    this.#listeners.clear();
  }
}
