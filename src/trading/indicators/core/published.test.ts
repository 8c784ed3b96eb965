/** Worked examples that others have published. */
import { expect, test } from "vitest";
import { ema, wema } from "./exponential-averages.ts";
import { cci } from "./cci.ts";
import { rsi } from "./rsi.ts";
import { sma } from "./sma.ts";

test("RSI(14) is that of StockCharts ChartSchool's worksheet (Wilder's smoothing)", () => {
  // https://chartschool.stockcharts.com, "Relative Strength Index (RSI)", spreadsheet cs-rsi.xls: QQQQ, 33 closes.
  const closes = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614,
    46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548,
    44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
  ];
  const published = [
    70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87, 45.46,
    37.3, 33.08, 37.77,
  ];
  expect(rounded(rsi(Float64Array.from(closes), 14), 2).slice(14)).toEqual(published);
});

// https://chartschool.stockcharts.com, "Moving Averages - Simple and Exponential", spreadsheet cs-movavg.xls: INTC, 30 closes.
const INTEL = [
  22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05, 23.75,
  23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68, 23.1, 22.4, 22.17,
];

test("SMA(10) and EMA(10) are those of StockCharts ChartSchool's worksheet, to the cent that its closes are rounded to", () => {
  const means = [
    22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21, 23.38, 23.53, 23.65, 23.71, 23.69,
    23.61, 23.51, 23.43, 23.28, 23.13,
  ];
  const exponential = [
    22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54, 23.47, 23.4, 23.39,
    23.26, 23.23, 23.08, 22.92,
  ];
  const closes = Float64Array.from(INTEL);
  expectWithin(sma(closes, 10).slice(9), means, 0.0101);
  expectWithin(ema(closes, 10).slice(9), exponential, 0.0101);
});

test("an average of equal values is that value, whatever its weights", () => {
  const flat = new Float64Array(40).fill(7);
  for (const average of [sma, ema, wema]) expect(average(flat, 5).slice(4)).toEqual(flat.slice(4));
});

test("CCI(20) is that of StockCharts ChartSchool's worksheet, to what its prices are rounded to", () => {
  // https://chartschool.stockcharts.com, "Commodity Channel Index (CCI)", spreadsheet cs-cci.xls: 30 candles.
  const high = [
    24.2, 24.07, 24.04, 23.87, 23.67, 23.59, 23.8, 23.8, 24.3, 24.15, 24.05, 24.06, 23.88, 25.14, 25.2, 25.07, 25.22,
    25.37, 25.36, 25.26, 24.82, 24.44, 24.65, 24.84, 24.75, 24.51, 24.68, 24.67, 23.84, 24.3,
  ];
  const low = [
    23.85, 23.72, 23.64, 23.37, 23.46, 23.18, 23.4, 23.57, 24.05, 23.77, 23.6, 23.84, 23.64, 23.94, 24.74, 24.77, 24.9,
    24.93, 24.96, 24.93, 24.21, 24.21, 24.43, 24.44, 24.2, 24.25, 24.21, 24.15, 23.63, 23.76,
  ];
  const close = [
    23.89, 23.95, 23.67, 23.78, 23.5, 23.32, 23.75, 23.79, 24.14, 23.81, 23.78, 23.86, 23.7, 24.96, 24.88, 24.96, 25.18,
    25.07, 25.27, 25, 24.46, 24.28, 24.62, 24.58, 24.53, 24.35, 24.34, 24.23, 23.76, 24.2,
  ];
  const published = [102.31, 30.77, 6.55, 33.3, 34.95, 13.84, -10.75, -11.58, -29.35, -129.36, -73.07];
  const candles = { high: Float64Array.from(high), low: Float64Array.from(low), close: Float64Array.from(close) };
  expectWithin(cci(candles, 20).slice(19), published, 1);
});

function rounded(values: Float64Array, places: number): number[] {
  return Array.from(values, (value) => Number(value.toFixed(places)));
}

function expectWithin(values: Float64Array, published: readonly number[], tolerance: number): void {
  expect(values).toHaveLength(published.length);
  const wrong = published
    .map((theirs, index) => ({ index, theirs, ours: values[index] as number }))
    .filter(({ theirs, ours }) => !(Math.abs(theirs - ours) <= tolerance));
  expect(wrong).toEqual([]);
}
