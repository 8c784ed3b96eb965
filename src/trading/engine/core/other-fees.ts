/** Fees in currencies that are neither base nor quote of their market, by currency, units of 1e-18. */
export type OtherFees = ReadonlyMap<string, bigint>;

/** The sum of both; undefined when both are. */
export function withFees(one: OtherFees | undefined, more: OtherFees | undefined): OtherFees | undefined {
  if (!one || !more) return one ?? more;
  const sum = new Map(one);
  for (const [currency, amount] of more) sum.set(currency, (sum.get(currency) ?? 0n) + amount);
  return sum;
}
