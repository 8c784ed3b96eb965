/** A condition, compiled once for a run and evaluated at every trigger. */
import { Reader, type ConditionSettings } from "./condition-reader.ts";
import type { ConditionView, UnknownReason } from "./condition-view.ts";
import { formatFormula } from "./formula.ts";
import { findMetric } from "./metrics.ts";
import { SampledValues } from "./sampled-values.ts";

/** Two numbers that are nearer than this, in parts of what they were computed from, are the same. */
const ROUNDING = 1e-14;

/**
 * A condition with what it remembers of earlier evaluations. Where something that it needs is not known it is false, and
 * forgets what it remembered: the next known value is like the first one. After a start and after a hand-over it begins
 * with nothing, so `crosses_above` and its like are never true at the first evaluation (contract 4.10).
 *
 * The members show the last evaluation, for `strategy/data/debug`.
 */
export class Condition {
  readonly name: string;
  readonly settings: ConditionSettings;
  /** It must be evaluated at every trigger, also where an earlier group is false: it compares with earlier values. */
  readonly remembers: boolean;
  isTrue = false;
  /** The metric, or the measured change or seconds of relations that compare those. */
  left: number | undefined = undefined;
  /** The operand; for a range its lower bound. */
  right: number | undefined = undefined;
  /** The upper bound of a range. */
  rightEnd: number | undefined = undefined;
  /** Why it could not be decided. */
  unknown: UnknownReason | undefined = undefined;
  /** Milliseconds; 0 before the first evaluation. */
  evaluatedMs = 0;
  ageMs = 0;
  /**
   * The metric at the first evaluation of the run, which percentages of the start refer to; undefined for others. Kept with
   * the run and set again after a hand-over: a new owner must not move the start.
   */
  start: number | undefined = undefined;

  readonly #reader: Reader;
  readonly #samples: SampledValues | undefined;
  #previousLeft: number | undefined = undefined;
  /** Below 0, 0 or above 0: on which side the metric was; undefined at first. */
  #previousSide: number | undefined = undefined;
  #sameSinceMs = 0;

  constructor(settings: ConditionSettings) {
    const { formula, values } = settings;
    const { relation, operand, count } = formula;
    this.name = formatFormula(formula);
    this.settings = settings;
    this.#reader = new Reader(settings);
    const isChange = relation === "increased_percent_in" || relation === "decreased_percent_in";
    const isAverage = operand === "average_of_n";
    if (isChange) this.#samples = new SampledValues(values[1] ?? 1);
    else if (isAverage) this.#samples = new SampledValues(count ?? values[0] ?? 2);
    const isPercentOfStart = operand === "input_percent" && findMetric(formula.metric)?.percentOf === "start";
    const isCrossing = relation === "crosses_above" || relation === "crosses_below";
    this.remembers =
      isChange ||
      isAverage ||
      isCrossing ||
      isPercentOfStart ||
      relation === "unchanged_for" ||
      operand === "previous_value";
  }

  /** Whether it holds now. @param nowMs milliseconds; never goes back */
  evaluate(view: ConditionView, nowMs: number): boolean {
    this.evaluatedMs = nowMs;
    this.ageMs = this.#reader.ageMs(view);
    this.left = undefined;
    this.right = undefined;
    this.rightEnd = undefined;
    this.unknown = undefined;
    const value = this.#reader.left(view);
    const held = typeof value === "number" ? this.#decide(view, value, nowMs) : value;
    if (typeof held === "string") {
      this.unknown = held;
      if (held !== "first_evaluation" && held !== "history_too_short") this.#forget();
      this.isTrue = false;
    } else this.isTrue = held;
    return this.isTrue;
  }

