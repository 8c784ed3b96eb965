/** Every indicator by its definition, slow and obvious, by the name it has in the table. For tests. */
import {
  changes,
  mean,
  naiveDeviation,
  naiveEma,
  naiveHighest,
  naiveLowest,
  naiveSma,
  naiveSum,
  naiveWema,
  naiveWma,
  total,
  windows,
} from "./averages.naive.ts";

type Numbers = readonly number[];

export interface NaiveCandles {
  readonly ms: Numbers;
  readonly open: Numbers;
  readonly high: Numbers;
  readonly low: Numbers;
  readonly close: Numbers;
  readonly volume: Numbers;
}

type Answer = Numbers | Readonly<Record<string, Numbers>>;

export const NAIVE: Readonly<Record<string, (candles: NaiveCandles, ...parameters: number[]) => Answer>> = {
  adl: ({ high, low, close, volume }) =>
    runningTotal(
      close.map((last, index) => {
        const [top, bottom] = [at(high, index), at(low, index)];
        return top === bottom ? 0 : ((2 * last - top - bottom) / (top - bottom)) * at(volume, index);
      }),
    ),
  adx: naiveAdx,
  atr: (candles, period = 0) => naiveWema(trueRanges(candles), period),
  ao: (candles, fast = 0, slow = 0) => minus(naiveSma(middles(candles), fast), naiveSma(middles(candles), slow)),
  bb({ close }, period = 0, deviations = 0) {
    const middle = naiveSma(close, period);
    const bands = naiveDeviation(close, period).map((deviation) => deviations * deviation);
    return { middle, upper: plus(middle, bands), lower: minus(middle, bands) };
  },
  cci: (candles, period = 0) =>
    windows(typical(candles), period, (window) => {
      const distance = mean(window.map((price) => Math.abs(price - mean(window))));
      return distance <= 1e-13 * mean(window) ? 0 : (at(window, period - 1) - mean(window)) / (0.015 * distance);
    }),
  fi: ({ close, volume }, period = 0) =>
    naiveEma(
      changes(close).map((change, index) => change * at(volume, index)),
      period,
    ),
  kst({ close }, signal = 0) {
    const [a, b, c, d] = [
      naiveSma(rateOfChange(close, 10), 10),
      naiveSma(rateOfChange(close, 15), 10),
      naiveSma(rateOfChange(close, 20), 10),
      naiveSma(rateOfChange(close, 30), 15),
    ];
    const kst = close.map((_, index) => at(a, index) + 2 * at(b, index) + 3 * at(c, index) + 4 * at(d, index));
    return { kst, signal: naiveSma(kst, signal) };
  },
  mfi(candles, period = 0) {
    const prices = typical(candles);
    const money = prices.map((price, index) => price * at(candles.volume, index));
    const moves = changes(prices);
    const ups = naiveSum(split(moves, money, 1), period);
    const downs = naiveSum(split(moves, money, -1), period);
    return ups.map((up, index) => (up + at(downs, index) === 0 ? 0 : (100 * up) / (up + at(downs, index))));
  },
  macd({ close }, one = 0, other = 0, signal = 0) {
    const [fast, slow] = [Math.min(one, other), Math.max(one, other)];
    // Both begin at the candle where the slow one has its first value.
    const aligned = close.map((price, index) => (index < slow - fast ? Number.NaN : price));
    const macd = minus(naiveEma(aligned, fast), naiveEma(close, slow));
    const line = naiveEma(macd, signal);
    return { macd, signal: line, histogram: minus(macd, line) };
  },
  obv: ({ close, volume }) =>
    runningTotal(volume.map((traded, index) => traded * (index === 0 ? 1 : Math.sign(at(changes(close), index))))),
  psar: naivePsar,
  roc: ({ close }, period = 0) => rateOfChange(close, period),
  rsi: ({ close }, period = 0) => naiveRsi(close, period),
  sma: ({ close }, period = 0) => naiveSma(close, period),
  stochastic({ high, low, close }, period = 0, slowing = 0, smoothing = 0) {
    const k = naiveSma(placeBetween(close, naiveLowest(low, period), naiveHighest(high, period)), slowing);
    return { k, d: naiveSma(k, smoothing) };
  },
  stoch_rsi({ close }, strength = 0, period = 0, smoothing = 0) {
    const values = naiveRsi(close, strength);
    const [low, high] = [naiveLowest(values, period), naiveHighest(values, period)];
    const k = placeBetween(values, low, high).map((place, index) =>
      at(high, index) - at(low, index) <= 1e-6 ? 0 : place,
    );
    return { k, d: naiveSma(k, smoothing) };
  },
  trix: ({ close }, period = 0) => rateOfChange(naiveEma(naiveEma(naiveEma(close, period), period), period), 1),
  typical_price: typical,
  vwap: (candles) =>
    candles.ms.map((ms, index) => {
      const day = Math.floor(ms / 86_400_000);
      const today = candles.ms.flatMap((other, place) =>
        place <= index && Math.floor(other / 86_400_000) === day ? [place] : [],
      );
      const traded = total(today.map((place) => at(candles.volume, place)));
      const money = total(today.map((place) => at(typical(candles), place) * at(candles.volume, place)));
      return traded === 0 ? at(typical(candles), index) : money / traded;
    }),
  vp: naiveProfile,
  ema: ({ close }, period = 0) => naiveEma(close, period),
  wma: ({ close }, period = 0) => naiveWma(close, period),
  wema: ({ close }, period = 0) => naiveWema(close, period),
  williams_r: ({ high, low, close }, period = 0) =>
    placeBetween(close, naiveHighest(high, period), naiveLowest(low, period)).map((place) => place && -place),
  ichimoku(candles, conversion = 0, base = 0, span = 0, shift = 0) {
    const middle = (period: number): number[] =>
      middles({ high: naiveHighest(candles.high, period), low: naiveLowest(candles.low, period) });
    const [short, long] = [middle(conversion), middle(base)];
    const ago = (values: Numbers): number[] => values.map((_, index) => at(values, index - shift));
    return {
      conversion: short,
      base: long,
      span_a: ago(plus(short, long).map((sum) => sum / 2)),
      span_b: ago(middle(span)),
    };
  },
  highest: ({ high }, period = 0) => naiveHighest(high, period),
  lowest: ({ low }, period = 0) => naiveLowest(low, period),
  sum: ({ close }, period = 0) => naiveSum(close, period),
  standard_deviation: ({ close }, period = 0) => naiveDeviation(close, period),
  cross_up: (candles, fast = 0, slow = 0) => crossings(candles, fast, slow).map((sign) => sign && Math.max(0, sign)),
  cross_down: (candles, fast = 0, slow = 0) => crossings(candles, fast, slow).map((sign) => sign && Math.max(0, -sign)),
  cross_over: crossings,
  average_gain: ({ close }, period = 0) => naiveWema(gains(close), period),
  average_loss: ({ close }, period = 0) => naiveWema(gains(close.map((price) => -price)), period),
};

