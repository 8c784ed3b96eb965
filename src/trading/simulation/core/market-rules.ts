/** A market's rules for orders and fees for trades, in the units that the matching engine computes in. */
import type { Market } from "../../exchanges/index.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { ONE, parseAmount } from "../../../kit/money/amount.ts";

/** A market's filters and fees: prices, amounts and values in units of 1e-8. */
export interface MarketRules {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly isActive: boolean;
  readonly tick: bigint;
  readonly step: bigint;
  readonly minAmount: bigint;
  /** Above it ticks could not be counted exactly in a number. */
  readonly maxPrice: bigint;
  /** Price times amount of an order is at least this, in units of 1e-16. */
  readonly minNotional: bigint;
  /** Tick and step as numbers, which are exact. */
  readonly tickNumber: number;
  readonly stepNumber: number;
  /** Fractions in units of 1e-8; negative for a rebate. */
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  /** Every value is a whole number of units, so that nothing is ever rounded. */
  readonly isExact: boolean;
}

/**
 * Reads a market's decimal text.
 *
 * @throws BrokenInvariant for a tick or step of 0.
 */
export function marketRules(market: Market): MarketRules {
  const tick = parseAmount(market.tickSize);
  const step = parseAmount(market.stepSize);
  invariant(tick > 0n && step > 0n, "a market has a tick and a step above 0");
  return {
    id: market.id,
    base: market.base,
    quote: market.quote,
    isActive: market.isActive,
    tick,
    step,
    minAmount: parseAmount(market.minAmount),
    maxPrice: tick * BigInt(Number.MAX_SAFE_INTEGER),
    minNotional: parseAmount(market.minNotional) * ONE,
    tickNumber: Number(tick),
    stepNumber: Number(step),
    makerFee: feeRate(market.makerFee),
    takerFee: feeRate(market.takerFee),
    isExact: (tick * step) % ONE === 0n,
  };
}

/** Whether a price is on a tick, as numbers where they are exact: remainders of bigints are slow. */
export function isOnTick(rules: MarketRules, price: bigint): boolean {
  return price > 0n && price <= rules.maxPrice && isMultiple(price, rules.tick, rules.tickNumber);
}

/** Whether an amount is on a step. */
export function isOnStep(rules: MarketRules, amount: bigint): boolean {
  return amount > 0n && isMultiple(amount, rules.step, rules.stepNumber);
}

/** How many ticks a price has that is on one. */
export function ticksOf(rules: MarketRules, price: bigint): number {
  const units = Number(price);
  return units <= Number.MAX_SAFE_INTEGER ? units / rules.tickNumber : Number(price / rules.tick);
}

function isMultiple(units: bigint, part: bigint, partNumber: number): boolean {
  const number = Number(units);
  return number <= Number.MAX_SAFE_INTEGER ? number % partNumber === 0 : units % part === 0n;
}

/** The price of `quantity` at `price` in quote units, rounded down: the amount that changes hands in a trade. */
export function valueOf(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / ONE;
}

/** The same rounded up: what must be there so that any way of filling the quantity can be paid. */
export function valueToHold(price: bigint, quantity: bigint): bigint {
  return (price * quantity + (ONE - 1n)) / ONE;
}

/** Part of what is received, in its units; rounded up, and never more than all of it. */
export function feeOf(received: bigint, rate: bigint): bigint {
  if (rate === 0n) return 0n;
  return rate > 0n ? (received * rate + (ONE - 1n)) / ONE : (received * rate) / ONE;
}

function feeRate(fraction: number): bigint {
  return BigInt(Math.round(fraction * Number(ONE)));
}
