/**
 * Every value that a profile can have: what `strategy/list-strategy-options` shows and `strategy/edit-profile` is checked
 * by. One table, so that the two cannot differ (contract 4.2).
 */
import { DAY_MS, DAY_SECONDS } from "../../../kit/time/spans.ts";

/** Bounds of the caller's plan, from `subscriptions/details`. */
export interface OptionLimits {
  readonly spread: Range;
  readonly price_offset: Range;
  readonly qty_parent: Range;
  readonly qty_child: Range;
  readonly sleep_interval: Range;
  readonly liquidity_check_maximum: number;
}

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * - `values`: one decimal, or two with a comma.
 * - `code`, `codes`: a service code; one or two joined by +.
 * - `reference`: a service code or the number of a row.
 */
export type OptionKind =
  | "text"
  | "currency"
  | "decimal"
  | "integer"
  | "bool"
  | "choice"
  | "values"
  | "code"
  | "codes"
  | "reference"
  | "key";

export interface OptionRow {
  readonly name: string;
  readonly kind: OptionKind;
  /** A profile has one of it, or one for each condition or row. */
  readonly per: "profile" | "condition" | "row";
  readonly isRequired: boolean;
  /** The meaning of an element that is absent or empty; empty where it has none. */
  readonly default: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The bound of the plan that narrows minimum and maximum. */
  readonly limit?: keyof OptionLimits;
  readonly allowed?: readonly string[];
  readonly description: string;
}

/** Seconds and milliseconds of a day: nothing in one slice waits longer. */

type Rest = Partial<Omit<OptionRow, "name" | "kind" | "per" | "description">>;

const option = (per: OptionRow["per"]) => {
  return (name: string, kind: OptionKind, description: string, rest: Rest = {}): OptionRow => ({
    name,
    kind,
    per,
    description,
    isRequired: false,
    default: "",
    ...rest,
  });
};
const [one, each, row] = [option("profile"), option("condition"), option("row")];
const ms: Rest = { minimum: 0, maximum: DAY_MS, default: "0" };

export const STRATEGY_OPTIONS: readonly OptionRow[] = [
  one("algorithm_id", "text", "From strategy/list-algorithms", { isRequired: true }),
  one("name", "text", "Name of the profile", { isRequired: true }),
  one("description", "text", "For people"),
  one("slice_delay", "decimal", "Least seconds between two slices, and after a failed firing", {
    isRequired: true,
    minimum: 0,
    maximum: DAY_SECONDS,
    limit: "sleep_interval",
  }),
  one("parent", "decimal", "Total of the profile in base units of row 0; empty: each row has its own", {
    minimum: 0,
    limit: "qty_parent",
  }),
  one("price_convert_conditions", "currency", "Currency in which conditions compare prices"),
  one("price_convert_executions", "currency", "Currency in which executions compare prices"),
  one("noconditions", "bool", "Ignore all conditions: slices fire by time alone", { default: "false" }),
  one(
    "failed_leg",
    "choice",
    "What follows a leg that could not be filled while another was: trade that one back, or hold",
    {
      default: "hold",
      allowed: ["hold", "unwind"],
    },
  ),
  one("failed_leg_market", "bool", "Try a market order after the prices within executable_tolerancemaximum", {
    default: "false",
  }),
  each("condition_codes", "codes", "Service code of the condition; two joined by + for a spread"),
  each("condition_values", "values", "Threshold; two with a comma for a range"),
  each("condition_orderbooklevel_side1", "integer", "Level of side 1", { minimum: 1, maximum: 10, default: "1" }),
  each("condition_orderbooklevel_side2", "integer", "Level of side 2", { minimum: 1, maximum: 10, default: "1" }),
  row("executable_codes", "code", "Service code of the row's market", { isRequired: true }),
  row("executable_apikeys", "key", "Exchange key, from exchange-api-keys/list", { isRequired: true }),
  row("executable_apikeysmarket", "choice", "Account of that key", {
    default: "spot",
    allowed: ["spot", "margin", "swap", "future"],
  }),
  row("executable_parents", "decimal", "Total of the row in base units; default `parent`", {
    minimum: 0,
    limit: "qty_parent",
  }),
  row("executable_values", "decimal", "Quantity of each slice in base units", { minimum: 0, limit: "qty_child" }),
  row("executable_leverage", "decimal", "Set before the first order of a run", {
    minimum: 1,
    maximum: 125,
    default: "1",
  }),
  row("executable_priceoffset", "decimal", "Added to the reference price, quote units; plus is worse for a buyer", {
    default: "0",
    limit: "price_offset",
  }),
  row("executable_priceexact", "decimal", "Fixed limit price in quote units; overrides reference and offset", {
    minimum: 0,
  }),
  row("executable_priceoffsetside", "choice", "Side of the book of the reference; same is bids for a buy", {
    allowed: ["same", "opposite", "bids", "asks", "mid"],
  }),
  row("executable_priceoffsettype", "choice", "Level of that side; one value means every row", {
    default: "ob1",
    allowed: ["ob1", "ob2", "ob3", "ob4", "ob5"],
  }),
  row("executable_pricereference", "reference", "Market or row whose price is the reference; default the row's own"),
  row("executable_toleranceminimum", "decimal", "Least move of the reference since the decision, quote units"),
  row("executable_tolerancemaximum", "decimal", "Greatest move of the reference since the decision, quote units"),
  row("executable_maximumtimelive", "integer", "Milliseconds after which the rest is cancelled; 0: never", ms),
  row(
    "executable_obqtycumulativecheck",
    "integer",
    "Greatest share of the opposite side that a child may take, percent; 0: off",
    {
      minimum: 0,
      maximum: 100,
      default: "0",
      limit: "liquidity_check_maximum",
    },
  ),
  row("post_request_delay", "integer", "Milliseconds between this row and the next", ms),
  row("post_request_random", "integer", "At most so many milliseconds more, at random", ms),
];

