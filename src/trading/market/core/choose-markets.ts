/** Which of an exchange's pairs are followed. */
import type { Market } from "../../exchanges/index.ts";
import { quoteClass } from "./quote-classes.ts";

export type MarketChoice =
  | { readonly kind: "all" }
  | { readonly kind: "top"; readonly count: number }
  | { readonly kind: "symbols"; readonly symbols: readonly string[] };

/** The choice of a setting: `all`, `top:200`, or pairs such as `BTC/USDT, eth/btc`. */
export function readMarketChoice(text: string): MarketChoice {
  const trimmed = text.trim();
  if (/^all$/i.test(trimmed)) return { kind: "all" };
  const top = /^top:(\d{1,6})$/i.exec(trimmed);
  if (top) return { kind: "top", count: Number(top[1]) };
  const symbols = trimmed.split(",").map((symbol) => symbol.trim().toUpperCase());
  return { kind: "symbols", symbols: symbols.filter((symbol) => symbol !== "") };
}

/**
 * The ids of the pairs to be followed: only such as are traded, and of their kinds only spot, unless pairs are named. The
 * largest volume comes first; `usdRate` makes volumes in different currencies comparable, and what it does not know
 * (dollar tokens count as dollars) comes last. Of the largest, those in `followed` stay, and others take the places that are left.
 */
export function chooseMarkets(
  markets: readonly Market[],
  choice: MarketChoice,
  usdRate: (currency: string) => number | undefined,
  followed: ReadonlySet<string> = new Set(),
): string[] {
  const active = markets.filter(({ isActive }) => isActive);
  if (choice.kind === "symbols") {
    const wanted = new Set(choice.symbols);
    return active
      .filter(({ symbol, id }) => wanted.has(symbol.toUpperCase()) || wanted.has(id.toUpperCase()))
      .map(idOf);
  }
  const valueOf = ({ quote, volume24h = 0 }: Market): number =>
    volume24h * (usdRate(quote) ?? (quoteClass(quote) === "USD" ? 1 : 0));
  const sorted = active
    .filter(({ type }) => type === "spot")
    .map((market) => ({ market, value: valueOf(market), stays: followed.has(market.id) ? 1 : 0 }))
    .sort(
      (one, other) => other.stays - one.stays || other.value - one.value || (one.market.id < other.market.id ? -1 : 1),
    );
  return sorted.slice(0, choice.kind === "top" ? choice.count : sorted.length).map(({ market }) => market.id);
}

function idOf({ id }: Market): string {
  return id;
}
