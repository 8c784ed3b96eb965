/** An order's trades as programs for taxes read them: what was bought, what was sold, and the fee. */

/** Names of the columns, as Koinly and CoinTracking know them. */
export const TAX_COLUMNS = [
  "Type",
  "Buy Amount",
  "Buy Currency",
  "Sell Amount",
  "Sell Currency",
  "Fee",
  "Fee Currency",
  "Exchange",
  "Group",
  "Comment",
  "Date",
] as const;

export interface TaxFacts {
  readonly side: "buy" | "sell";
  readonly base: string;
  readonly quote: string;
  /** Decimals: base units, and the quote units that they cost or brought. */
  readonly filled: string;
  readonly cost: string;
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
  readonly exchange: string;
  readonly group: string;
  /** Milliseconds of the last trade. */
  readonly atMs: number;
}

/**
 * The cells of those columns; all empty for an order that traded nothing. Fees in a second currency are in the
 * comment: the columns have room for one.
 */
export function taxRow(facts: TaxFacts | undefined): readonly string[] {
  if (!facts) return TAX_COLUMNS.map(() => "");
  const { side, base, quote, filled, cost, fees, exchange, group, atMs } = facts;
  const [bought, sold] =
    side === "buy"
      ? [
          [filled, base],
          [cost, quote],
        ]
      : [
          [cost, quote],
          [filled, base],
        ];
  const [fee, ...others] = fees;
  const more = others.map(({ amount, currency }) => `${amount} ${currency}`).join(", ");
  return [
    "Trade",
    ...(bought ?? []),
    ...(sold ?? []),
    fee?.amount ?? "",
    fee?.currency ?? "",
    exchange,
    group,
    more === "" ? "" : `Further fees: ${more}`,
    new Date(atMs).toISOString().slice(0, 19).replace("T", " "),
  ];
}