/** An option as `strategy/list-strategy-options` shows it. */
export interface ShownOption {
  readonly name: string;
  readonly type: "string" | "number" | "bool" | "enum" | "array";
  readonly required: boolean;
  readonly default: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly allowed: readonly string[] | null;
  readonly per_row: boolean;
  readonly description: string;
}

/** The options with the bounds of a plan. */
export function shownOptions(limits: OptionLimits): readonly ShownOption[] {
  return STRATEGY_OPTIONS.map((entry) => {
    const { minimum, maximum } = boundsOf(entry, limits);
    return {
      name: entry.name,
      type: entry.per === "profile" ? typeOf(entry.kind) : "array",
      required: entry.isRequired,
      default: entry.default === "" ? null : entry.default,
      minimum: minimum ?? null,
      maximum: maximum ?? null,
      allowed: entry.allowed ?? null,
      per_row: entry.per !== "profile",
      description: entry.description,
    };
  });
}

/** The narrower of the option's own bounds and the plan's; undefined where there is none. */
export function boundsOf(
  option_: OptionRow,
  limits: OptionLimits,
): { readonly minimum: number | undefined; readonly maximum: number | undefined } {
  const { limit } = option_;
  const plan = limit === undefined ? undefined : limits[limit];
  const range = typeof plan === "number" ? { minimum: 0, maximum: plan } : plan;
  return {
    minimum: largest(option_.minimum, range?.minimum),
    maximum: smallest(option_.maximum, range?.maximum),
  };
}

function largest(one_: number | undefined, other: number | undefined): number | undefined {
  return one_ === undefined || other === undefined ? (one_ ?? other) : Math.max(one_, other);
}

function smallest(one_: number | undefined, other: number | undefined): number | undefined {
  return one_ === undefined || other === undefined ? (one_ ?? other) : Math.min(one_, other);
}

function typeOf(kind: OptionKind): ShownOption["type"] {
  if (kind === "decimal" || kind === "integer") return "number";
  if (kind === "bool") return "bool";
  return kind === "choice" ? "enum" : "string";
}
