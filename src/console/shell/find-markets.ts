/** Markets by parts of their names. The list is read once and looked through in the page: typing costs no request. */
import type { MarketListExchangesResult } from "../../../clients/typescript/src/trading.ts";
import { trading } from "../live/clients.ts";
import { filteredRows, rowsOf, type MarketRow } from "../live/market-rows.ts";

interface KnownMarkets {
  /** By pair, then by exchange. */
  readonly rows: readonly MarketRow[];
  /** Names of exchanges by their codes. */
  readonly names: ReadonlyMap<string, string>;
}

export interface FoundMarkets {
  /** Those whose pair begins with the text come first. */
  readonly first: readonly MarketRow[];
  /** As many as the text finds. */
  readonly total: number;
  readonly names: ReadonlyMap<string, string>;
}

/** Exchanges list and drop markets once a day. */
const KEPT_MS = 600_000;

let kept: { readonly atMs: number; readonly markets: Promise<KnownMarkets> } | undefined;

/** At most `limit` markets. @throws TripodError when the list cannot be read; the next search asks again. */
export async function findMarkets(text: string, limit: number): Promise<FoundMarkets> {
  const { rows, names } = await knownMarkets();
  return { ...bestMarkets(rows, text, limit), names };
}

/** @param text parts of names in any order, such as `btc alpha` */
export function bestMarkets(rows: readonly MarketRow[], text: string, limit: number): Omit<FoundMarkets, "names"> {
  const found = filteredRows(rows, { search: text, exchange: "", quote: "", only: undefined });
  const [word = ""] = text.trim().toLowerCase().split(/\s+/, 1);
  const isFirst = ({ symbol }: MarketRow): boolean => symbol.toLowerCase().startsWith(word);
  const first = [...found.filter(isFirst), ...found.filter((row) => !isFirst(row))].slice(0, limit);
  return { first, total: found.length };
}

/** A search that is given up does not end the reading: the next one waits for the same list. */
function knownMarkets(): Promise<KnownMarkets> {
  if (kept && Date.now() - kept.atMs < KEPT_MS) return kept.markets;
  const markets = readMarkets();
  kept = { atMs: Date.now(), markets };
  markets.catch(() => {
    if (kept?.markets === markets) kept = undefined;
  });
  return markets;
}

async function readMarkets(): Promise<KnownMarkets> {
  const [symbols, exchanges] = await Promise.all([trading.market.listSymbols(), trading.market.listExchanges()]);
  return { rows: rowsOf(symbols), names: namesOf(exchanges) };
}

function namesOf(exchanges: MarketListExchangesResult): ReadonlyMap<string, string> {
  return new Map(exchanges.map(({ code, name }) => [code, name]));
}
