/** Positions in fractions, lot by lot at average cost: slow and obvious, to compare with. */
import type { ValuedTrade } from "./position.ts";

interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const whole = (top: bigint): Fraction => ({ top, bottom: 1n });
const plus = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom + other.top * one.bottom,
  bottom: one.bottom * other.bottom,
});
const minus = (one: Fraction, other: Fraction): Fraction => plus(one, { top: -other.top, bottom: other.bottom });
const times = (one: Fraction, top: bigint, bottom: bigint): Fraction => ({
  top: one.top * top,
  bottom: one.bottom * bottom,
});

export interface NaiveResult {
  readonly amount: bigint;
  /** The average cost of one unit; 0 without an amount. */
  readonly average: Fraction;
  readonly realized: Fraction;
}

/** The holdings and earnings after all trades, without any rounding. */
export function naiveResult(trades: readonly ValuedTrade[]): NaiveResult {
  let amount = 0n;
  let average = whole(0n);
  let realized = whole(0n);

  const buy = (units: bigint, value: bigint): void => {
    if (units === 0n) return;
    const price = { top: value, bottom: units };
    const covered = amount < 0n ? (units < -amount ? units : -amount) : 0n;
    realized = plus(realized, times(minus(average, price), covered, 1n));
    const added = units - covered;
    if (added > 0n) {
      const held = amount > 0n ? amount : 0n;
      const cost = plus(times(average, held, 1n), times(price, added, 1n));
      average = times(cost, 1n, held + added);
    }
    amount += units;
    if (amount === 0n) average = whole(0n);
  };
  const sell = (units: bigint, value: bigint): void => {
    if (units === 0n) return;
    const price = { top: value, bottom: units };
    const closed = amount > 0n ? (units < amount ? units : amount) : 0n;
    realized = plus(realized, times(minus(price, average), closed, 1n));
    const added = units - closed;
    if (added > 0n) {
      const owed = amount < 0n ? -amount : 0n;
      const brought = plus(times(average, owed, 1n), times(price, added, 1n));
      average = times(brought, 1n, owed + added);
    }
    amount -= units;
    if (amount === 0n) average = whole(0n);
  };

  for (const { side, amount: units, value, feeAmount, fee } of trades) {
    if (side === "buy") buy(units, value);
    else sell(units, value);
    if (feeAmount > 0n) sell(feeAmount, fee);
    if (feeAmount < 0n) buy(-feeAmount, -fee);
  }
  return { amount, average, realized };
}
