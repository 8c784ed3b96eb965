import { candleCount, indicator } from "./indicator.ts";
import { column } from "./candles.ts";

/** The change against `period` values ago in percent; begins at `from + period`; 0 against 0. TA-Lib: ROC. */
export function roc(values: Float64Array, period: number, from = 0): Float64Array {
  const out = column(values.length, from + period);
  for (let index = from + period; index < values.length; index++) {
    const before = values[index - period] as number;
    out[index] = before === 0 ? 0 : ((values[index] as number) / before - 1) * 100;
  }
  return out;
}

export const rocIndicator = indicator({
  name: "roc",
  title: "Rate of change (ROC)",
  parameters: [candleCount("period", 10)],
  convention: "(close / close of that many candles ago - 1) x 100. TA-Lib ROC.",
  kind: "candles",
  warmUp: ([period]) => period,
  reach: ([period]) => period,
  compute: ({ close }, [period]) => roc(close, period),
});
