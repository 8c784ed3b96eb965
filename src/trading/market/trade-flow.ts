/** Tells whether the trades of listings come without a break. */
import type { LastTrades } from "./last-trades.ts";
import type { Listing } from "./view.ts";

/** @param brokenSinceMs trades may be missing from then on; undefined: from now on each of them is told */
export type TradeFlowListener = (listing: Listing, brokenSinceMs: number | undefined) => void;

export class TradeFlow {
  readonly #listeners = new Set<{ readonly listener: TradeFlowListener }>();

  /** @param lastTrades learns of a break before all other listeners */
  constructor(lastTrades: Pick<LastTrades, "noteBreak">) {
    this.on((listing, sinceMs) => {
      if (sinceMs !== undefined) lastTrades.noteBreak(listing, sinceMs);
    });
  }

  tell(listing: Listing | undefined, brokenSinceMs: number | undefined): void {
    if (listing) for (const { listener } of this.#listeners) listener(listing, brokenSinceMs);
  }

  /** Calls back at once, until the answer is called. */
  on(listener: TradeFlowListener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }
}
