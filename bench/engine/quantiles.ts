/** Times as the parts of this benchmark show them. */

/** The smallest of the values that so much of all of them are at most. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds as `p50 0.12 ms, p99 1.20 ms`. */
export function shownTimes(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`;
}

/** Whole, in groups of three digits. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
