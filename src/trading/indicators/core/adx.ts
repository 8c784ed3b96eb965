import { trueRange } from "./atr.ts";
import { column, type Candles } from "./candles.ts";
import { wema } from "./exponential-averages.ts";
import { candleCount, fading, indicator } from "./indicator.ts";

type Prices = Pick<Candles, "high" | "low" | "close">;
type DirectionalMovement = {
  readonly adx: Float64Array;
  readonly plus_di: Float64Array;
  readonly minus_di: Float64Array;
};

/**
 * Wilder's directional movement: the share of the true range that goes up (`plus_di`) and down (`minus_di`), in
 * percent, and the average of the distance between them (`adx`). As in TA-Lib (PLUS_DI, MINUS_DI, ADX). Sums are
 * seeded with the first `period - 1` movements and the next one is smoothed in already, so the lines of direction
 * begin at index `period`. The ADX is seeded with the mean of the first `period` distances and begins at `2 period -
 * 1`. Wilder, 1978.
 */
export function adx(candles: Prices, period: number): DirectionalMovement {
  const { high, low } = candles;
  const length = high.length;
  const ranges = trueRange(candles);
  const plus = column(length, period);
  const minus = column(length, period);
  const apart = column(length, period);
  const keep = 1 - 1 / period;
  let up = 0;
  let down = 0;
  let range = 0;
  for (let index = 1; index < length; index++) {
    const rise = (high[index] as number) - (high[index - 1] as number);
    const fall = (low[index - 1] as number) - (low[index] as number);
    const fade = index < period ? 1 : keep;
    up = up * fade + (rise > 0 && rise > fall ? rise : 0);
    down = down * fade + (fall > 0 && fall > rise ? fall : 0);
    range = range * fade + (ranges[index] as number);
    if (index < period) continue;
    plus[index] = range > 0 ? (100 * up) / range : 0;
    minus[index] = range > 0 ? (100 * down) / range : 0;
    // Where nothing moves either way the distance stays what it was.
    const moved = up + down;
    if (moved > 0) apart[index] = (100 * Math.abs(up - down)) / moved;
    else apart[index] = index > period ? (apart[index - 1] as number) : 0;
  }
  return { adx: wema(apart, period, period), plus_di: plus, minus_di: minus };
}

export const adxIndicator = indicator({
  name: "adx",
  title: "Average directional index (ADX, +DI, -DI)",
  parameters: [candleCount("period", 14, 2)],
  convention:
    "Share of the true range that goes up (plus_di) and down (minus_di), and Wilder's average of their distance (adx). " +
    "Sums are seeded with the first period - 1 movements. Wilder; TA-Lib ADX, PLUS_DI, MINUS_DI.",
  kind: "candles",
  warmUp: ([period]) => ({ adx: 2 * period - 1, plus_di: period, minus_di: period }),
  // Two averages, one of the other.
  reach: ([period]) => 2 * period + Math.ceil(1.3 * fading(1 / period)),
  compute: (candles, [period]) => adx(candles, period),
});
