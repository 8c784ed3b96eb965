import { column, type Candles } from "./candles.ts";
import { candleCount, indicator } from "./indicator.ts";
import { highest, lowest } from "./sliding-extremes.ts";

interface IchimokuPeriods {
  readonly conversion: number;
  readonly base: number;
  readonly span: number;
  /** How many candles ahead the spans are drawn. */
  readonly shift: number;
}

type Ichimoku = {
  readonly conversion: Float64Array;
  readonly base: Float64Array;
  readonly span_a: Float64Array;
  readonly span_b: Float64Array;
};

/**
 * The lines of Hosoda's cloud, each where it is drawn. Conversion and base are the middle of the highest high and
 * lowest low of their periods. Span A is the middle of these two, span B the middle over the longest period, both of
 * `shift` candles ago. The lagging line is the close itself, drawn `shift` candles back. It would look ahead, so
 * drawing it is left to the client. Hosoda, 1969; not in TA-Lib.
 */
function ichimoku(candles: Pick<Candles, "high" | "low">, periods: IchimokuPeriods): Ichimoku {
  const conversion = middle(candles, periods.conversion);
  const base = middle(candles, periods.base);
  const { shift } = periods;
  const spanB = shifted(middle(candles, periods.span), shift);
  const spanA = column(base.length, shift);
  for (let index = shift; index < spanA.length; index++) {
    spanA[index] = ((conversion[index - shift] as number) + (base[index - shift] as number)) / 2;
  }
  return { conversion, base, span_a: spanA, span_b: spanB };
}

function middle({ high, low }: Pick<Candles, "high" | "low">, period: number): Float64Array {
  const out = highest(high, period);
  const lows = lowest(low, period);
  for (let index = 0; index < out.length; index++) out[index] = ((out[index] as number) + (lows[index] as number)) / 2;
  return out;
}

function shifted(values: Float64Array, shift: number): Float64Array {
  const out = column(values.length, shift);
  if (shift < values.length) out.set(values.subarray(0, values.length - shift), shift);
  return out;
}

export const ichimokuIndicator = indicator({
  name: "ichimoku",
  title: "Ichimoku cloud",
  parameters: [
    candleCount("conversion", 9),
    candleCount("base", 26),
    candleCount("span", 52),
    candleCount("shift", 26, 0),
  ],
  convention:
    "Middles of highest high and lowest low: conversion, base; span_a (the middle of both) and span_b, each where it is " +
    "drawn, that is of `shift` candles ago. The lagging line is the close drawn `shift` candles back. Hosoda.",
  kind: "candles",
  warmUp: ([conversion, base, span, shift]) => ({
    conversion: conversion - 1,
    base: base - 1,
    span_a: Math.max(conversion, base) - 1 + shift,
    span_b: span - 1 + shift,
  }),
  reach: ([conversion, base, span, shift]) => Math.max(conversion, base, span) - 1 + shift,
  compute: (candles, [conversion, base, span, shift]) => ichimoku(candles, { conversion, base, span, shift }),
});
