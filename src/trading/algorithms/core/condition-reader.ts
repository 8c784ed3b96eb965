/** Reads the left side of a condition, and what it can be compared with on the same terms. */
import type { BookSide, ConditionView, MetricQuery, UnknownReason } from "./condition-view.ts";
import type { Formula } from "./formula.ts";
import { findMetric } from "./metrics.ts";

/** The values that a profile gives to a condition, with those of the algorithm. */
export interface ConditionSettings {
  readonly formula: Formula;
  /** `codesNeeded` of them. */
  readonly codes: readonly string[];
  /** `valuesNeeded` of them. Percentages as 2.5 for 2.5 %. */
  readonly values: readonly number[];
  /** From 1 to 10. */
  readonly level1: number;
  readonly level2: number;
  readonly side1: BookSide;
  readonly side2: BookSide;
  /** `or` makes a group with the condition before. */
  readonly join: "and" | "or";
  /** Currency that prices are converted into before they are compared; empty for each market's own. */
  readonly convertTo: string;
}

/** A number of the condition: with the size of what it was computed from, which rounding is judged by. */
export class Reader {
  readonly #settings: ConditionSettings;
  readonly #one: MetricQuery;
  readonly #other: MetricQuery;
  readonly #isSpread: boolean;
  readonly #isConverted: boolean;
  /** The largest number that went into the last value. */
  size = 0;
  /** The price of side 1, after `left` of a spread. */
  side1 = 0;

  constructor(settings: ConditionSettings) {
    const { metric, indicator } = settings.formula;
    const [code = "", otherCode = ""] = settings.codes;
    this.#settings = settings;
    this.#isSpread = metric === "spread" || metric === "spread_ratio" || metric === "spread_percent";
    const isPrice = this.#isSpread || findMetric(metric)?.isPrice === true;
    this.#isConverted = isPrice && settings.convertTo !== "";
    const primitive = (side: BookSide): MetricQuery["metric"] => {
      if (metric === "spread" || metric === "spread_ratio" || metric === "spread_percent") {
        return side === "asks" ? "price_ask" : "price_bid";
      }
      return metric;
    };
    const { side1, side2, level1, level2 } = settings;
    this.#one = { metric: primitive(side1), code, side: side1, level: level1, indicator };
    this.#other = { metric: primitive(side2), code: otherCode, side: side2, level: level2, indicator };
  }

  /** The metric itself. */
  left(view: ConditionView): number | UnknownReason {
    const one = this.#read(view, this.#one);
    if (typeof one !== "number") return one;
    this.size = Math.abs(one);
    this.side1 = one;
    return this.#isSpread ? this.#spread(view, one) : one;
  }

  /** The same metric of the other market. */
  other(view: ConditionView): number | UnknownReason {
    return this.#read(view, this.#other);
  }

  /** Milliseconds since the older of its books was proved. */
  ageMs(view: ConditionView): number {
    const one = this.#one.code === "" ? 0 : view.ageMs(this.#one.code);
    return this.#other.code === "" ? one : Math.max(one, view.ageMs(this.#other.code));
  }

  #spread(view: ConditionView, one: number): number | UnknownReason {
    const other = this.#read(view, this.#other);
    if (typeof other !== "number") return other;
    if (this.#settings.formula.metric === "spread") {
      this.size = Math.max(Math.abs(one), Math.abs(other));
      return one - other;
    }
    if (other === 0) return "not_a_number";
    if (this.#settings.formula.metric === "spread_ratio") {
      this.size = one / other;
      return one / other;
    }
    this.size = 100 * Math.max(1, one / other);
    return ((one - other) / other) * 100;
  }

  #read(view: ConditionView, query: MetricQuery): number | UnknownReason {
    const value = view.read(query);
    if (typeof value !== "number") return value;
    if (!Number.isFinite(value)) return "not_a_number";
    if (!this.#isConverted) return value;
    const rate = view.rate(query.code, this.#settings.convertTo);
    if (typeof rate !== "number") return rate;
    return rate > 0 && Number.isFinite(rate) ? value * rate : "no_rate";
  }
}
