/** The value of a trade and its fee in US dollars, by the rates of its time. */
import { FINE_ONE, floorDivide } from "../../../kit/money/fine.ts";
import type { ValuedTrade } from "./position.ts";

/** Numbers in units of 1e-18. */
export interface TradeFacts {
  readonly side: "buy" | "sell";
  readonly base: string;
  readonly quote: string;
  readonly price: bigint;
  readonly amount: bigint;
  readonly fee: { readonly currency: string; readonly amount: bigint } | undefined;
  /** US dollars for one unit of the quote currency; undefined where it is not known. */
  readonly quoteRate: bigint | undefined;
  /** The same of the fee's currency, where that is neither base nor quote. */
  readonly feeRate: bigint | undefined;
}

/** The movements of a trade, with the fee that could not be valued. */
export interface Valuation {
  readonly trade: ValuedTrade;
  /** The fee is not in `trade`: its currency has no rate. */
  readonly isFeeMissing: boolean;
}

/** Undefined where the quote currency has no rate: then nothing can be said of the trade in dollars. */
export function valueTrade(facts: TradeFacts): Valuation | undefined {
  const { side, base, price, amount, fee, quoteRate } = facts;
  if (quoteRate === undefined || base === "") return undefined;
  const value = floorDivide(amount * price * quoteRate, FINE_ONE * FINE_ONE);
  const feeAmount = fee?.currency === base ? fee.amount : 0n;
  const feeValue = fee ? feeValueOf(facts, fee, quoteRate) : 0n;
  if (feeValue === undefined) return { trade: { side, amount, value, feeAmount: 0n, fee: 0n }, isFeeMissing: true };
  return { trade: { side, amount, value, feeAmount, fee: feeValue }, isFeeMissing: false };
}

/** Rounded towards 0, so that a fee and a rebate of the same size are worth the same. */
function feeValueOf(
  { base, quote, price, feeRate }: TradeFacts,
  fee: { readonly currency: string; readonly amount: bigint },
  quoteRate: bigint,
): bigint | undefined {
  if (fee.amount === 0n) return 0n;
  if (fee.currency === base) return (fee.amount * price * quoteRate) / (FINE_ONE * FINE_ONE);
  const rate = fee.currency === quote ? quoteRate : feeRate;
  return rate === undefined ? undefined : (fee.amount * rate) / FINE_ONE;
}

/** The currencies whose rates a trade needs. */
export function ratesNeeded({ base, quote, fee }: Pick<TradeFacts, "base" | "quote" | "fee">): {
  readonly quote: string;
  readonly fee: string | undefined;
} {
  const isOther = fee !== undefined && fee.amount !== 0n && fee.currency !== base && fee.currency !== quote;
  return { quote, fee: isOther ? fee.currency : undefined };
}
