/** The best prices of a market, or why there are none. */
import type { PushMessage } from "../../../../../clients/typescript/src/trading.ts";
import type { Failure } from "../../../live/failure.ts";

/** `live` has prices; the others are what the platform says of a market without a usable price. */
export type QuoteState = "live" | "none" | "stale" | "crossed" | "empty" | "best-only" | "refused";

export interface Quote {
  readonly state: QuoteState;
  /** Of a live market only: an old price is never kept. */
  readonly ask?: number;
  readonly bid?: number;
  /** When one of them last changed, by the clock of this computer. */
  readonly changedAtMs?: number;
  /** Why the market cannot be followed. */
  readonly failure?: Failure;
}

/**
 * Reads a message of `spread/CODE+CODE`. Times of the server are compared with its own clock, because the clock of this
 * computer may be hours off.
 */
export function quoteOf({ data, state, ms }: PushMessage<`spread/${string}`>, nowMs: number): Quote {
  if (!data) return { state: state ?? "none" };
  const { ask, bid } = data;
  return {
    state: "live",
    ask: ask.price,
    bid: bid.price,
    changedAtMs: nowMs - Math.max(0, ms - Math.max(ask.time, bid.time)),
  };
}
