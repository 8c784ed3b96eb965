/** The last trades of each listing, and who listens to them. */
import type { Trade } from "../exchanges/index.ts";
import { LastFew } from "./core/last-few.ts";
import type { Listing } from "./view.ts";

type TradeListener = (listing: Listing, trade: Trade) => void;

const KEPT_TRADES = 100;

export class LastTrades {
  readonly #trades: (LastFew<Trade> | undefined)[] = [];
  readonly #listeners = new Set<{ readonly listener: TradeListener }>();

  /** Newest last. */
  of({ index }: Listing): readonly Trade[] {
    return this.#trades[index]?.list() ?? [];
  }

  push(listing: Listing, trade: Trade): void {
    (this.#trades[listing.index] ??= new LastFew(KEPT_TRADES)).push(trade);
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
