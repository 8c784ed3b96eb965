/** Values of indicators for conditions: computed from candles beside the loop, and read in it without waiting. */
import { toMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { formatIndicator, type IndicatorRef, type UnknownReason } from "../../algorithms/index.ts";
import { answerOf, historyMs, INDICATORS, stretchStarts, type CandleInterval } from "../../indicators/index.ts";
import type { RunDeskDeps } from "./deps.ts";

interface Known {
  value: number | undefined;
  /** When the value was computed, and when it is computed again. */
  atMs: number;
  nextMs: number;
  isAsking: boolean;
}

/** An unfinished candle changes the value: it is computed again this often. */
const REFRESH_MS = 5_000;
/** A value that could not be renewed for this long is no longer valid. */
const OLD_MS = 2 * MINUTE_MS;
const INTERVAL_MS: Readonly<Record<CandleInterval, number>> = {
  "1m": MINUTE_MS,
  "3m": 3 * MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "2h": 2 * HOUR_MS,
  "4h": 4 * HOUR_MS,
};

export class IndicatorValues {
  readonly #deps: RunDeskDeps;
  readonly #known = new Map<string, Known>();

  constructor(deps: RunDeskDeps) {
    this.#deps = deps;
  }

  /** The newest value; asks for it where it is due. */
  read(code: string, ref: IndicatorRef, nowMs: number): number | UnknownReason {
    const name = `${code} ${formatIndicator(ref)}`;
    const known = this.#known.get(name) ?? { value: undefined, atMs: 0, nextMs: 0, isAsking: false };
    this.#known.set(name, known);
    if (!known.isAsking && known.nextMs <= nowMs) {
      known.isAsking = true;
      known.nextMs = nowMs + REFRESH_MS;
      this.#compute(code, ref)
        .then((value) => {
          known.value = value;
          known.atMs = nowMs;
        })
        .catch((error: unknown) =>
          this.#deps.log.warn({ market: code, err: error }, "an indicator of a condition could not be computed"),
        )
        .finally(() => (known.isAsking = false));
    }
    return known.value === undefined || nowMs - known.atMs > OLD_MS ? "warming_up" : known.value;
  }

  /** The value of the newest candle; undefined while there are not enough. */
  async #compute(code: string, { name, parameters: given, line, interval }: IndicatorRef): Promise<number | undefined> {
    const indicator = INDICATORS.find((each) => each.name === name);
    if (!indicator) return undefined;
    const parameters = indicator.parameters.map((each, at) => given[at] ?? each.default);
    const selected = [{ key: name, indicator, parameters }];
    const nowMs = toMillis(this.#deps.clock.now());
    const lengthMs = INTERVAL_MS[interval];
    const fromMs = Math.floor(nowMs / lengthMs) * lengthMs;
    const sinceMs = fromMs - historyMs(selected, fromMs, lengthMs);
    const history = await this.#deps.candles.candles(code, interval, sinceMs, nowMs, true);
    const { length } = history.ms;
    if (length === 0) return undefined;
    const answer = answerOf(history, length - 1, selected, stretchStarts(history, history.gaps, lengthMs));
    const values = answer.indicators[name];
    const column = Array.isArray(values) ? values : values?.[line];
    return column?.at(-1) ?? undefined;
  }
}
