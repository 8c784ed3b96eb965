/** All conditions of a run: groups that must all hold, each of which holds when one of its conditions does. */
import type { ConditionSettings } from "./condition-reader.ts";
import type { ConditionView } from "./condition-view.ts";
import { Condition } from "./condition.ts";

export class ConditionSet {
  /** In the order of the algorithm. */
  readonly conditions: readonly Condition[];
  readonly #groups: readonly (readonly Condition[])[];

  constructor(settings: readonly ConditionSettings[]) {
    this.conditions = settings.map((each) => new Condition(each));
    const groups: Condition[][] = [];
    for (const condition of this.conditions) {
      const last = groups.at(-1);
      if (condition.settings.join === "or" && last) last.push(condition);
      else groups.push([condition]);
    }
    this.#groups = groups;
  }

  /**
   * Whether all groups hold now. Stops at the first group that does not; of the groups after it only the conditions that
   * compare with earlier values are evaluated. Without conditions it is true.
   */
  evaluate(view: ConditionView, nowMs: number): boolean {
    let holds = true;
    for (const group of this.#groups) {
      let groupHolds = false;
      for (const condition of group) {
        if (!holds && !condition.remembers) continue;
        if (condition.evaluate(view, nowMs)) groupHolds = true;
      }
      holds &&= groupHolds;
    }
    return holds;
  }

  /** The first condition of the first group that did not hold at the evaluation of this time; undefined where all held. */
  firstOfFailed(nowMs: number): Condition | undefined {
    const held = (each: Condition): boolean => each.isTrue && each.evaluatedMs === nowMs;
    return this.#groups.find((group) => !group.some(held))?.[0];
  }

  /** Names of the conditions that held at the evaluation of this time, in their order: `c_conditions`. */
  trueNames(nowMs: number): string[] {
    return this.conditions.filter((each) => each.isTrue && each.evaluatedMs === nowMs).map(({ name }) => name);
  }

  /** The side of rows that take it from the condition that held: the first one's side 1, asks meaning buy. */
  sideOfFirstTrue(nowMs: number): "buy" | "sell" | undefined {
    const first = this.conditions.find((each) => each.isTrue && each.evaluatedMs === nowMs);
    if (!first) return undefined;
    return first.settings.side1 === "asks" ? "buy" : "sell";
  }
}
