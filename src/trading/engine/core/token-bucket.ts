/** Orders per second of an account, as a bucket of tokens that holds at least one a row (contract 4.10). */

export interface TokenBucket {
  /** Thousandths of a token at `atMs`: whole numbers, so that what a wait promises is there after it. */
  readonly thousandths: number;
  readonly atMs: number;
}

export interface BucketTerms {
  /** `strategies.ratelimit.orders_per_second` of the plan, a whole number; 0 lets nothing pass. */
  readonly perSecond: number;
  /**
   * Rows of the largest algorithm that fires from it: the bucket holds at least this many, so that a slice can fire.
   */
  readonly rows: number;
}

/** A full bucket. */
export function fullBucket(terms: BucketTerms, nowMs: number): TokenBucket {
  return { thousandths: capacityOf(terms) * 1000, atMs: nowMs };
}

/**
 * Takes a token for each order of a slice, all or none.
 *
 * @returns the bucket afterwards, or in how many milliseconds there will be enough; undefined for never
 */
export function takeTokens(
  bucket: TokenBucket,
  count: number,
  terms: BucketTerms,
  nowMs: number,
): { readonly bucket: TokenBucket } | { readonly waitMs: number | undefined } {
  const passedMs = Math.max(0, nowMs - bucket.atMs);
  const thousandths = Math.min(capacityOf(terms) * 1000, bucket.thousandths + passedMs * terms.perSecond);
  const missing = count * 1000 - thousandths;
  if (missing <= 0) return { bucket: { thousandths: thousandths - count * 1000, atMs: Math.max(nowMs, bucket.atMs) } };
  if (terms.perSecond <= 0 || count > capacityOf(terms)) return { waitMs: undefined };
  return { waitMs: Math.ceil(missing / terms.perSecond) };
}

function capacityOf({ perSecond, rows }: BucketTerms): number {
  return perSecond <= 0 ? 0 : Math.max(perSecond, rows);
}
