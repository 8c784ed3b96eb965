/** The obvious version of `priceChange`, for tests: it looks at every row. */
import type { PriceChange, RecordedMarketTops } from "./impact.ts";

export function naivePriceChange(
  markets: readonly RecordedMarketTops[],
  fromMs: number,
  toMs: number,
  carryMs: number,
): PriceChange | undefined {
  const mid = ({ tops: { count, ms, bid, ask } }: RecordedMarketTops, atMs: number): number | undefined => {
    let price: number | undefined;
    for (let row = 0; row < count; row++) {
      const [time, low, high] = [ms[row] ?? 0, bid[row] ?? 0, ask[row] ?? 0];
      if (time < atMs) price = time >= atMs - carryMs && low > 0 && high > low ? (low + high) / 2 : undefined;
    }
    return price;
  };
  const known = markets.filter((each) => mid(each, fromMs) !== undefined && mid(each, toMs) !== undefined);
  if (known.length === 0) return undefined;
  const weights = known.some(({ volume }) => volume > 0) ? known.map(({ volume }) => volume) : known.map(() => 1);
  const average = (atMs: number): string => {
    let [sum, all] = [0, 0];
    for (const [at, each] of known.entries()) {
      all += weights[at] ?? 0;
      sum += (weights[at] ?? 0) * (mid(each, atMs) ?? 0);
    }
    return (sum / all).toFixed(8);
  };
  const [before, after] = [average(fromMs), average(toMs)];
  const scaled = (text: string): bigint => BigInt(text.replace(".", ""));
  const units = scaled(after) - scaled(before);
  const digits = String(units < 0n ? -units : units).padStart(9, "0");
  return { before, after, difference: `${units < 0n ? "-" : ""}${digits.slice(0, -8)}.${digits.slice(-8)}` };
}
