/** Figures of round trips. Pure. */

/** Milliseconds with two places; null where nothing was answered. */
export interface RoundTrips {
  readonly minimumMs: number | null;
  readonly averageMs: number | null;
  readonly maximumMs: number | null;
  /** Of 100. */
  readonly lossPercent: number;
  readonly samples: number;
}

/** @param trips milliseconds of each; undefined for one that was not answered */
export function roundTrips(trips: readonly (number | undefined)[]): RoundTrips {
  const answered = trips.filter((trip) => trip !== undefined);
  const figure = (ms: number): number | null => (answered.length === 0 ? null : twoPlaces(ms));
  const sum = answered.reduce((total, trip) => total + trip, 0);
  return {
    minimumMs: figure(Math.min(...answered)),
    averageMs: figure(sum / answered.length),
    maximumMs: figure(Math.max(...answered)),
    lossPercent: trips.length === 0 ? 100 : twoPlaces((100 * (trips.length - answered.length)) / trips.length),
    samples: trips.length,
  };
}

/** The way to both on average; null where one does not answer. */
export function combinedMs(one: RoundTrips, other: RoundTrips): number | null {
  if (one.averageMs === null || other.averageMs === null) return null;
  return twoPlaces(one.averageMs + other.averageMs);
}

function twoPlaces(value: number): number {
  return Math.max(0, Math.round(value * 100) / 100);
}
