/** The indicators that conditions can name: parameters with their limits, and lines. */
import { INDICATORS } from "./table.ts";
import type { Parameter } from "./indicator.ts";

interface NamedIndicator {
  readonly parameters: readonly Parameter[];
  /** Names of its lines; empty for an indicator with one. */
  readonly lines: readonly string[];
}

/** Every indicator that has a value for each candle, by its name. */
export const INDICATOR_CATALOG: ReadonlyMap<string, NamedIndicator> = new Map(
  INDICATORS.filter(({ kind }) => kind !== "profile").map((each) => {
    const warmUp = each.warmUp(each.parameters.map((parameter) => parameter.default));
    return [each.name, { parameters: each.parameters, lines: typeof warmUp === "number" ? [] : Object.keys(warmUp) }];
  }),
);