  #decide(view: ConditionView, value: number, nowMs: number): boolean | UnknownReason {
    const { relation } = this.settings.formula;
    this.left = value;
    switch (relation) {
      case "is_true":
        return value !== 0;
      case "is_false":
        return value === 0;
      case "unchanged_for":
        return this.#unchanged(value, nowMs);
      case "increased_percent_in":
        return this.#changed(value, nowMs, 1);
      case "decreased_percent_in":
        return this.#changed(value, nowMs, -1);
      default:
        return this.#compare(view, value, nowMs);
    }
  }

  #unchanged(value: number, nowMs: number): boolean {
    if (this.#previousLeft === undefined || this.#sign(value - this.#previousLeft) !== 0) {
      this.#sameSinceMs = nowMs;
      this.#previousLeft = value;
    }
    this.left = (nowMs - this.#sameSinceMs) / 1000;
    this.right = this.settings.values[0] ?? 0;
    return this.left >= this.right;
  }

  #changed(value: number, nowMs: number, direction: 1 | -1): boolean | UnknownReason {
    const [percent = 0, seconds = 1] = this.settings.values;
    this.#samples?.record(nowMs, value);
    const before = this.#samples?.before(seconds);
    this.right = percent;
    this.left = undefined;
    if (before === undefined) return "history_too_short";
    if (before === 0) return "not_a_number";
    this.left = ((value - before) / Math.abs(before)) * 100 * direction;
    return this.left >= percent - ROUNDING * 100;
  }

  #compare(view: ConditionView, value: number, nowMs: number): boolean | UnknownReason {
    const right = this.#threshold(view, value, nowMs, 0);
    if (typeof right !== "number") return right;
    this.right = right;
    const side = this.#sign(value - right, right);
    const before = this.#previousSide;
    this.#previousSide = side;
    switch (this.settings.formula.relation) {
      case "greater_than":
        return side > 0;
      case "greater_or_equal":
        return side >= 0;
      case "less_than":
        return side < 0;
      case "less_or_equal":
        return side <= 0;
      case "equal":
        return side === 0;
      case "not_equal":
        return side !== 0;
      case "crosses_above":
        return before === undefined ? "first_evaluation" : before <= 0 && side > 0;
      case "crosses_below":
        return before === undefined ? "first_evaluation" : before >= 0 && side < 0;
      default:
        return this.#range(view, value, nowMs, side);
    }
  }

  #range(view: ConditionView, value: number, nowMs: number, lowerSide: number): boolean | UnknownReason {
    const end = this.#threshold(view, value, nowMs, 1);
    if (typeof end !== "number") return end;
    this.rightEnd = end;
    const isInside = lowerSide >= 0 && this.#sign(value - end, end) <= 0;
    return this.settings.formula.relation === "between" ? isInside : !isInside;
  }

  #threshold(view: ConditionView, value: number, nowMs: number, place: 0 | 1): number | UnknownReason {
    const given = this.settings.values[place] ?? 0;
    switch (this.settings.formula.operand) {
      case "other_code":
        return this.#reader.other(view);
      case "previous_value": {
        const before = this.#previousLeft;
        this.#previousLeft = value;
        return before ?? "first_evaluation";
      }
      case "average_of_n":
        this.#samples?.record(nowMs, value);
        return this.#samples?.average() ?? "history_too_short";
      case "input_percent":
        return this.#percent(view, value, given);
      default:
        return given;
    }
  }

  #percent(view: ConditionView, value: number, percent: number): number | UnknownReason {
    const of = findMetric(this.settings.formula.metric)?.percentOf ?? null;
    switch (of) {
      case "side1":
        return (this.#reader.side1 * percent) / 100;
      case "start":
        this.start ??= value;
        return this.start * (1 + percent / 100);
      case "one":
        return percent / 100;
      case null:
        return "not_a_number";
      default: {
        const base = view.base(of);
        return typeof base === "number" ? (base * percent) / 100 : base;
      }
    }
  }

  /** -1, 0 or 1; differences that rounding alone makes are 0. */
  #sign(difference: number, right = 0): number {
    const isSame = Math.abs(difference) <= ROUNDING * Math.max(this.#reader.size, Math.abs(right));
    return isSame ? 0 : Math.sign(difference);
  }

  /** The start of the run is not forgotten: it does not change while a book is away. */
  #forget(): void {
    this.#samples?.clear();
    this.#previousLeft = undefined;
    this.#previousSide = undefined;
  }
}
