/** Which rates a trade has, which it lacks, and when those are looked for again. */
import { DAY_MS } from "../../../kit/time/spans.ts";
import { ratesNeeded, type TradeFacts } from "./value-trade.ts";

/** After this many tries the rate counts as unavailable. With the waits below that is after more than two weeks. */
const MOST_RATE_TRIES = 24;

const FIRST_WAIT_MS = 60_000;

export interface FoundRates {
  /** Decimals; null where it is not known. */
  readonly quoteUsd: string | null;
  readonly feeUsd: string | null;
  /** Whether one that is needed is not known. */
  readonly lacksRate: boolean;
}

/** @param rateOf the rate of a currency when the trade was made; undefined where it is not known */
export function findRates(
  facts: Pick<TradeFacts, "base" | "quote" | "fee">,
  rateOf: (currency: string) => string | undefined,
): FoundRates {
  const needed = ratesNeeded(facts);
  const quoteUsd = facts.base === "" ? null : (rateOf(needed.quote) ?? null);
  const feeUsd = needed.fee === undefined ? null : (rateOf(needed.fee) ?? null);
  return { quoteUsd, feeUsd, lacksRate: quoteUsd === null || (needed.fee !== undefined && feeUsd === null) };
}

/** When a missing rate is looked for after this many tries; null for never again. */
export function nextRateTry(nowMs: number, tries: number): number | null {
  if (tries >= MOST_RATE_TRIES) return null;
  return nowMs + Math.min(DAY_MS, FIRST_WAIT_MS * 2 ** tries);
}
