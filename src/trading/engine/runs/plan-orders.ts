/** Rows and duties as orders: priced, counted in whole ticks and steps, with the money that they need. */
import { fineOfNumber, formatFine } from "../../../kit/money/fine.ts";
import {
  neededFor,
  newOrder,
  planRow,
  priceRow,
  stepsIn,
  ticksFor,
  type ChildOrder,
  type PriceSources,
  type RowSettings,
} from "../../algorithms/index.ts";
import type { Exchange } from "../../exchanges/index.ts";
import type { Listing, MarketView } from "../../market/index.ts";
import type { DutyOrder } from "../core/duties.ts";
import type { RowPlan } from "../core/slice.ts";
import type { NewRunOrder } from "../store-runs.ts";
import { isStillMet, moveTrigger, REACHED_ALREADY, releasedStop, triggerText, type Triggers } from "./held-stops.ts";
import { NOTHING_TO_REDUCE } from "./reducing.ts";
import type { RunMemory } from "./run-memory.ts";

export interface PlanParts {
  readonly market: MarketView;
  readonly exchanges: readonly Exchange[];
  readonly memory: RunMemory;
}

/** Deeper levels are not read: no row names one, and what is taken counts only so far. */
const LEVELS = 100;

/**
 * A row as it would be sent now. Stops that are held here are moved in `triggers`.
 *
 * @param bounds `follows` is the quantity of a row that is sent with another; undefined for the row's own. `reducible` is the
 *   most that a row may trade that only reduces; undefined for other rows
 */
export function planRunRow(
  parts: PlanParts,
  row: RowSettings,
  side: "buy" | "sell",
  triggers: Triggers,
  bounds: { readonly follows?: bigint | undefined; readonly reducible?: bigint | undefined },
): RowPlan<ChildOrder> {
  const { memory } = parts;
  const { done, open } = memory.orders.progress(row.row);
  const progress = { done, open, slices: memory.kept.slices, ...bounds };
  const decision = planRow(row, side, progress, sourcesOf(parts, row));
  if (decision.kind === "idle") return { kind: "idle", why: NOTHING_TO_REDUCE };
  if (decision.kind !== "order") return decision;
  const { child } = decision;
  const isBound = row.toleranceMinimum !== undefined || row.toleranceMaximum !== undefined;
  // What is sent without a rate could not be taken back when its reference moves.
  if (isBound && memory.toleranceRate(row) === undefined) return { kind: "refused", why: "exchange_rate" };
  if (child.triggerTicks === undefined) return { kind: "order", child };
  if (isStillMet(memory, row, child.amountSteps * row.grid.step)) return { kind: "order", child: releasedStop(child) };
  if (holdsStop(parts, row)) return { kind: "order", child };
  const { ticks, isMet, isReached } = moveTrigger(triggers, child);
  if (!isMet) return { kind: "refused", why: `trigger ${triggerText(row, ticks)}${isReached ? REACHED_ALREADY : ""}` };
  return { kind: "order", child: { ...child, triggerTicks: ticks } };
}

/** An order that one leg owes; undefined while it cannot be priced. */
export function planDuty(
  parts: PlanParts,
  row: RowSettings,
  duty: DutyOrder,
  ownSide: "buy" | "sell",
): ChildOrder | undefined {
  const side = duty.side ?? ownSide;
  const isMarket = duty.kind === "market" || duty.kind === "unwind";
  const wire = isMarket
    ? ({ type: "market", timeInForce: "IOC", postOnly: false, takes: true, isTrailing: false } as const)
    : // What did not fill at its price takes at the moved one.
      duty.kind === "price"
      ? ({ type: "limit", timeInForce: "IOC", postOnly: false, takes: true, isTrailing: false } as const)
      : row.wire;
  const own = { ...row, wire, ...(isMarket && { exact: undefined, referenceSide: "opposite" as const }) };
  const priced = priceRow(own, side, sourcesOf(parts, row));
  if (priced.kind === "refused") return undefined;
  const { limitTicks, triggerTicks, reference, valuedAt } = priced.price;
  const moved = duty.price === undefined ? limitTicks : ticksFor(row.grid, duty.price, side);
  const amountSteps = stepsIn(row.grid, duty.amount);
  return {
    row: own,
    side,
    amountSteps,
    limitTicks: moved,
    triggerTicks,
    reference,
    valuedAt: duty.price === undefined || moved === undefined ? valuedAt : moved * row.grid.tick,
  };
}

