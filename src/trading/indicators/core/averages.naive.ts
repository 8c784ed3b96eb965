/** The obvious versions of the building blocks: each value from its definition, window by window. For tests. */
type Numbers = readonly number[];

/** Applies `of` to every full window of values that are all there. */
export function windows(values: Numbers, period: number, of: (window: Numbers) => number): number[] {
  return values.map((_, index) => {
    const window = values.slice(Math.max(0, index - period + 1), index + 1);
    return window.length < period || window.some(Number.isNaN) ? Number.NaN : of(window);
  });
}

export function naiveSum(values: Numbers, period: number): number[] {
  return windows(values, period, total);
}

export function naiveSma(values: Numbers, period: number): number[] {
  return windows(values, period, mean);
}

export function naiveDeviation(values: Numbers, period: number): number[] {
  return windows(values, period, (window) => {
    const average = mean(window);
    return Math.sqrt(mean(window.map((value) => (value - average) ** 2)));
  });
}

export function naiveWma(values: Numbers, period: number): number[] {
  return windows(values, period, (window) => {
    const weights = window.map((_, index) => index + 1);
    return total(window.map((value, index) => value * (index + 1))) / total(weights);
  });
}

export function naiveHighest(values: Numbers, period: number): number[] {
  return windows(values, period, (window) => Math.max(...window));
}

export function naiveLowest(values: Numbers, period: number): number[] {
  return windows(values, period, (window) => Math.min(...window));
}

/** `weight` of the newest and the rest of what was; seeded with the mean of the first `period` values that are there. */
function naiveExponential(values: Numbers, period: number, weight: number): number[] {
  const begins = values.findIndex((value) => !Number.isNaN(value));
  const first = begins + period - 1;
  const out: number[] = values.map(() => Number.NaN);
  if (begins < 0 || first >= values.length) return out;
  out[first] = mean(values.slice(begins, first + 1));
  for (let index = first + 1; index < values.length; index++) {
    out[index] = weight * (values[index] ?? 0) + (1 - weight) * (out[index - 1] ?? 0);
  }
  return out;
}

export function naiveEma(values: Numbers, period: number): number[] {
  return naiveExponential(values, period, 2 / (period + 1));
}

export function naiveWema(values: Numbers, period: number): number[] {
  return naiveExponential(values, period, 1 / period);
}

/** Change from value to value; NaN for the first. */
export function changes(values: Numbers): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? Number.NaN));
}

export function mean(values: Numbers): number {
  return total(values) / values.length;
}

export function total(values: Numbers): number {
  return values.reduce((sum, value) => sum + value, 0);
}
