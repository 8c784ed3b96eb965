/** The parameters of a profile as they came, read by the table of options. */
import { parseFine } from "../../../kit/money/fine.ts";
import type { AccountType, Market } from "../../exchanges/index.ts";
import type { BookSide } from "./condition-view.ts";
import type { Formula } from "./formula.ts";
import { cellProblem } from "./option-cell.ts";
import type { ProfileProblem, RowOfAlgorithm } from "./profile-rows.ts";
import { STRATEGY_OPTIONS, type OptionLimits, type OptionRow } from "./strategy-options.ts";

/** A parameter as it came: one value, or a list of them. */
export type ProfileValues = Readonly<Record<string, ProfileValue | undefined>>;
type Scalar = string | number | boolean;
export type ProfileValue = Scalar | readonly Scalar[];

/** The data that the values are checked against. */
export interface ProfileContext {
  readonly conditions: readonly {
    readonly formula: Formula;
    readonly join: "and" | "or";
    readonly side1: BookSide;
    readonly side2: BookSide;
  }[];
  readonly executions: readonly RowOfAlgorithm[];
  readonly limits: OptionLimits;
  /** A market by its service code; undefined where the platform does not trade it. */
  readonly market: (code: string) => Market | undefined;
  /** A key that the caller may use. */
  readonly key: (id: string) => { readonly exchange: string; readonly mayTrade: boolean } | undefined;
  /** Account types that the exchange of a code is complete for. Everything else is refused, and never traded as spot. */
  readonly accountTypes: (code: string) => readonly AccountType[];
  /** What only a run that is to begin is asked. Undefined for one in progress: it goes on by the rules of its start. */
  readonly start:
    | {
        /** Whether the platform knows any market that a rate of this currency can come from. */
        readonly hasRate: (currency: string) => boolean;
      }
    | undefined;
}

/** The values as texts, with the defaults in the places of those that are absent. */
export class Cells {
  readonly problems: ProfileProblem[] = [];
  readonly #values: ProfileValues;
  readonly #context: ProfileContext;

  constructor(values: ProfileValues, context: ProfileContext) {
    this.#values = values;
    this.#context = context;
  }

  /** The text of a parameter or of its element; the default where it is absent, empty, or refused. */
  text(name: string, index = 0): string {
    const option = STRATEGY_OPTIONS.find((each) => each.name === name);
    const given = this.#given(name, index);
    const isUsable = given !== "" && option && cellProblem(option, given, this.#context.limits) === undefined;
    return isUsable ? given : (option?.default ?? "");
  }

  /** The decimal of an element in units of 1e-18; undefined where there is none. */
  fine(name: string, index = 0): bigint | undefined {
    const text = this.text(name, index);
    return text === "" ? undefined : parseFine(text);
  }

  add(parameter: string, index: number | undefined, message: string, isMissing = false): void {
    this.problems.push({ parameter, index, isMissing, message });
  }

  /** Forms, bounds, lengths of lists, and what must not be missing. */
  checkAll(): void {
    for (const option of STRATEGY_OPTIONS) {
      const length = this.#lengthOf(option);
      const value = this.#values[option.name];
      if (Array.isArray(value) && value.length > length) {
        this.add(option.name, undefined, `must have at most ${length} elements, one for each ${option.per}`);
      }
      for (let index = 0; index < length; index++) this.#checkOne(option, index);
    }
  }

  #checkOne(option: OptionRow, index: number): void {
    const place = option.per === "profile" ? undefined : index;
    const text = this.#given(option.name, index);
    if (text === "") {
      if (option.isRequired) this.add(option.name, place, "is missing", true);
      return;
    }
    const problem = cellProblem(option, text, this.#context.limits);
    if (problem !== undefined) this.add(option.name, place, problem);
  }

  #lengthOf({ per }: OptionRow): number {
    if (per === "profile") return 1;
    return per === "condition" ? this.#context.conditions.length : this.#context.executions.length;
  }

  #given(name: string, index: number): string {
    const value = this.#values[name];
    if (!Array.isArray(value)) return index === 0 && value !== undefined ? String(value) : "";
    // One value of this list means every row (contract 4.10).
    const place = name === "executable_priceoffsettype" && value.length === 1 ? 0 : index;
    const element: unknown = value[place];
    return typeof element === "string" || typeof element === "number" || typeof element === "boolean"
      ? String(element)
      : "";
  }
}
