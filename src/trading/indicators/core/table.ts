/** Every indicator of the platform, in the order of the documents. */
import { adxIndicator } from "./adx.ts";
import { aoIndicator } from "./ao.ts";
import { atrIndicator } from "./atr.ts";
import { averageGainIndicator, averageLossIndicator } from "./average-moves.ts";
import { bbIndicator } from "./bb.ts";
import { cciIndicator } from "./cci.ts";
import { crossDownIndicator, crossOverIndicator, crossUpIndicator } from "./cross.ts";
import { emaIndicator, wemaIndicator } from "./exponential-averages.ts";
import { fiIndicator } from "./fi.ts";
import { ichimokuIndicator } from "./ichimoku.ts";
import type { Indicator } from "./indicator.ts";
import { kstIndicator } from "./kst.ts";
import { macdIndicator } from "./macd.ts";
import { mfiIndicator } from "./mfi.ts";
import { psarIndicator } from "./psar.ts";
import { rocIndicator } from "./roc.ts";
import { rsiIndicator } from "./rsi.ts";
import { highestIndicator, lowestIndicator } from "./sliding-extremes.ts";
import { sumIndicator } from "./sliding-sum.ts";
import { smaIndicator } from "./sma.ts";
import { standardDeviationIndicator } from "./standard-deviation.ts";
import { stochasticIndicator, stochasticRsiIndicator, williamsRIndicator } from "./stochastic.ts";
import { trixIndicator } from "./trix.ts";
import { typicalPriceIndicator } from "./typical-price.ts";
import { adlIndicator, obvIndicator } from "./volume-lines.ts";
import { volumeProfileIndicator } from "./volume-profile.ts";
import { vwapIndicator } from "./vwap.ts";
import { wmaIndicator } from "./wma.ts";

export const INDICATORS: readonly Indicator[] = [
  adlIndicator,
  adxIndicator,
  atrIndicator,
  aoIndicator,
  bbIndicator,
  cciIndicator,
  fiIndicator,
  kstIndicator,
  mfiIndicator,
  macdIndicator,
  obvIndicator,
  psarIndicator,
  rocIndicator,
  rsiIndicator,
  smaIndicator,
  stochasticIndicator,
  stochasticRsiIndicator,
  trixIndicator,
  typicalPriceIndicator,
  vwapIndicator,
  volumeProfileIndicator,
  emaIndicator,
  wmaIndicator,
  wemaIndicator,
  williamsRIndicator,
  ichimokuIndicator,
  highestIndicator,
  lowestIndicator,
  sumIndicator,
  standardDeviationIndicator,
  crossUpIndicator,
  crossDownIndicator,
  crossOverIndicator,
  averageGainIndicator,
  averageLossIndicator,
];
