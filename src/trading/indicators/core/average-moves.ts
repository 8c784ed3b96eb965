import { candleCount, fading, indicator } from "./indicator.ts";
import { column } from "./candles.ts";
import { wema } from "./exponential-averages.ts";

/** Wilder's average of the gains from value to value, falls counting as 0; begins at index `period`. As inside the RSI. */
export function averageGain(values: Float64Array, period: number): Float64Array {
  const gains = column(values.length, 1);
  for (let index = 1; index < values.length; index++) {
    gains[index] = Math.max(0, (values[index] as number) - (values[index - 1] as number));
  }
  return wema(gains, period, 1);
}

/** Wilder's average of the losses from value to value, as positive numbers; begins at index `period`. */
export function averageLoss(values: Float64Array, period: number): Float64Array {
  const losses = column(values.length, 1);
  for (let index = 1; index < values.length; index++) {
    losses[index] = Math.max(0, (values[index - 1] as number) - (values[index] as number));
  }
  return wema(losses, period, 1);
}

export const averageGainIndicator = indicator({
  name: "average_gain",
  title: "Average gain",
  parameters: [candleCount("period", 14)],
  convention: "Wilder's average of the rises from close to close, falls counting as 0. As inside the RSI.",
  kind: "candles",
  warmUp: ([period]) => period,
  reach: ([period]) => period + fading(1 / period),
  compute: ({ close }, [period]) => averageGain(close, period),
});

export const averageLossIndicator = indicator({
  name: "average_loss",
  title: "Average loss",
  parameters: [candleCount("period", 14)],
  convention: "Wilder's average of the falls from close to close, as positive numbers. As inside the RSI.",
  kind: "candles",
  warmUp: ([period]) => period,
  reach: ([period]) => period + fading(1 / period),
  compute: ({ close }, [period]) => averageLoss(close, period),
});