function naiveAdx(candles: NaiveCandles, period = 0): Answer {
  const rises = changes(candles.high);
  const falls = changes(candles.low).map((change) => -change);
  const ups = rises.map((rise, index) => (rise > at(falls, index) && rise > 0 ? rise : zeroOf(rise)));
  const downs = falls.map((fall, index) => (fall > at(rises, index) && fall > 0 ? fall : zeroOf(fall)));
  const [up, down, range] = [wilderSum(ups, period), wilderSum(downs, period), wilderSum(trueRanges(candles), period)];
  const share = (part: Numbers): number[] =>
    part.map((sum, index) => (at(range, index) === 0 ? 0 : (100 * sum) / at(range, index)));
  const apart: number[] = [];
  for (const [index, sum] of plus(up, down).entries()) {
    const distance = Math.abs(at(up, index) - at(down, index));
    apart.push(sum === 0 ? apart[index - 1] || 0 : (100 * distance) / sum);
  }
  return { adx: naiveWema(apart, period), plus_di: share(up), minus_di: share(down) };
}

/** The sum of the first `period - 1` movements, then a period's share less and the newest more. */
function wilderSum(values: Numbers, period: number): number[] {
  const out: number[] = values.map(() => Number.NaN);
  let sum = total(values.slice(1, period));
  for (let index = period; index < values.length; index++) {
    sum = sum - sum / period + at(values, index);
    out[index] = sum;
  }
  return out;
}

/** Wilder's own words, upwards and downwards apart. */
function naivePsar({ high, low }: NaiveCandles, step = 0, maximum = 0): Numbers {
  let way = at(low, 0) - at(low, 1) > Math.max(0, at(high, 1) - at(high, 0)) ? "down" : "up";
  let stop = way === "up" ? at(low, 0) : at(high, 0);
  let extreme = way === "up" ? at(high, 1) : at(low, 1);
  let speed = Math.min(step, maximum);
  return high.map((top, index) => {
    if (index === 0) return Number.NaN;
    const bottom = at(low, index);
    const before = Math.max(1, index - 1);
    const [floor, roof] = [Math.min(at(low, before), bottom), Math.max(at(high, before), top)];
    let answer = stop;
    if (way === "up" ? bottom <= stop : top >= stop) {
      answer = way === "up" ? Math.max(extreme, roof) : Math.min(extreme, floor);
      way = way === "up" ? "down" : "up";
      extreme = way === "up" ? top : bottom;
      speed = Math.min(step, maximum);
    } else if (way === "up" ? top > extreme : bottom < extreme) {
      extreme = way === "up" ? top : bottom;
      speed = Math.min(maximum, speed + Math.min(step, maximum));
    }
    const next = answer + speed * (extreme - answer);
    stop = way === "up" ? Math.min(next, floor) : Math.max(next, roof);
    return answer;
  });
}

