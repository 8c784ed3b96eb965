/** An indicator as a value: its name, its parameters and their limits, when it begins, and the loop that computes it. */
import type { Candles } from "./candles.ts";

/** One number, or one for each named line of an indicator that has several. */
type OneOrLines<Value> = Value | Readonly<Record<string, Value>>;

/** Columns as long as the candles, NaN while warming up. */
export type Columns = OneOrLines<Float64Array>;

export interface Parameter {
  readonly name: string;
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Whole numbers only. */
  readonly isWhole: boolean;
}

/** Parameters in the order of the table, checked against its limits. */
type Values<Parameters extends readonly Parameter[]> = { readonly [Index in keyof Parameters]: number };

interface IndicatorOf<Parameters extends readonly Parameter[]> {
  /** The member of an answer: lower case, underscores. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly parameters: Parameters;
  /** Formula, seed and source, in a sentence or two for people. */
  readonly convention: string;
  /**
   * - `candles`: a value for each candle, which depends on that candle and those before it.
   * - `day`: the same, but it restarts at 00:00 UTC and needs the candles since then.
   * - `sums`: the same, and it adds up from the first candle that it is given, so that only differences mean something.
   * - `profile`: says one thing of all candles together; its columns have a length of their own.
   */
  readonly kind: "candles" | "day" | "sums" | "profile";
  /** How many candles come before the first value, of each line. */
  warmUp(this: void, parameters: Values<Parameters>): OneOrLines<number>;
  /**
   * With this many candles before it, a value no longer changes by more than about 1e-9 of itself with more of them.
   */
  reach(this: void, parameters: Values<Parameters>): number;
  compute(this: void, candles: Candles, parameters: Values<Parameters>): Columns;
}

export type Indicator = IndicatorOf<readonly Parameter[]>;

/** Types the parameters of one entry of the table; they arrive in the same order. */
export function indicator<const Parameters extends readonly Parameter[]>(entry: IndicatorOf<Parameters>): Indicator {
  return entry;
}

/** A number of candles, from `minimum` (default 1) to 500. */
export function candleCount(name: string, byDefault: number, minimum = 1): Parameter {
  return { name, default: byDefault, minimum, maximum: 500, isWhole: true };
}

/** How many candles it takes until the seed of an average that keeps `1 - weight` of itself is worth 1e-9. */
export function fading(weight: number): number {
  return weight >= 1 ? 0 : Math.ceil(Math.log(1e-9) / Math.log1p(-weight));
}
