/** What stands on a chart beside its candles: the moment of an article, or of a trigger. */

export interface Mark {
  /** Milliseconds since 1970. */
  readonly ms: number;
  /** `above` and `below` the candle point at it, so that colour is not the only sign. */
  readonly place: "above" | "below";
  readonly tone: "good" | "bad" | "plain";
  /** A few characters, such as the number that a table beside the chart has for it. */
  readonly text: string;
}

/** A mark at the candle of its moment. */
export interface PlacedMark extends Mark {
  /** The first millisecond of a candle of the chart. */
  readonly candleMs: number;
}

/**
 * Puts marks at the candles of their moments. One from before the first candle, or in a time of which nothing is known, has
 * none, and is left out.
 *
 * @param times first milliseconds of the candles
 */
export function placeMarks(
  marks: readonly Mark[],
  times: readonly number[],
  intervalMs: number,
): readonly PlacedMark[] {
  const known = new Set(times);
  return marks
    .map((mark) => ({ ...mark, candleMs: Math.floor(mark.ms / intervalMs) * intervalMs }))
    .filter(({ candleMs }) => known.has(candleMs))
    .sort((one, other) => one.candleMs - other.candleMs);
}
