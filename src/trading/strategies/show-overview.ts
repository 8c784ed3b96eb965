/** What strategies have done, row by row, and added up. */
import type { Static } from "typebox";
import { FINE_ONE, fineOfNumber, formatFine, parseFine } from "../../kit/money/fine.ts";
import { marketGrid, slicesTotal } from "../algorithms/index.ts";
import { dustOf } from "./dust.ts";
import type { Listing, MarketView } from "../market/index.ts";
import { money } from "../trades/index.ts";
import { decimalText } from "./core/decimal-text.ts";
import type { overviewRow, statBlock } from "./records.ts";
import { priceText } from "./show-book.ts";
import { cell, decimalOf } from "./show-profile.ts";
import type { MarketTotal, RowResult } from "./run-store.ts";
import type { StoredProfile, StoredStrategy } from "./store.ts";

type Market = Pick<MarketView, "listing" | "usdRate" | "top">;
type Side = "buy" | "sell";

/**
 * Every row of the algorithm, with what the latest run has done.
 *
 * @param results of this strategy
 */
export function showRows(
  { algorithm, settings }: Pick<StoredProfile, "algorithm" | "settings">,
  { unhedged }: Pick<StoredStrategy, "unhedged">,
  results: readonly RowResult[],
  market: Market,
): Static<typeof overviewRow>[] {
  return (algorithm?.rows ?? []).map(({ side }, row) => {
    const own = results.filter((each) => each.row === row);
    const sum = (of: (result: RowResult) => bigint): bigint => own.reduce((total, each) => total + of(each), 0n);
    const [filled, cost] = [sum((each) => fine(each.filled)), sum((each) => fine(each.cost))];
    const parent = cell(settings, "executable_parents", row) || cell(settings, "parent");
    const child = fine(cell(settings, "executable_values", row));
    const whole = parent === "" ? undefined : fine(parent);
    const ownSide: Side = side === "from_condition" ? (own[0]?.side ?? "buy") : side;
    const code = cell(settings, "executable_codes", row);
    const rest = whole === undefined || filled >= whole ? 0n : whole - filled;
    const open = own.reduce((total, each) => total + each.open, 0);
    const lacking = Object.entries(unhedged).filter(([key]) => key === String(row) || key.startsWith(`${row}/`));
    return {
      row,
      code,
      side: ownSide,
      qty_parent: decimalOf(parent),
      qty_done: decimalText(formatFine(filled)),
      remaining: whole === undefined ? null : decimalText(formatFine(rest)),
      dust: decimalText(formatFine(open > 0 ? 0n : dustOf(rest, ownSide, market.listing(code), market))),
      average_price: filled === 0n ? null : priceText((cost * FINE_ONE) / filled),
      slices_done: own.reduce((most, { slices }) => Math.max(most, slices), 0),
      slices_total: whole === undefined ? null : slicesOf(whole, child, market.listing(code)),
      open_orders: open,
      unhedged: { amount: decimalText(formatFine(lacking.reduce((total, [, amount]) => total + fine(amount), 0n))) },
    };
  });
}

/** As a run counts them: in whole steps of the market, where it is known. */
function slicesOf(parent: bigint, child: bigint, listing: Listing | undefined): number {
  const grid = listing && marketGrid(listing.market);
  if (grid) return slicesTotal({ parent, child, grid }) ?? 1;
  return child > 0n ? Number((parent + child - 1n) / child) : 1;
}

/**
 * All of these together, in US dollars.
 *
 * @param own totals of these strategies
 * @param unrealized US dollars by strategy; undefined for one with a position that has no price
 */
export function showStats(
  strategies: readonly StoredStrategy[],
  own: readonly MarketTotal[],
  unrealized: ReadonlyMap<number, bigint | undefined>,
  market: Market,
): Static<typeof statBlock> {
  const rates = new Rates(market);
  const count = (of: (total: MarketTotal) => number): number => own.reduce((total, each) => total + of(each), 0);
  const quoted = (of: (total: MarketTotal) => string): bigint =>
    own.reduce((total, each) => total + rates.inUsd(fine(of(each)), market.listing(each.code)?.market.quote), 0n);
  const fees = own
    .flatMap((each) => each.fees)
    .reduce((total, { currency, amount }) => total + rates.inUsd(fine(amount), currency), 0n);
  const realized = strategies.reduce(
    (total, each) => total + rates.inUsd(fine(each.realizedPnl), each.pnlCurrency),
    0n,
  );
  const [journeys, spreads, traded] = [
    count((each) => each.journeys),
    count((each) => each.spreads),
    count(({ successful }) => successful),
  ];
  const average = (sum: bigint, over: number): string | null => (over === 0 ? null : money(sum / BigInt(over)));
  return {
    currency: "USD",
    strategies: strategies.length,
    open_orders: count(({ open }) => open),
    transactions: {
      successful: traded,
      canceled: count(({ canceled }) => canceled),
      failed: count(({ failed }) => failed),
      partial: count(({ partial }) => partial),
    },
    volume: money(quoted(({ cost }) => cost)),
    fees: money(fees),
    realized_pnl: money(realized),
    unrealized_pnl: sumOf(strategies.map(({ id }) => (unrealized.has(id) ? unrealized.get(id) : 0n))),
    average_spread_entry: average(
      own.reduce((total, { spreadSum }) => total + fine(spreadSum), 0n),
      spreads,
    ),
    average_slippage: average(
      quoted(({ slippage }) => slippage),
      traded,
    ),
    average_journey_ms: journeys === 0 ? null : count(({ journeyMs }) => journeyMs) / journeys,
    without_rate: [...rates.missing],
  };
}

/** Null where one is not known. */
function sumOf(amounts: readonly (bigint | undefined)[]): string | null {
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === undefined) return null;
    sum += amount;
  }
  return money(sum);
}

/** Rates of this moment, and the currencies that have none. */
class Rates {
  readonly missing = new Set<string>();
  readonly #market: Market;

  constructor(market: Market) {
    this.#market = market;
  }

  inUsd(amount: bigint, currency = "?"): bigint {
    if (amount === 0n) return 0n;
    const rate = currency === "USD" ? 1 : this.#market.usdRate(currency);
    const units = rate === undefined ? undefined : fineOfNumber(rate);
    if (units === undefined) this.missing.add(currency);
    return (amount * (units ?? 0n)) / FINE_ONE;
  }
}

function fine(decimal: string): bigint {
  return parseFine(decimal, "down") ?? 0n;
}
