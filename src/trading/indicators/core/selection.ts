import type { Indicator, Parameter } from "./indicator.ts";
import { INDICATORS } from "./table.ts";

/** An indicator with its parameters, and the member of an answer that holds it. */
export interface Selected {
  /** As it was asked for: `rsi`, `rsi(21)`. */
  readonly key: string;
  readonly indicator: Indicator;
  readonly parameters: readonly number[];
}

type Selection =
  | { readonly kind: "selected"; readonly selected: readonly Selected[] }
  | { readonly kind: "refused"; readonly why: string };

/** A name, and parameters in brackets where they are not the usual ones. */
const FORM = /^([a-z_]{1,30})(?:\(([0-9.,]{1,60})\))?$/;

/**
 * The requested indicators, each by its name (`rsi`) or with parameters in the order of the table (`macd(5,35,5)`,
 * `bb(20,2.5)`). Parameters left out at the end have their usual values. None asked for are all of the table. Refuses
 * unknown names and parameters outside of their limits. Asked for twice is answered once.
 *
 * @example
 * select(["rsi(21)"]) // one: key "rsi(21)", parameters [21]
 */
export function select(asked: readonly string[]): Selection {
  const selected = new Map<string, Selected>();
  for (const text of asked.length > 0 ? asked : INDICATORS.map(({ name }) => name)) {
    const [, name, given] = FORM.exec(text) ?? [];
    const indicator = INDICATORS.find((entry) => entry.name === name);
    if (!indicator) return refused(`There is no indicator ${text}`);
    const values = given === undefined ? [] : given.split(",");
    if (values.length > indicator.parameters.length) {
      return refused(`${indicator.name} takes ${countOf(indicator.parameters)}`);
    }
    const parameters = indicator.parameters.map((parameter, index) => valueOf(parameter, values[index]));
    const wrong = indicator.parameters.find((_, index) => parameters[index] === undefined);
    if (wrong) return refused(`${wrong.name} of ${indicator.name} is ${limitsOf(wrong)}`);
    selected.set(text, { key: text, indicator, parameters: parameters.map((value) => value ?? 0) });
  }
  return { kind: "selected", selected: [...selected.values()] };
}

function refused(why: string): Selection {
  return { kind: "refused", why };
}

/** Undefined where it is not within the parameter's limits. */
function valueOf(parameter: Parameter, text: string | undefined): number | undefined {
  if (text === undefined) return parameter.default;
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return undefined;
  const value = Number(text);
  if (parameter.isWhole && !Number.isInteger(value)) return undefined;
  return value >= parameter.minimum && value <= parameter.maximum ? value : undefined;
}

function countOf(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "no parameters";
  return `at most ${parameters.length} parameters: ${parameters.map(({ name }) => name).join(", ")}`;
}

function limitsOf({ isWhole, minimum, maximum }: Parameter): string {
  return `${isWhole ? "a whole number" : "a number"} from ${minimum} to ${maximum}`;
}
