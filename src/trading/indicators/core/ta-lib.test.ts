/** Our indicators against what TA-Lib itself answers for the same candles. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Candles } from "./candles.ts";
import { INDICATORS } from "./table.ts";

interface Recorded {
  readonly candles: Readonly<Record<"open" | "high" | "low" | "close" | "volume", readonly number[]>>;
  readonly answers: readonly {
    readonly indicator: string;
    readonly line: string;
    readonly call: string;
    readonly values: readonly (number | null)[];
  }[];
}

const recorded = JSON.parse(readFileSync(new URL("payloads/ta-lib-0.8.1.json", import.meta.url), "utf8")) as Recorded;

const candles: Candles = {
  ms: Float64Array.from(recorded.candles.close, (_, index) => index * 60_000),
  open: Float64Array.from(recorded.candles.open),
  high: Float64Array.from(recorded.candles.high),
  low: Float64Array.from(recorded.candles.low),
  close: Float64Array.from(recorded.candles.close),
  volume: Float64Array.from(recorded.candles.volume),
};

/** TA-Lib shows no line of these before all of them have begun. */
const SHOWN_LATER = new Set(["macd macd", "stochastic k", "stoch_rsi k"]);

test.each(recorded.answers)("$indicator $line is TA-Lib's $call", ({ indicator, line, values }) => {
  const entry = INDICATORS.find(({ name }) => name === indicator);
  if (!entry) throw new Error(`there is no ${indicator}`);
  const computed = entry.compute(
    candles,
    entry.parameters.map((parameter) => parameter.default),
  );
  const ours = computed instanceof Float64Array ? computed : computed[line];
  if (!ours) throw new Error(`there is no line ${line}`);
  expect(ours).toHaveLength(values.length);
  const isShownLater = SHOWN_LATER.has(`${indicator} ${line}`);
  const differences = values
    .map((theirs, index) => ({ index, own: ours[index] as number, theirs }))
    .filter(({ own, theirs }) =>
      theirs === null
        ? !Number.isNaN(own) && !isShownLater
        : !(Math.abs(own - theirs) <= 1e-8 * Math.max(1, Math.abs(theirs))),
    );
  expect(differences).toEqual([]);
});
