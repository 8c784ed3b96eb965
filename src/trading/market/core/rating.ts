/** A letter for an exchange, from what was measured here: how long it was well, how fast it answers, how tight it trades. */

export interface Measured {
  /** Share of the time that it was well, from 0 to 1. */
  readonly uptime: number;
  /** Median round trip in milliseconds; undefined before the first. */
  readonly latencyMs: number | undefined;
  /** (ask - bid) / ask of its followed markets that are live, in any order. */
  readonly relativeSpreads: readonly number[];
  /** How many of its markets are followed. */
  readonly followed: number;
}

/** `A` to `D`; `-` while nothing has been measured. */
export type Rating = "A" | "B" | "C" | "D" | "-";

/**
 * Uptime counts for half (99.9 % is full, 95 % nothing) and speed for a fifth (50 ms full, 1,000 ms nothing).
 * Liquidity counts for the rest: half of it the share of followed markets that are live, half their median spread
 * (0.05 % full, 1 % nothing). A from 0.85, B from 0.65, C from 0.4.
 */
export function rate({ uptime, latencyMs, relativeSpreads, followed }: Measured): Rating {
  if (followed === 0 || relativeSpreads.length === 0) return uptime === 0 ? "D" : "-";
  const speed = latencyMs === undefined ? 0 : share(latencyMs, 1_000, 50);
  const live = relativeSpreads.length / followed;
  const tight = share(median(relativeSpreads), 0.01, 0.0005);
  const score = 0.5 * share(uptime, 0.95, 0.999) + 0.2 * speed + 0.15 * Math.min(1, live) + 0.15 * tight;
  if (score >= 0.85) return "A";
  if (score >= 0.65) return "B";
  return score >= 0.4 ? "C" : "D";
}

/** The place of a value between a worthless one and a perfect one, from 0 to 1. */
function share(value: number, nothing: number, everything: number): number {
  return Math.min(1, Math.max(0, (value - nothing) / (everything - nothing)));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
