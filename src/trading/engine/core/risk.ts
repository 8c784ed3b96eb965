/**
 * Risk limits and halts (contract 4.9): pure decisions over figures that the caller keeps. Money is USD and quantities are base
 * units, both in units of 1e-18; limits that are undefined do not exist.
 */

import { fineProduct } from "../../../kit/money/fine.ts";

export const RISK_SCOPES = ["account", "key", "strategy"] as const;

/** The places that limits are set for. */
export type RiskScope = (typeof RISK_SCOPES)[number];

/** The places that are halted: `platform` is every account. */
export type HaltScope = "platform" | RiskScope;

/** Limits of one scope. */
export interface RiskLimits {
  readonly maximumOpenOrders?: number;
  /** USD value of one order. */
  readonly maximumNotional?: bigint;
  /** USD value of a position, long or short. */
  readonly maximumPosition?: bigint;
  /** USD lost since 00:00 UTC, realized and not. */
  readonly maximumLossDay?: bigint;
  /** USD that the profit has fallen below its highest. */
  readonly maximumDrawdown?: bigint;
  readonly maximumRejectsMinute?: number;
  /** Percent between an order's price and the second source. */
  readonly priceCollarPercent?: number;
  readonly maximumBookAgeMs?: number;
  /** How a halt that a limit made ends: `auto` when its cause is over, `manual` by the user. */
  readonly resume: "auto" | "manual";
}

/** Open orders, positions and results of one scope now. */
export interface RiskFigures {
  readonly openOrders: number;
  /** USD since 00:00 UTC; negative for a loss. Undefined while a currency of the scope has no rate. */
  readonly resultDay: bigint | undefined;
  /** USD below the highest result; not below 0. Undefined as `resultDay`. */
  readonly drawdown: bigint | undefined;
  /** In the last 60 seconds. */
  readonly rejectsMinute: number;
}

export type RiskMode = "active" | "reducing" | "halted";

/** The mode of one scope. */
export interface Halt {
  readonly scope: HaltScope;
  readonly mode: RiskMode;
  /** Which limit made it; undefined for one that a user or operator set. */
  readonly limit: LimitName | undefined;
}

export type LimitName =
  | "maximum_open_orders"
  | "maximum_notional"
  | "maximum_position"
  | "maximum_loss_day"
  | "maximum_drawdown"
  | "maximum_rejects_minute"
  | "price_collar_percent"
  | "maximum_book_age_ms"
  | "clock_drift"
  | "spread";

/** An order that is about to be sent, as it looks on its market now. */
export interface RiskOrder {
  /** USD value; undefined where no price or rate is known: then limits on values refuse it. */
  readonly notional: bigint | undefined;
  /** USD value of one base unit; undefined where no rate is known. */
  readonly baseValue: bigint | undefined;
  /** Units of 1e-18 of the quote currency; undefined for a market order without a price. */
  readonly price: bigint | undefined;
  /** It waits for its trigger: how far its price is from the market says nothing. */
  readonly isWaiting: boolean;
  /** Of a second exchange, else the middle of the own book; undefined where there is neither. */
  readonly secondPrice: bigint | undefined;
  /** 0 where a side is empty, or the book is not to be traded on. */
  readonly bestBid: bigint;
  readonly bestAsk: bigint;
  /** Infinity where the book is not in step. */
  readonly bookAgeMs: number;
  /** Unexplained difference between our clock and the exchange's, milliseconds. */
  readonly clockDriftMs: number;
}

/** Base units of a scope in the market of an order, before it and after it is filled whole. */
export interface PositionChange {
  readonly before: bigint;
  readonly after: bigint;
}

/** The known state of one scope of an order. */
export interface ScopeState {
  readonly scope: RiskScope;
  readonly limits: RiskLimits | undefined;
  readonly figures: RiskFigures;
  readonly position: PositionChange;
}

/** Above it orders are refused, milliseconds. */
const MAX_CLOCK_DRIFT_MS = 500;

/** A book whose spread is wider is bad data, percent of its middle. */
const MAX_SPREAD_PERCENT = 10n;

/** Why an order is refused. */
export interface RiskRefusal {
  readonly kind: "limit" | "halted";
  /** Undefined for what holds for every order: clocks that differ, and books that are wide. */
  readonly scope: HaltScope | undefined;
  readonly limit: LimitName | undefined;
}

/** Whether an order makes a position smaller without turning it: all that `reducing` lets pass. */
export function isReducing({ before, after }: PositionChange): boolean {
  if (before === 0n) return false;
  const isTurned = after !== 0n && after > 0n !== before > 0n;
  return absolute(after) < absolute(before) && !isTurned;
}

/**
 * Whether an order may be sent; asked for every order that is new, hedges among them. Cancels are never asked for.
 *
 * @param scopes what is known of the account, the key and the strategy of the order; one that is not there has no position
 *   and no limits
 * @returns the first refusal, halts before limits; undefined where it may be sent. 422 2420 for a limit, 409 2421 for a halt
 */
