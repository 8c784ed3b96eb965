import { column, type Candles } from "./candles.ts";
import { candleCount, fading, indicator } from "./indicator.ts";
import { rsi } from "./rsi.ts";
import { highest, lowest } from "./sliding-extremes.ts";
import { sma } from "./sma.ts";

/** An RSI that moved by less, of its 100, stood still: below this the answer would be made of rounding. */
const STILL = 1e-6;

type Stochastic = { readonly k: Float64Array; readonly d: Float64Array };

/**
 * Lane's stochastic: the place of the close between the lowest low and the highest high of the period, in percent,
 * averaged over `slowing` candles (`k`) and again over `smoothing` (`d`). 0 where high equals low. TA-Lib: STOCH with
 * simple averages, which shows `k` only from where `d` begins.
 */
export function stochastic(
  candles: Pick<Candles, "high" | "low" | "close">,
  periods: { readonly period: number; readonly slowing: number; readonly smoothing: number },
): Stochastic {
  const { period, slowing, smoothing } = periods;
  const raw = place(candles.close, highest(candles.high, period), lowest(candles.low, period));
  const k = slowing === 1 ? raw : sma(raw, slowing, period - 1);
  return { k, d: sma(k, smoothing, period + slowing - 2) };
}

/**
 * The stochastic of the RSI, unsmoothed (`k`), and its simple average (`d`). 0 where the RSI has moved by less than
 * a millionth. TA-Lib: STOCHRSI. Chande and Kroll, 1994.
 */
export function stochasticRsi(
  values: Float64Array,
  periods: { readonly rsi: number; readonly period: number; readonly smoothing: number },
): Stochastic {
  const { period, smoothing } = periods;
  const strength = rsi(values, periods.rsi);
  const highs = highest(strength, period, periods.rsi);
  const k = place(strength, highs, lowest(strength, period, periods.rsi), STILL);
  return { k, d: sma(k, smoothing, periods.rsi + period - 1) };
}

/** Writes into `highs`, which no other code holds. A range of at most `flat` is none. */
function place(values: Float64Array, highs: Float64Array, lows: Float64Array, flat = 0): Float64Array {
  for (let index = 0; index < values.length; index++) {
    const low = lows[index] as number;
    const range = (highs[index] as number) - low;
    highs[index] = range <= flat ? 0 : (((values[index] as number) - low) / range) * 100;
  }
  return highs;
}

/**
 * Williams' %R: how far the close is below the highest high of the period, from 0 (at the high) to -100 (at the low).
 * 0 where high equals low. TA-Lib: WILLR. Larry Williams, 1973.
 */
export function williamsR({ high, low, close }: Pick<Candles, "high" | "low" | "close">, period: number): Float64Array {
  const highs = highest(high, period);
  const lows = lowest(low, period);
  const out = column(close.length, period - 1);
  for (let index = period - 1; index < out.length; index++) {
    const top = highs[index] as number;
    const range = top - (lows[index] as number);
    out[index] = range === 0 ? 0 : (((close[index] as number) - top) / range) * 100;
  }
  return out;
}

export const stochasticIndicator = indicator({
  name: "stochastic",
  title: "Stochastic oscillator (KD)",
  parameters: [candleCount("period", 14), candleCount("slowing", 3), candleCount("smoothing", 3)],
  convention:
    "k: place of the close between lowest low (0) and highest high (100), SMA over `slowing`; d: SMA of k over " +
    "`smoothing`. 0 where high and low are one. Lane; TA-Lib STOCH, which shows k only from where d begins.",
  kind: "candles",
  warmUp: ([period, slowing, smoothing]) => ({ k: period + slowing - 2, d: period + slowing + smoothing - 3 }),
  reach: ([period, slowing, smoothing]) => period + slowing + smoothing - 3,
  compute: (candles, [period, slowing, smoothing]) => stochastic(candles, { period, slowing, smoothing }),
});

export const stochasticRsiIndicator = indicator({
  name: "stoch_rsi",
  title: "Stochastic RSI",
  parameters: [candleCount("rsi", 14), candleCount("period", 14), candleCount("smoothing", 3)],
  convention: "k: place of the RSI between its lowest (0) and highest (100), unsmoothed; d: SMA of k. TA-Lib STOCHRSI.",
  kind: "candles",
  warmUp: ([strength, period, smoothing]) => ({ k: strength + period - 1, d: strength + period + smoothing - 2 }),
  reach: ([strength, period, smoothing]) => strength + period + smoothing + fading(1 / strength),
  compute: ({ close }, [strength, period, smoothing]) => stochasticRsi(close, { rsi: strength, period, smoothing }),
});

export const williamsRIndicator = indicator({
  name: "williams_r",
  title: "Williams %R",
  parameters: [candleCount("period", 14)],
  convention: "How far the close is below the highest high: 0 at it, -100 at the lowest low. TA-Lib WILLR.",
  kind: "candles",
  warmUp: ([period]) => period - 1,
  reach: ([period]) => period - 1,
  compute: (candles, [period]) => williamsR(candles, period),
});
