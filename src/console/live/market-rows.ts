/** The rows of the list of markets, and which of them the filters leave. */
import type { Symbol as Listed } from "../../../clients/typescript/src/trading.ts";

export interface MarketRow {
  /** Service code: exchange, hyphen, pair id. */
  readonly code: string;
  readonly exchange: string;
  /** BASE/QUOTE. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly pricePlaces: number;
  /** In small letters, for the search. */
  readonly found: string;
}

/** By pair, then by exchange. */
export function rowsOf(symbols: Readonly<Record<string, readonly Listed[]>>): readonly MarketRow[] {
  const rows = Object.entries(symbols).flatMap(([exchange, listed]) =>
    listed.map(({ id, symbol, base, quote, pp }) => {
      const code = `${exchange}-${id}`;
      return { code, exchange, symbol, base, quote, pricePlaces: pp, found: `${symbol} ${code}`.toLowerCase() };
    }),
  );
  return rows.sort((one, other) => compareTexts(one.symbol, other.symbol) || compareTexts(one.code, other.code));
}

export interface MarketFilters {
  /** Parts of the name, in any order: `btc alpha`. */
  readonly search: string;
  readonly exchange: string;
  readonly quote: string;
  /** Codes; undefined for all markets. */
  readonly only: ReadonlySet<string> | undefined;
}

/** Markets that are watched and not listed any more have a row too: they can be taken off the list. */
export function filteredRows(rows: readonly MarketRow[], filters: MarketFilters): readonly MarketRow[] {
  const { search, exchange, quote, only } = filters;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isLeft = (row: MarketRow): boolean =>
    (exchange === "" || row.exchange === exchange) &&
    (quote === "" || row.quote === quote) &&
    (only === undefined || only.has(row.code)) &&
    words.every((word) => row.found.includes(word));
  if (only === undefined) return rows.filter(isLeft);
  const listed = new Set(rows.map(({ code }) => code));
  const gone = [...only].filter((code) => !listed.has(code)).map(goneRow);
  return [...rows, ...gone].filter(isLeft);
}

/** The currencies in which markets are priced, those of most markets first. */
export function quotesOf(rows: readonly MarketRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { quote } of rows) counts.set(quote, (counts.get(quote) ?? 0) + 1);
  return [...counts]
    .sort(([one, few], [other, many]) => many - few || compareTexts(one, other))
    .map(([quote]) => quote);
}

function goneRow(code: string): MarketRow {
  const exchange = code.slice(0, code.indexOf("-"));
  return { code, exchange, symbol: code, base: "", quote: "", pricePlaces: 0, found: code };
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
