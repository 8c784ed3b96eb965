import { candleCount, fading, indicator } from "./indicator.ts";
import { ema } from "./exponential-averages.ts";
import { roc } from "./roc.ts";

/**
 * The change from value to value, in percent, of the exponential average taken three times over; begins at index
 * `3 (period - 1) + 1`. TA-Lib: TRIX. Hutson, 1983.
 */
function trix(values: Float64Array, period: number): Float64Array {
  const once = ema(values, period);
  const twice = ema(once, period, period - 1);
  const thrice = ema(twice, period, 2 * (period - 1));
  return roc(thrice, 1, 3 * (period - 1));
}

export const trixIndicator = indicator({
  name: "trix",
  title: "Triple exponential average (TRIX)",
  parameters: [candleCount("period", 15)],
  convention: "Change from candle to candle, in percent, of the EMA of the EMA of the EMA of the closes. TA-Lib TRIX.",
  kind: "candles",
  warmUp: ([period]) => 3 * (period - 1) + 1,
  // The seed of the innermost average dies more slowly below two others: by a half more.
  reach: ([period]) => 3 * period + Math.ceil(1.5 * fading(2 / (period + 1))),
  compute: ({ close }, [period]) => trix(close, period),
});
