/**
 * Risk limits and halts (contract 4.9): pure decisions over figures that the caller keeps. Money is USD and quantities are base
 * units, both in units of 1e-18; limits that are undefined do not exist.
 */

export const RISK_SCOPES = ["account", "key", "strategy"] as const;

export type RiskScope = (typeof RISK_SCOPES)[number];

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
  /** USD since 00:00 UTC; negative for a loss. */
  readonly resultDay: bigint;
  /** USD since the scope began, now and at its highest. */
  readonly result: bigint;
  readonly highestResult: bigint;
  /** In the last 60 seconds. */
  readonly rejectsMinute: number;
}

export type RiskMode = "active" | "reducing" | "halted";

/** The mode of one scope. */
export interface Halt {
  readonly scope: RiskScope;
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

/** An order that is about to be sent. */
export interface RiskOrder {
  /** USD value; undefined where no rate is known: then limits on values refuse it. */
  readonly notional: bigint | undefined;
  /** USD value of the position in its market before it, and after it is filled whole. */
  readonly positionBefore: bigint;
  readonly positionAfter: bigint;
  /** Units of 1e-18 of the quote currency. */
  readonly price: bigint;
  /** Of a second exchange, else the middle of the own book; undefined where there is neither. */
  readonly secondPrice: bigint | undefined;
  readonly bestBid: bigint;
  readonly bestAsk: bigint;
  readonly bookAgeMs: number;
  /** Unexplained difference between our clock and the exchange's, milliseconds. */
  readonly clockDriftMs: number;
}

/** Above it orders are refused, milliseconds. */
const MAX_CLOCK_DRIFT_MS = 500;

/** A book whose spread is wider is bad data, percent of its middle. */
const MAX_SPREAD_PERCENT = 10n;

export interface RiskRefusal {
  readonly kind: "limit" | "halted";
  readonly scope: RiskScope;
  readonly limit: LimitName | undefined;
}

/** The strictest mode of all scopes, and which one it is. Undefined while all are active. */
function strictestHalt(halts: readonly Halt[]): Halt | undefined {
  return halts.find(({ mode }) => mode === "halted") ?? halts.find(({ mode }) => mode === "reducing");
}

/** Whether an order makes the position smaller without turning it: all that `reducing` lets pass. */
export function isReducing({ positionBefore, positionAfter }: RiskOrder): boolean {
  if (positionBefore === 0n) return false;
  const [before, after] = [absolute(positionBefore), absolute(positionAfter)];
  const isTurned = positionAfter !== 0n && positionAfter > 0n !== positionBefore > 0n;
  return after < before && !isTurned;
}

/**
 * Whether an order may be sent; asked for every order that is new, hedges among them. Cancels are never asked for.
 *
 * @param scopes limits, figures and halts of the account, the key and the strategy of the order
 * @returns the first refusal, halts before limits; undefined where it may be sent. 422 2420 for a limit, 409 2421 for a halt
 */
export function checkOrderRisk(
  order: RiskOrder,
  scopes: readonly { readonly scope: RiskScope; readonly limits: RiskLimits; readonly figures: RiskFigures }[],
  halts: readonly Halt[],
): RiskRefusal | undefined {
  const halt = strictestHalt(halts);
  const isSmaller = isReducing(order);
  if (halt && (halt.mode === "halted" || !isSmaller)) return { kind: "halted", scope: halt.scope, limit: halt.limit };
  const data = dataProblem(order);
  if (data) return { kind: "limit", scope: "strategy", limit: data };
  for (const { scope, limits, figures } of scopes) {
    const limit = brokenBy(order, limits, figures, isSmaller);
    if (limit) return { kind: "limit", scope, limit };
  }
  return undefined;
}

/** Which limit the figures of a scope have broken, so that it has to be halted; undefined for none. */
export function breakerOf(limits: RiskLimits, figures: RiskFigures): LimitName | undefined {
  if (limits.maximumLossDay !== undefined && -figures.resultDay >= limits.maximumLossDay) return "maximum_loss_day";
  const drawdown = figures.highestResult - figures.result;
  if (limits.maximumDrawdown !== undefined && drawdown >= limits.maximumDrawdown) return "maximum_drawdown";
  const { maximumRejectsMinute } = limits;
  if (maximumRejectsMinute !== undefined && figures.rejectsMinute > maximumRejectsMinute)
    return "maximum_rejects_minute";
  return undefined;
}

/**
 * The mode of a scope after its figures were looked at. A limit makes `reducing` of what is active; it never softens what a user
 * or operator set, and what it made itself ends only where its cause is over and `resume` is `auto`.
 */
export function nextHalt(current: Halt, limits: RiskLimits, figures: RiskFigures): Halt {
  const broken = breakerOf(limits, figures);
  if (current.mode === "active") {
    return broken === undefined ? current : { scope: current.scope, mode: "reducing", limit: broken };
  }
  const isOwn = current.limit !== undefined;
  if (isOwn && broken === undefined && limits.resume === "auto")
    return { scope: current.scope, mode: "active", limit: undefined };
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
  isSmaller: boolean,
): LimitName | undefined {
  const { maximumOpenOrders, maximumNotional, maximumPosition, priceCollarPercent, maximumBookAgeMs } = limits;
  if (maximumOpenOrders !== undefined && figures.openOrders >= maximumOpenOrders) return "maximum_open_orders";
  if (maximumNotional !== undefined && (order.notional === undefined || order.notional > maximumNotional)) {
    return "maximum_notional";
  }
  const isTooLarge = maximumPosition !== undefined && absolute(order.positionAfter) > maximumPosition;
  if (isTooLarge && !isSmaller) return "maximum_position";
  if (priceCollarPercent !== undefined && isOutside(order, priceCollarPercent)) return "price_collar_percent";
  if (maximumBookAgeMs !== undefined && order.bookAgeMs > maximumBookAgeMs) return "maximum_book_age_ms";
  // A scope whose limit is broken refuses also before its halt is durable.
  return isSmaller ? undefined : breakerOf(limits, figures);
}

/** Without a second source nothing is inside a collar. */
function isOutside({ price, secondPrice }: RiskOrder, percent: number): boolean {
  if (secondPrice === undefined || secondPrice <= 0n) return true;
  const millionths = BigInt(Math.round(percent * 10_000));
  return absolute(price - secondPrice) * 1_000_000n > secondPrice * millionths;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
