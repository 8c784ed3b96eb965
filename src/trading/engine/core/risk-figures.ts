/**
 * The figures that limits are compared with, from what was traded and what is open. Pure: rates and rows come in.
 *
 * A result is what everything that was bought, sold and paid in fees would bring now: realized and unrealized
 * together. Holdings from before the account began to trade here do not count.
 */
import { fineProduct } from "../../../kit/money/fine.ts";
import type { PositionChange, RiskFigures, RiskScope } from "./risk.ts";

/** One account, key or strategy. */
export interface RiskPlace {
  readonly scope: RiskScope;
  /** The uid of the main account, the id of the key or of the strategy. */
  readonly id: number;
}

/** Whose something is. */
export interface RiskOwner {
  readonly ownerUid: number;
  readonly keyId: number;
  /** Null for orders of exchange-query. */
  readonly strategyId: number | null;
}

/** A market of one exchange, as its orders name it. */
export interface MarketName {
  readonly exchange: string;
  readonly marketId: string;
}

/** The effect of all fills of a key or strategy in one market: base bought less sold, quote received less paid. */
export interface TradedRow extends RiskOwner, MarketName {
  readonly base: bigint;
  readonly quote: bigint;
}

/** Fees that were paid in one currency; below 0 for rebates. */
export interface PaidFees extends RiskOwner {
  readonly currency: string;
  readonly amount: bigint;
}

/** Orders of one side that may still fill. */
export interface WorkingOrders extends RiskOwner, MarketName {
  readonly side: "buy" | "sell";
  readonly count: number;
  /** Base units that are not filled. */
  readonly left: bigint;
}

/** Orders that exchanges have refused in the last minute. */
export interface RejectedOrders extends RiskOwner {
  readonly count: number;
}

export interface RiskFacts {
  readonly traded: readonly TradedRow[];
  readonly fees: readonly PaidFees[];
  readonly working: readonly WorkingOrders[];
  readonly rejected: readonly RejectedOrders[];
}

export const NO_FACTS: RiskFacts = { traded: [], fees: [], working: [], rejected: [] };

/** The values of things. */
export interface Worth {
  /** The currencies of a market; undefined for one that is not known. */
  currencies(market: MarketName): { readonly base: string; readonly quote: string } | undefined;
  /** USD for one unit, in units of 1e-18; undefined where no rate is known. */
  usd(currency: string): bigint | undefined;
}

/** The base of a day's result and of the drawdown. USD, in units of 1e-18. */
export interface ResultMarks {
  /** The day in UTC, `2026-01-31`. */
  readonly day: string;
  /** The result when the day began, or when limits were first set on it. */
  readonly dayResult: bigint;
  readonly highest: bigint;
}

/** Whether something belongs to a place. */
export function isIn(owner: RiskOwner, { scope, id }: RiskPlace): boolean {
  switch (scope) {
    case "account":
      return owner.ownerUid === id;
    case "key":
      return owner.keyId === id;
    case "strategy":
      return owner.strategyId === id;
  }
}

/** The places of an order: its account, its key, and its strategy where it has one. */
export function placesOf({ ownerUid, keyId, strategyId }: RiskOwner): RiskPlace[] {
  const places: RiskPlace[] = [
    { scope: "account", id: ownerUid },
    { scope: "key", id: keyId },
  ];
  if (strategyId !== null) places.push({ scope: "strategy", id: strategyId });
  return places;
}

/** USD that everything which was traded would bring now; undefined where something of it has no rate. */
export function resultOf(facts: RiskFacts, place: RiskPlace, worth: Worth): bigint | undefined {
  let result = 0n;
  const add = (amount: bigint, currency: string | undefined): boolean => {
    if (amount === 0n) return true;
    const rate = currency === undefined ? undefined : worth.usd(currency);
    if (rate === undefined) return false;
    result += fineProduct(amount, rate, "down");
    return true;
  };
  for (const each of facts.traded) {
    if (!isIn(each, place)) continue;
    const currencies = worth.currencies(each);
    if (!add(each.base, currencies?.base) || !add(each.quote, currencies?.quote)) return undefined;
  }
  for (const each of facts.fees) if (isIn(each, place) && !add(-each.amount, each.currency)) return undefined;
  return result;
}

/** The marks after a look: a new day begins with the result of now, and the highest result never falls. */
export function nextMarks(marks: ResultMarks | undefined, result: bigint, today: string): ResultMarks {
  if (!marks) return { day: today, dayResult: result, highest: result };
  const highest = result > marks.highest ? result : marks.highest;
  return { day: today, dayResult: marks.day === today ? marks.dayResult : result, highest };
}

/** The figures that the limits of a place are compared with. */
export function figuresOf(
  facts: RiskFacts,
  place: RiskPlace,
  { worth, marks, today }: { readonly worth: Worth; readonly marks: ResultMarks | undefined; readonly today: string },
): RiskFigures {
  const result = resultOf(facts, place, worth);
  const now = result === undefined ? undefined : nextMarks(marks, result, today);
  return {
    openOrders: sum(facts.working, place),
    rejectsMinute: sum(facts.rejected, place),
    resultDay: result === undefined || !now ? undefined : result - now.dayResult,
    drawdown: result === undefined || !now ? undefined : now.highest - result,
  };
}

function sum(rows: readonly (RiskOwner & { readonly count: number })[], place: RiskPlace): number {
  return rows.reduce((total, each) => total + (isIn(each, place) ? each.count : 0), 0);
}

/**
 * The position of a place in a market after an order fills whole. Open orders of the same side count as filled before
 * it. Those of the other side count as not filled: they would only make the position smaller.
 */
export function positionChange(
  facts: RiskFacts,
  place: RiskPlace,
  order: MarketName & { readonly side: "buy" | "sell"; readonly amount: bigint },
): PositionChange {
  const sign = order.side === "buy" ? 1n : -1n;
  const isHere = (each: RiskOwner & MarketName): boolean =>
    each.exchange === order.exchange && each.marketId === order.marketId && isIn(each, place);
  let before = 0n;
  for (const each of facts.traded) if (isHere(each)) before += each.base;
  for (const each of facts.working) if (each.side === order.side && isHere(each)) before += sign * each.left;
  return { before, after: before + sign * order.amount };
}

/** The facts once an order may be sent: those that follow it count it. */
export function withOrder(
  facts: RiskFacts,
  order: RiskOwner & MarketName & { readonly side: "buy" | "sell"; readonly amount: bigint },
): RiskFacts {
  const { ownerUid, keyId, strategyId, exchange, marketId, side, amount } = order;
  const added: WorkingOrders = { ownerUid, keyId, strategyId, exchange, marketId, side, count: 1, left: amount };
  return { ...facts, working: [...facts.working, added] };
}
