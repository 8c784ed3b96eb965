/** Trades as the table holds them, and as they are valued. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { parseFine } from "../../../kit/money/fine.ts";
import type { TradeFacts } from "../core/value-trade.ts";

/** The data that determine the value of a trade. */
export interface TradeRow {
  readonly side: "buy" | "sell";
  readonly base: string;
  readonly quote: string;
  readonly price: string;
  readonly amount: string;
  readonly fee_currency: string | null;
  readonly fee_amount: string | null;
  readonly quote_usd: string | null;
  readonly fee_usd: string | null;
}

export function factsOf(row: TradeRow): TradeFacts {
  return {
    side: row.side,
    base: row.base,
    quote: row.quote,
    price: fineOf(row.price),
    amount: fineOf(row.amount),
    fee: row.fee_currency === null ? undefined : { currency: row.fee_currency, amount: fineOf(row.fee_amount ?? "0") },
    quoteRate: row.quote_usd === null ? undefined : fineOf(row.quote_usd),
    feeRate: row.fee_usd === null ? undefined : fineOf(row.fee_usd),
  };
}

/** One of our numbers: with more than 18 places it is cut, towards minus infinity. */
export function fineOf(decimal: string): bigint {
  const units = parseFine(decimal, "down");
  invariant(units !== undefined, "a number of a trade is a decimal");
  return units;
}
