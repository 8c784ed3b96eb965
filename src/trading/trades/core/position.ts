/**
 * The position in a currency by trades alone, its cost, and the earnings when it was closed: at average cost. All
 * values are whole units of 1e-18, so that nothing is lost: what was earned and what is still held always equal what
 * was paid and received.
 */

export interface Position {
  /** Base units. Below 0: more was sold than bought. */
  readonly amount: bigint;
  /** US dollars that the amount cost; below 0 for what a sold amount brought. 0 without an amount. */
  readonly cost: bigint;
}

export const NO_POSITION: Position = { amount: 0n, cost: 0n };

/** A trade in US dollars by the rates of its time. */
export interface ValuedTrade {
  readonly side: "buy" | "sell";
  /** Base units, above 0. */
  readonly amount: bigint;
  /** The value of the amount at the trade's price. */
  readonly value: bigint;
  /** Of the fee: base units that it took from what is held; below 0 for a rebate. 0 for a fee in another currency. */
  readonly feeAmount: bigint;
  /** The value of the fee, in any currency; below 0 for a rebate. */
  readonly fee: bigint;
}

export interface TradeResult {
  readonly position: Position;
  /** Before fees: what was received for what was given up, less what it had cost. */
  readonly realized: bigint;
  readonly fee: bigint;
  /** Whether something that was held, or owed, was given up. A fee alone is not counted. */
  readonly isClosing: boolean;
}

/**
 * Lets a trade happen to a position. A fee in the base currency is sold at the price of the trade, and its value counts as
 * a fee.
 */
export function applyTrade(before: Position, { side, amount, value, feeAmount, fee }: ValuedTrade): TradeResult {
  const traded = move(before, side === "buy" ? amount : -amount, value);
  const charged = move(traded.position, -feeAmount, fee < 0n ? -fee : fee);
  const isClosing = before.amount !== 0n && before.amount > 0n === (side === "sell");
  return { position: charged.position, realized: traded.realized + charged.realized, fee, isClosing };
}

/** The profit of closing a position at a rate, before fees. */
export function unrealizedOf({ amount, cost }: Position, value: bigint): bigint {
  return amount === 0n ? 0n : value - cost;
}

/** More, or less, of the currency for a value that is 0 or above. */
function move(
  { amount, cost }: Position,
  change: bigint,
  value: bigint,
): { readonly position: Position; readonly realized: bigint } {
  if (change === 0n) return { position: { amount, cost }, realized: 0n };
  const signed = change > 0n ? value : -value;
  const isOpening = amount === 0n || amount > 0n === change > 0n;
  if (isOpening) return { position: { amount: amount + change, cost: cost + signed }, realized: 0n };
  const [held, moved] = [sizeOf(amount), sizeOf(change)];
  if (moved < held) {
    // The part of the cost that goes is rounded towards 0; the rest of it stays with what is held.
    const gone = (cost * moved) / held;
    return { position: { amount: amount + change, cost: cost - gone }, realized: -signed - gone };
  }
  const closing = (signed * held) / moved;
  return { position: { amount: amount + change, cost: signed - closing }, realized: -closing - cost };
}

function sizeOf(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
