/** Checks all values of a profile at once, against the algorithm, the markets, the keys and the plan (contract 4.1, 4.2). */
import { DAY_SECONDS } from "../../../kit/time/spans.ts";
import { codesNeeded, MAX_AVERAGE_SECONDS, valuesNeeded, type Formula } from "./formula.ts";
import { codesIn } from "./option-cell.ts";
import { Cells, type ProfileContext, type ProfileValues } from "./profile-cells.ts";
import type { ProfileProblem, ProfileSettings } from "./profile-rows.ts";
import { readRow } from "./read-row.ts";

export interface ReadProfile {
  /** Undefined where there is any problem. */
  readonly settings: ProfileSettings | undefined;
  /** In the order of the parameters. */
  readonly problems: readonly ProfileProblem[];
}

/** The longest time that a condition looks back or waits, seconds. */
const MAX_SECONDS = DAY_SECONDS;

/** Never throws, whatever the values are. Lists are bounded by the algorithm; longer ones are a problem. */
export function readProfile(values: ProfileValues, context: ProfileContext): ReadProfile {
  const cells = new Cells(values, context);
  cells.checkAll();
  if (context.start) checkStart(cells, context, context.start);
  const convertConditions = cells.text("price_convert_conditions");
  const conditions = context.conditions.map((condition, index) => {
    const codes = codesIn(cells.text("condition_codes", index));
    const numbers = cells
      .text("condition_values", index)
      .split(",")
      .filter((part) => part !== "");
    checkCondition(cells, condition.formula, index, codes, numbers.map(Number), context);
    return {
      ...condition,
      codes,
      values: numbers.map(Number),
      level1: Number(cells.text("condition_orderbooklevel_side1", index)),
      level2: Number(cells.text("condition_orderbooklevel_side2", index)),
      convertTo: convertConditions,
    };
  });
  const rows = context.executions.map((execution, index) => readRow(cells, execution, index, context));
  const known = rows.filter((row) => row !== undefined);
  const { problems } = cells;
  if (problems.length > 0 || known.length < rows.length) return { settings: undefined, problems };
  return {
    problems,
    settings: {
      sliceDelayMs: Math.round(Number(cells.text("slice_delay")) * 1000),
      noConditions: cells.text("noconditions") === "true",
      conditions,
      rows: known,
      convertExecutions: cells.text("price_convert_executions"),
      failedLeg: {
        mayUseMarket: cells.text("failed_leg_market") === "true",
        atTheEnd: cells.text("failed_leg") === "unwind" ? "unwind" : "hold",
      },
    },
  };
}

function checkStart(
  cells: Cells,
  { executions }: ProfileContext,
  { hasRate }: NonNullable<ProfileContext["start"]>,
): void {
  const isOpen = executions.some(({ side, dependsOn }) => side === "from_condition" && dependsOn === null);
  if (isOpen && cells.text("noconditions") === "true") {
    cells.add("noconditions", undefined, "must be false: a row of the algorithm takes its side from the conditions");
  }
  for (const name of ["price_convert_conditions", "price_convert_executions"]) {
    const currency = cells.text(name);
    if (currency !== "" && !hasRate(currency)) {
      cells.add(name, undefined, `There is no rate of ${currency}: no market here trades it. Choose another currency`);
    }
  }
}

function checkCondition(
  cells: Cells,
  formula: Formula,
  index: number,
  codes: readonly string[],
  values: readonly number[],
  { market, limits }: ProfileContext,
): void {
  const wantedCodes = codesNeeded(formula);
  if (codes.length !== wantedCodes) {
    cells.add("condition_codes", index, `must name ${wantedCodes} markets for this condition`, codes.length === 0);
  }
  for (const code of codes) {
    if (!market(code)) cells.add("condition_codes", index, `There is no market ${code}`);
  }
  const wanted = valuesNeeded(formula);
  if (values.length !== wanted && wanted > 0) {
    cells.add("condition_values", index, `must hold ${wanted} values for this condition`, values.length === 0);
  }
  const [first = 0, second = 0] = values;
  const { relation, operand, metric } = formula;
  if (wanted === 2 && values.length === 2 && (relation === "between" || relation === "outside") && first > second) {
    cells.add("condition_values", index, "must begin with the lower bound");
  }
  const isBefore = relation === "increased_percent_in" || relation === "decreased_percent_in";
  const seconds = isBefore ? second : relation === "unchanged_for" ? first : undefined;
  if (seconds !== undefined && values.length === wanted && !(seconds >= 1 && seconds <= MAX_SECONDS)) {
    cells.add("condition_values", index, `must be of 1 to ${MAX_SECONDS} seconds`);
  }
  if (operand === "average_of_n" && wanted === 1 && values.length === 1) {
    const isCount = Number.isInteger(first) && first >= 2 && first <= MAX_AVERAGE_SECONDS;
    if (!isCount) cells.add("condition_values", index, `must be a whole number from 2 to ${MAX_AVERAGE_SECONDS}`);
  }
  // Values of the other relations are seconds, or percent of a change.
  const isThreshold = (operand === "input_number" || operand === "input_percent") && seconds === undefined;
  if (
    metric.startsWith("spread") &&
    isThreshold &&
    values.some((value) => value < limits.spread.minimum || value > limits.spread.maximum)
  ) {
    cells.add("condition_values", index, `must be from ${limits.spread.minimum} to ${limits.spread.maximum}`);
  }
}