export interface OrderFacts {
  readonly slice: number;
  readonly attempt: number;
  readonly kind: NewRunOrder["kind"];
  readonly sendAtMs: number;
  readonly conditions: readonly string[];
  readonly spreadEntry: number | undefined;
}

/** What an order that is to take at once has, where its exchange cannot be told so. */
const TAKING_MS = 2_000;

/** A child as the journal stores it. */
export function runOrderOf({ exchanges, memory }: PlanParts, child: ChildOrder, facts: OrderFacts): NewRunOrder {
  const { row, side } = child;
  const listing = memory.playbook.listings[row.row];
  const market = listing?.market;
  const exchange = exchanges.find(({ code }) => code === listing?.exchange);
  const holdsStops = exchange?.has.orderTypes.includes(row.wire.type) ?? false;
  const { clientOrderId: _, ...sent } = newOrder(child, "", holdsStops);
  // What it does not take within a moment is cancelled, as its exchange would have done.
  const isCutShort = sent.timeInForce === "IOC" && exchange?.has.timeInForce.includes("IOC") === false;
  const order = isCutShort ? { ...sent, timeInForce: "GTC" as const } : sent;
  const liveMs = isCutShort ? Math.min(TAKING_MS, row.maximumTimeLiveMs || TAKING_MS) : row.maximumTimeLiveMs;
  const spread =
    facts.spreadEntry === undefined ? undefined : fineOfNumber(withoutNoise(facts.spreadEntry, child.reference));
  return {
    row: row.row,
    slice: facts.slice,
    attempt: facts.attempt,
    kind: facts.kind,
    keyId: Number(row.keyId),
    exchange: listing?.exchange ?? "",
    order,
    sendAtMs: facts.sendAtMs,
    expireAfterMs: order.type === "market" ? 0 : liveMs,
    typeOrig: row.orderType,
    priceEntry: formatFine(child.reference),
    priceOffset: formatFine(row.offset),
    spreadEntry: spread === undefined ? null : formatFine(spread),
    conditions: facts.conditions,
    needCurrency: (side === "buy" ? market?.quote : market?.base) ?? "",
    needAmount: neededFor(child, market?.takerFee ?? 0),
  };
}

/** Digits that a binary number holds for certain, and places that ticks of markets have. */
const [CERTAIN_DIGITS, TICK_PLACES] = [15, 12];

/** The difference of two binary numbers ends in digits that neither of them has: 65745.8 - 65701.7 is 44.10000000000582. */
function withoutNoise(spread: number, price: bigint): number {
  const [whole = ""] = formatFine(price).split(".");
  const wholeDigits = whole.length;
  return Number(spread.toFixed(Math.max(0, Math.min(TICK_PLACES, CERTAIN_DIGITS - wholeDigits))));
}

/** The reference of a row at this moment, units of 1e-18; undefined where its book has no such level. */
export function referenceNow(parts: PlanParts, row: RowSettings, side: "buy" | "sell"): bigint | undefined {
  const priced = priceRow({ ...row, exact: undefined }, side, sourcesOf(parts, row));
  return priced.kind === "priced" ? priced.price.reference : undefined;
}

function sourcesOf({ market, memory }: PlanParts, { row, code, referenceCode }: RowSettings): PriceSources {
  const listing = memory.playbook.listings[row];
  const own = levelsOf(market, listing);
  if (referenceCode === code) return { own, reference: own, referenceRate: 1 };
  const other = market.listing(referenceCode);
  const rate = memory.rate(other?.market.quote ?? "", listing?.market.quote ?? "");
  return {
    own,
    reference: levelsOf(market, other),
    referenceRate: rate === undefined ? Number.NaN : Number(rate) / 1e18,
  };
}

function levelsOf(market: MarketView, listing: Listing | undefined): PriceSources["own"] {
  return listing ? market.depth(listing, LEVELS) : { bids: [], asks: [] };
}

function holdsStop({ exchanges, memory }: PlanParts, { row, wire }: RowSettings): boolean {
  const code = memory.playbook.listings[row]?.exchange;
  const exchange = exchanges.find((each) => each.code === code);
  return !wire.isTrailing && (exchange?.has.orderTypes.includes(wire.type) ?? false);
}
