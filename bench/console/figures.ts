/** Times as the table shows them, and waits that end. */
import { median } from "../http/compare.ts";

export type Report = (what: string, result: string, goal?: string) => void;

const P99 = 0.99;

/** `p50 120 ms, p99 180 ms`. */
export function summary(times: readonly number[]): string {
  return `p50 ${Math.round(median(times))} ms, p99 ${Math.round(percentile(times, P99))} ms`;
}

/** How many times longer one takes than the other, by their medians: `3.1 x`. */
export function ratioOf(times: readonly number[], others: readonly number[]): string {
  return `${(median(times) / median(others)).toFixed(1)} x`;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @throws Error when `promise` takes longer: a measurement ends, whatever the browser does. */
export async function atMost<Value>(ms: number, what: string, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
