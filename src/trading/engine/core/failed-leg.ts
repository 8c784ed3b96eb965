/**
 * The next step for a leg of a slice that was not filled while another was (contract 4.5 step 8). Bounded: never a
 * silent retry.
 */

/** Attempts at moved prices, the first order not among them. */
export const MAX_PRICE_ATTEMPTS = 3;

/** Attempts of a market order, and of an order of the way back. */
const MAX_MARKET_ATTEMPTS = 1;
const MAX_UNWIND_ATTEMPTS = 1;

/** Prices in units of 1e-18. */
export interface FailedLeg {
  readonly side: "buy" | "sell";
  /** The limit of the first order, and how far `executable_tolerancemaximum` lets it move; 0 for no move. */
  readonly firstPrice: bigint;
  /** In quote units; `unknown` where it is in another currency that has no rate now: then nothing is sent. */
  readonly toleranceMaximum: bigint | "unknown";
  readonly mayUseMarket: boolean;
  /** The profile's rule for a remainder that stays. */
  readonly atTheEnd: "unwind" | "hold";
  /** Orders of this leg so far that count, by kind. */
  readonly attempts: {
    readonly first: number;
    readonly price: number;
    readonly market: number;
    readonly unwind: number;
  };
  /** Orders that count as no attempt: the exchange took nothing for a while. */
  readonly deferred: number;
  /** Whether its own orders were given up: none could be stored or priced. */
  readonly isGivenUp: boolean;
  /** Whether an order of it is still unknown: then nothing is sent. */
  readonly isUnresolved: boolean;
  /** Whether the remainder can be traded: below the minimum it is carried over. */
  readonly isTradable: boolean;
}

export type LegStep =
  | { readonly kind: "wait" }
  | { readonly kind: "carry_over" }
  /** The first order once more: it was deferred. */
  | { readonly kind: "again"; readonly attempt: number }
  /** An attempt at a moved price; `attempt` is that of the intent. */
  | { readonly kind: "retry"; readonly price: bigint; readonly attempt: number }
  | { readonly kind: "market"; readonly attempt: number }
  /** Trade the other legs back by what this one lacks. */
  | { readonly kind: "unwind"; readonly attempt: number }
  /** Pause the run as unhedged, with an alert and the open amount in the overview. */
  | { readonly kind: "pause" };

/**
 * The next step of a failed leg. Prices move up to the tolerance in equal parts, then a market order where the profile
 * allows one, then the way back or holding, then a pause. A buy moves up, a sell down. A leg that was given up goes
 * back or is held.
 */
export function nextLegStep(leg: FailedLeg): LegStep {
  if (leg.isUnresolved) return { kind: "wait" };
  if (!leg.isTradable) return { kind: "carry_over" };
  const { first, price, market, unwind } = leg.attempts;
  const attempt = leg.deferred + first + price + market + unwind;
  const isOwn = !leg.isGivenUp && unwind === 0;
  if (isOwn && first === 0) return { kind: "again", attempt };
  const mayMove = isOwn && market === 0 && price < MAX_PRICE_ATTEMPTS;
  if (mayMove && leg.toleranceMaximum === "unknown") return { kind: "wait" };
  if (mayMove && leg.toleranceMaximum !== "unknown" && leg.toleranceMaximum > 0n) {
    const moved = (leg.toleranceMaximum * BigInt(price + 1)) / BigInt(MAX_PRICE_ATTEMPTS);
    return { kind: "retry", price: leg.side === "buy" ? leg.firstPrice + moved : leg.firstPrice - moved, attempt };
  }
  if (isOwn && leg.mayUseMarket && market < MAX_MARKET_ATTEMPTS) return { kind: "market", attempt };
  if (leg.atTheEnd === "unwind" && unwind < MAX_UNWIND_ATTEMPTS) return { kind: "unwind", attempt };
  return { kind: "pause" };
}
