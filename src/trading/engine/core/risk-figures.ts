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

/** Real and simulated money are never added up. */
export interface RiskRow extends RiskOwner {
  readonly isReal: boolean;
}

/** The effect of all fills of a key or strategy in one market: base bought less sold, quote received less paid. */
export interface TradedRow extends RiskRow, MarketName {
  readonly base: bigint;
  readonly quote: bigint;
  /** Currencies of the market, also where its exchange is no longer connected; undefined for a market that was never known. */
  readonly currencies: { readonly base: string; readonly quote: string } | undefined;
}

/** Fees that were paid in one currency; below 0 for rebates. */
export interface PaidFees extends RiskRow {
  readonly currency: string;
  readonly amount: bigint;
}

/** Orders of one side that may still fill. */
export interface WorkingOrders extends RiskRow, MarketName {
  readonly side: "buy" | "sell";
  readonly count: number;
  /** Base units that are not filled. */
  readonly left: bigint;
}

/** Orders that exchanges have refused in the last minute. */
export interface RejectedOrders extends RiskRow {
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
  /** USD for one unit, in units of 1e-18; undefined where no rate is known. */
  usd(currency: string): bigint | undefined;
}

/** The base of a day's result and of the drawdown. USD, in units of 1e-18. */
export interface ResultMarks {
  /** The day in UTC, `2026-01-31`. */
  readonly day: string;
  /** What was measured: the marks of one kind of money say nothing about the other. */
  readonly isReal: boolean;
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

/**
 * Facts by the places that they belong to, each of which is asked for its own. Without it every place would go through everything
 * that all accounts have traded.
 */
export function groupFacts(facts: RiskFacts): (place: RiskPlace) => RiskFacts {
  const groups = [
    groupRows(facts.traded),
    groupRows(facts.fees),
    groupRows(facts.working),
    groupRows(facts.rejected),
  ] as const;
  const [traded, fees, working, rejected] = groups;
  return (place) => {
    const name = nameOf(place);
    return {
      traded: traded.get(name) ?? [],
      fees: fees.get(name) ?? [],
      working: working.get(name) ?? [],
      rejected: rejected.get(name) ?? [],
    };
  };
}

function groupRows<Row extends RiskOwner>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    for (const name of placesOf(row).map(nameOf)) {
      const group = groups.get(name);
      if (group) group.push(row);
      else groups.set(name, [row]);
    }
  }
  return groups;
}

const nameOf = ({ scope, id }: RiskPlace): string => `${scope} ${id}`;

/** The result of a place, and from where it is measured. */
export interface Measured {
  /** Real money counts where there is any; else what was traded on paper and at simulated exchanges. */
  readonly isReal: boolean;
  /** USD that everything which was traded would bring now; undefined where something of it has no rate. */
  readonly result: bigint | undefined;
  /** Currencies, or markets, that have no rate. */
  readonly withoutRate: readonly string[];
  /** Undefined where the result is not known. */
  readonly marks: ResultMarks | undefined;
}

/** What the results of a place are, at the rates of now. */
export function measure(
  facts: RiskFacts,
  place: RiskPlace,
  { worth, marks, today }: { readonly worth: Worth; readonly marks: ResultMarks | undefined; readonly today: string },
): Measured {
  const traded = facts.traded.filter((each) => isIn(each, place));
  const fees = facts.fees.filter((each) => isIn(each, place));
  const isReal = [...traded, ...fees].some((each) => each.isReal);
  const withoutRate = new Set<string>();
  let result = 0n;
  const add = (amount: bigint, currency: string | undefined, name: string): void => {
    if (amount === 0n) return;
    const rate = currency === undefined ? undefined : worth.usd(currency);
    if (rate === undefined) withoutRate.add(name);
    else result += fineProduct(amount, rate, "down");
  };
  for (const each of traded) {
    if (each.isReal !== isReal) continue;
    const { base, quote } = each.currencies ?? {};
    add(each.base, base, base ?? `${each.exchange}-${each.marketId}`);
    add(each.quote, quote, quote ?? `${each.exchange}-${each.marketId}`);
  }
  for (const { amount, currency, ...each } of fees) if (each.isReal === isReal) add(-amount, currency, currency);
  const known = withoutRate.size === 0 ? result : undefined;
  return {
    isReal,
    result: known,
    withoutRate: [...withoutRate],
    marks: known === undefined ? undefined : nextMarks(marks, { result: known, isReal }, today),
  };
}

/**
 * The marks after a look: a new day begins with the result of now, and the highest result never falls. With another kind of money
 * the measurement restarts.
 */
export function nextMarks(
  marks: ResultMarks | undefined,
  { result, isReal }: { readonly result: bigint; readonly isReal: boolean },
  today: string,
): ResultMarks {
  if (marks?.isReal !== isReal) return { day: today, isReal, dayResult: result, highest: result };
  const highest = result > marks.highest ? result : marks.highest;
  return { day: today, isReal, dayResult: marks.day === today ? marks.dayResult : result, highest };
}

/**
 * The figures that the limits of a place are compared with.
 *
 * @param kind of money for an order that is compared with its own kind; that which is not measured has no results. Without it, the
 *   measured kind is counted, but for refusals of real orders: they count there also before any real order has traded
 */
export function figuresOf(
  facts: RiskFacts,
  place: RiskPlace,
  { result, marks, ...measured }: Measured,
  kind?: { readonly isReal: boolean },
): RiskFigures {
  const { isReal } = kind ?? measured;
  const isMeasured = isReal === measured.isReal;
  const rejected = (of: boolean): number => sum(facts.rejected, place, of);
  const known =
    result === undefined || !marks ? undefined : { day: result - marks.dayResult, fall: marks.highest - result };
  return {
    openOrders: sum(facts.working, place, isReal),
    rejectsMinute: kind ? rejected(isReal) : Math.max(rejected(isReal), rejected(true)),
    resultDay: isMeasured ? known?.day : 0n,
    drawdown: isMeasured ? known?.fall : 0n,
  };
}

function sum(rows: readonly (RiskRow & { readonly count: number })[], place: RiskPlace, isReal: boolean): number {
  return rows.reduce((total, each) => total + (each.isReal === isReal && isIn(each, place) ? each.count : 0), 0);
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
  order: RiskRow & MarketName & { readonly side: "buy" | "sell"; readonly amount: bigint },
): RiskFacts {
  const { ownerUid, keyId, strategyId, isReal, exchange, marketId, side, amount } = order;
  const added: WorkingOrders = {
    ownerUid,
    keyId,
    strategyId,
    isReal,
    exchange,
    marketId,
    side,
    count: 1,
    left: amount,
  };
  return { ...facts, working: [...facts.working, added] };
}