function naiveProfile({ open, high, low, close, volume }: NaiveCandles, steps = 0): Answer {
  const [bottom, top] = [Math.min(...low), Math.max(...high)];
  const count = close.length === 0 ? 0 : top === bottom ? 1 : steps;
  const edges = Array.from({ length: count + 1 }, (_, step) => bottom + ((top - bottom) * step) / count);
  const traded = (isBull: boolean): number[] =>
    edges.slice(1).map((to, step) =>
      total(
        close.map((last, index) => {
          if (last >= at(open, index) !== isBull) return 0;
          const [from, isLast] = [at(edges, step), step === count - 1];
          const [lowest, highest] = [at(low, index), at(high, index)];
          if (lowest === highest) return lowest >= from && (lowest < to || isLast) ? at(volume, index) : 0;
          const shared = Math.min(highest, to) - Math.max(lowest, from);
          return shared > 0 ? (at(volume, index) * shared) / (highest - lowest) : 0;
        }),
      ),
    );
  const [bullish, bearish] = [traded(true), traded(false)];
  return { from: edges.slice(0, count), to: edges.slice(1), volume: plus(bullish, bearish), bullish, bearish };
}

function naiveRsi(close: Numbers, period: number): number[] {
  const [gain, loss] = [naiveWema(gains(close), period), naiveWema(gains(close.map((price) => -price)), period)];
  return gain.map((up, index) => (up + at(loss, index) === 0 ? 0 : 100 - 100 / (1 + up / at(loss, index))));
}

function crossings({ close }: NaiveCandles, fast = 0, slow = 0): number[] {
  const other = naiveEma(close, slow);
  const distances = minus(naiveEma(close, fast), other);
  const apart = distances.map((distance, index) => (Math.abs(distance) <= 1e-12 * at(other, index) ? 0 : distance));
  return apart.map((now, index) => {
    const before = at(apart, index - 1);
    if (Number.isNaN(before)) return Number.NaN;
    if (before <= 0 && now > 0) return 1;
    return before >= 0 && now < 0 ? -1 : 0;
  });
}

function trueRanges({ high, low, close }: NaiveCandles): number[] {
  return high.map((top, index) => {
    const before = at(close, index - 1);
    return Math.max(top - at(low, index), Math.abs(top - before), Math.abs(at(low, index) - before));
  });
}

/** In percent of the way; 0 where there is none. */
function placeBetween(values: Numbers, from: Numbers, to: Numbers): number[] {
  return values.map((value, index) =>
    at(to, index) === at(from, index) ? 0 : (100 * (value - at(from, index))) / (at(to, index) - at(from, index)),
  );
}

function typical({ high, low, close }: NaiveCandles): number[] {
  return close.map((last, index) => (at(high, index) + at(low, index) + last) / 3);
}

function middles({ high, low }: Pick<NaiveCandles, "high" | "low">): number[] {
  return plus(high, low).map((sum) => sum / 2);
}

function rateOfChange(values: Numbers, period: number): number[] {
  return values.map((value, index) => (value / at(values, index - period) - 1) * 100);
}

function gains(values: Numbers): number[] {
  return changes(values).map((change) => (change < 0 ? 0 : change));
}

function split(moves: Numbers, money: Numbers, sign: number): number[] {
  return moves.map((move, index) => (Math.sign(move) === sign ? at(money, index) : zeroOf(move)));
}

function runningTotal(values: Numbers): number[] {
  return values.map((_, index) => total(values.slice(0, index + 1)));
}

function plus(one: Numbers, other: Numbers): number[] {
  return one.map((value, index) => value + at(other, index));
}

function minus(one: Numbers, other: Numbers): number[] {
  return one.map((value, index) => value - at(other, index));
}

/** A missing value is not a zero either. */
function zeroOf(value: number): number {
  return Number.isNaN(value) ? value : 0;
}

/** NaN outside. */
function at(values: Numbers, index: number): number {
  return values[index] ?? Number.NaN;
}
