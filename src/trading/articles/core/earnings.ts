/** The value of views. */

export interface ArticleRate {
  /** Code of the currency, such as `USD`. */
  readonly currency: string;
  /** For a thousand views, in units of 1e-8; not below 0. */
  readonly perThousand: bigint;
}

/** The earnings of this many views of one article in one month, in units of 1e-8, rounded down. */
export function earningsOf(views: number, { perThousand }: ArticleRate): bigint {
  return (BigInt(views) * perThousand) / 1000n;
}
