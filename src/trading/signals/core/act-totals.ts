/** How much a subscriber's strategy trades for an iteration: the values of its profile, with totals of the iteration in them. */
import { FINE_ONE, floorDivide, formatFine, parseFine } from "../../../kit/money/fine.ts";
import { ONE } from "../../../kit/money/amount.ts";
import type { Side } from "../../exchanges/index.ts";
import { closingSide, openingSide, type Direction } from "./trigger.ts";

/** A parameter of a profile as it came. */
type Value = string | number | boolean | readonly (string | number | boolean)[] | undefined;
type Values = Readonly<Record<string, Value>>;

/** A row of the profile's algorithm. */
export interface ActRow {
  readonly side: Side | "from_condition";
  /** It trades what another row has traded. */
  readonly follows: boolean;
}

export type ActTotals =
  | { readonly kind: "totals"; readonly values: Values }
  | { readonly kind: "refused"; readonly reason: string };

/** Totals have 8 places, as records show them. */
const PLACE = FINE_ONE / ONE;

export interface OpeningTerms {
  readonly direction: Direction;
  /** Quote units, decimal. */
  readonly maximumAmount: string;
  /** By row: the price of its own market, quote units, units of 1e-18, above 0. Those of rows that follow are not looked at. */
  readonly prices: readonly (bigint | undefined)[];
}

/**
 * Values for opening: no row that leads trades more than its share of what the author allows, at the price of its own
 * market, nor more than its profile says.
 */
export function openingValues(
  values: Values,
  rows: readonly ActRow[],
  { direction, maximumAmount, prices }: OpeningTerms,
): ActTotals {
  const leading = rows.filter(({ follows }) => !follows);
  const wrong = leading.find(
    ({ side }) => leading.length === 1 && side !== "from_condition" && side !== openingSide(direction),
  );
  if (wrong) return refused(`its algorithm ${wrong.side}s, and the signal opens with ${openingSide(direction)}`);
  const allowed = parseFine(maximumAmount) ?? 0n;
  const shares = rows.map(({ follows }, row) => (follows ? undefined : shareOf(allowed, leading.length, prices[row])));
  if (shares.includes(0n)) return refused("the maximum amount of the signal is too small for its market");
  const totalOf = (own: bigint | undefined, row: number): bigint => {
    const share = shares[row] ?? 0n;
    return own === undefined || own > share ? share : own;
  };
  return withTotals(values, rows, totalOf, true);
}

/** What one of so many rows may trade, base units of its market; 0 without a price. */
function shareOf(allowed: bigint, among: number, price: bigint | undefined): bigint {
  if (price === undefined || price <= 0n) return 0n;
  return wholePlaces(floorDivide(allowed * FINE_ONE, price * BigInt(among)));
}

/**
 * Values for closing: exactly what is held is traded back, also by rows that follow, whatever totals these have for opening.
 *
 * @param position what was bought less what was sold, base units, decimal; not 0
 */
export function closingValues(values: Values, rows: readonly ActRow[], position: string): ActTotals {
  const held = parseFine(position, "down") ?? 0n;
  const leading = rows.filter(({ follows }) => !follows);
  const [row] = leading;
  if (!row || leading.length !== 1)
    return refused("its algorithm must have one row that leads, to trade back what is held");
  const side = closingSide(held > 0n ? "long" : "short");
  if (row.side !== side) return refused(`its algorithm ${row.side}s, and what is held is traded back with ${side}`);
  const total = wholePlaces(held > 0n ? held : -held);
  if (total === 0n) return refused("what is held is too small to trade");
  return withTotals(values, rows, () => total, false);
}

function withTotals(
  values: Values,
  rows: readonly ActRow[],
  totalOf: (own: bigint | undefined, row: number) => bigint,
  keepsOfFollowers: boolean,
): ActTotals {
  const named = listOf(values["executable_parents"]);
  const all = fineOf(values["parent"]);
  const totals = rows.map(({ follows }, at) => {
    const own = named[at] ?? "";
    if (follows) return keepsOfFollowers ? own : "";
    return formatFine(totalOf(fineOf(own) ?? all, at));
  });
  return { kind: "totals", values: { ...values, executable_parents: totals } };
}

function listOf(value: Value): string[] {
  if (value === undefined) return [];
  return [value].flat().map(String);
}

function fineOf(value: Value): bigint | undefined {
  const [text = ""] = listOf(value);
  return text === "" ? undefined : parseFine(text, "down");
}

function wholePlaces(amount: bigint): bigint {
  return floorDivide(amount, PLACE) * PLACE;
}

function refused(reason: string): ActTotals {
  return { kind: "refused", reason };
}