export function checkOrderRisk(
  order: RiskOrder,
  scopes: readonly ScopeState[],
  halts: readonly Halt[],
): RiskRefusal | undefined {
  const halt =
    halts.find(({ mode }) => mode === "halted") ??
    halts.find((each) => each.mode === "reducing" && !passes(each, scopes));
  if (halt) return { kind: "halted", scope: halt.scope, limit: halt.limit };
  const data = dataProblem(order);
  if (data) return { kind: "limit", scope: undefined, limit: data };
  for (const { scope, limits, figures, position } of scopes) {
    const limit = limits && brokenBy(order, limits, figures, position);
    if (limit) return { kind: "limit", scope, limit };
  }
  return undefined;
}

/** Whether a halt that lets positions become smaller lets the order pass. Of the platform, that of the account counts. */
function passes({ scope }: Halt, scopes: readonly ScopeState[]): boolean {
  const known = scopes.find((each) => each.scope === (scope === "platform" ? "account" : scope));
  return known !== undefined && isReducing(known.position);
}

/** Which limit the figures of a scope have broken, so that it has to be halted; undefined for none. Unknown is not broken. */
export function breakerOf(limits: RiskLimits, figures: RiskFigures): LimitName | undefined {
  const { maximumLossDay, maximumDrawdown, maximumRejectsMinute } = limits;
  const { resultDay, drawdown } = figures;
  if (maximumLossDay !== undefined && resultDay !== undefined && -resultDay >= maximumLossDay)
    return "maximum_loss_day";
  if (maximumDrawdown !== undefined && drawdown !== undefined && drawdown >= maximumDrawdown) return "maximum_drawdown";
  if (maximumRejectsMinute !== undefined && figures.rejectsMinute > maximumRejectsMinute)
    return "maximum_rejects_minute";
  return undefined;
}

/**
 * The mode of a scope after its figures were looked at. A limit changes `active` to `reducing`. It never softens what
 * a user or operator set. What it set itself ends only when its cause is over and `resume` is `auto`.
 */
export function nextHalt(current: Halt, limits: RiskLimits, figures: RiskFigures): Halt {
  const broken = breakerOf(limits, figures);
  if (current.mode === "active") {
    return broken === undefined ? current : { scope: current.scope, mode: "reducing", limit: broken };
  }
  const isOwn = current.limit !== undefined;
  const isOver = broken === undefined && unknownResult(limits, figures) === undefined;
  if (isOwn && isOver && limits.resume === "auto") return { scope: current.scope, mode: "active", limit: undefined };
  return current;
}

function dataProblem({ bestBid, bestAsk, clockDriftMs }: RiskOrder): LimitName | undefined {
  if (Math.abs(clockDriftMs) > MAX_CLOCK_DRIFT_MS) return "clock_drift";
  const isWide = (bestAsk - bestBid) * 200n > (bestAsk + bestBid) * MAX_SPREAD_PERCENT;
  return bestBid > 0n && bestAsk > 0n && isWide ? "spread" : undefined;
}

function brokenBy(
  order: RiskOrder,
  limits: RiskLimits,
  figures: RiskFigures,
  position: PositionChange,
): LimitName | undefined {
  const { maximumOpenOrders, maximumNotional, maximumPosition, priceCollarPercent, maximumBookAgeMs } = limits;
  if (maximumOpenOrders !== undefined && figures.openOrders >= maximumOpenOrders) return "maximum_open_orders";
  if (maximumNotional !== undefined && (order.notional === undefined || order.notional > maximumNotional)) {
    return "maximum_notional";
  }
  const isSmaller = isReducing(position);
  if (maximumPosition !== undefined && !isSmaller && isTooLarge(order, position, maximumPosition)) {
    return "maximum_position";
  }
  if (priceCollarPercent !== undefined && isOutside(order, priceCollarPercent)) return "price_collar_percent";
  if (maximumBookAgeMs !== undefined && order.bookAgeMs > maximumBookAgeMs) return "maximum_book_age_ms";
  // A scope whose limit is broken refuses also before its halt is durable.
  return isSmaller ? undefined : (breakerOf(limits, figures) ?? unknownResult(limits, figures));
}

/** An unknown figure is below no limit. */
function unknownResult(limits: RiskLimits, { resultDay, drawdown }: RiskFigures): LimitName | undefined {
  if (limits.maximumLossDay !== undefined && resultDay === undefined) return "maximum_loss_day";
  return limits.maximumDrawdown !== undefined && drawdown === undefined ? "maximum_drawdown" : undefined;
}

function isTooLarge({ baseValue }: RiskOrder, { after }: PositionChange, maximum: bigint): boolean {
  return baseValue === undefined || fineProduct(absolute(after), baseValue, "up") > maximum;
}

/** Without a second source nothing is inside a collar. */
function isOutside({ price, secondPrice, isWaiting }: RiskOrder, percent: number): boolean {
  if (isWaiting) return false;
  if (price === undefined || secondPrice === undefined || secondPrice <= 0n) return true;
  const millionths = BigInt(Math.round(percent * 10_000));
  return absolute(price - secondPrice) * 1_000_000n > secondPrice * millionths;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
