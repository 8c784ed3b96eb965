import { column, type Candles } from "./candles.ts";
import { wema } from "./exponential-averages.ts";
import { candleCount, fading, indicator } from "./indicator.ts";

type Prices = Pick<Candles, "high" | "low" | "close">;

/** How far the price went since the close before: begins at index 1. TA-Lib: TRANGE. Wilder, 1978. */
export function trueRange({ high, low, close }: Prices): Float64Array {
  const out = column(close.length, 1);
  for (let index = 1; index < out.length; index++) {
    const before = close[index - 1] as number;
    const top = high[index] as number;
    const bottom = low[index] as number;
    out[index] = (top > before ? top : before) - (bottom < before ? bottom : before);
  }
  return out;
}

/** Wilder's average of the true range, seeded with the mean of the first `period`; begins at `period`. TA-Lib: ATR. */
export function atr(candles: Prices, period: number): Float64Array {
  return wema(trueRange(candles), period, 1);
}

export const atrIndicator = indicator({
  name: "atr",
  title: "Average true range (ATR)",
  parameters: [candleCount("period", 14)],
  convention:
    "Wilder's average of the true range, which needs a candle before; seeded with the mean of the first period of them. " +
    "Wilder; TA-Lib ATR.",
  kind: "candles",
  warmUp: ([period]) => period,
  reach: ([period]) => period + fading(1 / period),
  compute: (candles, [period]) => atr(candles, period),
});
