import { column, type Candles } from "./candles.ts";
import { ema } from "./exponential-averages.ts";
import { candleCount, fading, indicator } from "./indicator.ts";

/**
 * Elder's force index: the exponential average of change of close times volume; begins at index `period`. TA-Lib: EFI.
 * Elder, 1993.
 */
function fi({ close, volume }: Pick<Candles, "close" | "volume">, period: number): Float64Array {
  const force = column(close.length, 1);
  for (let index = 1; index < force.length; index++) {
    force[index] = ((close[index] as number) - (close[index - 1] as number)) * (volume[index] as number);
  }
  return ema(force, period, 1);
}

export const fiIndicator = indicator({
  name: "fi",
  title: "Force index (FI)",
  parameters: [candleCount("period", 13)],
  convention: "EMA of (close - close before) x volume, seeded with the mean of the first period. Elder; TA-Lib EFI.",
  kind: "candles",
  warmUp: ([period]) => period,
  reach: ([period]) => period + fading(2 / (period + 1)),
  compute: (candles, [period]) => fi(candles, period),
});
