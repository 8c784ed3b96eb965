/**
 * Trades of an account from exchanges that page them in different ways. Most answer the newest of a range, however old
 * the beginning of the range is: they are read back until the oldest one is there.
 */
import { ExchangeFailure } from "../core/failure.ts";
import type { FillRange } from "../core/fill-range.ts";
import type { CcxtExchange, CcxtParams, CcxtTrade } from "./library.ts";
import type { FillPages } from "./quirk-shapes.ts";
import { quirksOf } from "./quirks.ts";

/** Asks for one page. Without a symbol it holds trades of all markets. */
export type AskPage = (
  symbol: string | undefined,
  sinceMs: number | undefined,
  limit: number,
  params: CcxtParams,
) => Promise<readonly CcxtTrade[]>;

/** How an exchange pages own trades of a market (`BTC/USDT`, or `BTC/USDT:USDT`); undefined for one that begins with the oldest. */
export function fillPagesOf(code: string, symbol: string): FillPages | undefined {
  const { fillPages, contractFillPages = {} } = quirksOf(code);
  const [settle = ""] = symbol.split(":")[1]?.split("-") ?? [];
  return (Object.hasOwn(contractFillPages, settle) ? contractFillPages[settle] : undefined) ?? fillPages;
}

/** Asks an instance of the library. */
export async function askPage(
  exchange: Pick<CcxtExchange, "markets" | "fetchMyTrades">,
  pages: FillPages | undefined,
  [symbol, sinceMs, limit, params]: Parameters<AskPage>,
): Promise<readonly CcxtTrade[]> {
  const id = symbol === undefined ? undefined : exchange.markets?.[symbol]?.id;
  const named = pages?.market !== undefined && id !== undefined ? { [pages.market]: id } : {};
  return await exchange.fetchMyTrades(symbol, sinceMs, limit, { ...params, ...named });
}

/** More pages than these of one range are not read: the request fails, and nothing counts as complete. */
const MOST_PAGES = 200;
/** Where a range has no beginning, trades are looked for in this many windows: a month at the exchange with the shortest ones. */
export const MOST_WINDOWS = 15;

/**
 * Trades of a market, oldest first: from `sinceMs` on the oldest `limit`, without it the newest.
 *
 * @param pages how the exchange pages; undefined for one that begins with the oldest
 * @throws ExchangeFailure as `ask`, and where a range holds more than can be read
 */
export async function listTrades(
  ask: AskPage,
  symbol: string,
  range: FillRange,
  { pages, nowMs }: { readonly pages: FillPages | undefined; readonly nowMs: number },
): Promise<readonly CcxtTrade[]> {
  const { sinceMs, limit, untilMs } = range;
  const trades = pages
    ? await readBack(ask, symbol, range, pages, nowMs)
    : await ask(symbol, sinceMs, limit, untilMs === undefined ? {} : { until: untilMs });
  const sorted = trades
    .filter(({ timestamp }) => (timestamp ?? nowMs) <= (untilMs ?? Infinity))
    .toSorted((one, other) => (one.timestamp ?? nowMs) - (other.timestamp ?? nowMs));
  return sinceMs === undefined ? sorted.slice(-limit) : sorted.slice(0, limit);
}

async function readBack(
  ask: AskPage,
  symbol: string,
  { sinceMs, untilMs, limit }: FillRange,
  pages: FillPages,
  nowMs: number,
): Promise<readonly CcxtTrade[]> {
  const walk = new Walk(ask, symbol, pages, nowMs);
  if (pages.windowMs === undefined) {
    await walk.back(sinceMs, untilMs, sinceMs === undefined ? limit : Infinity);
    return walk.found;
  }
  if (sinceMs === undefined) {
    await readWindowsBack(walk, pages.windowMs, { untilMs, limit, nowMs });
    return walk.found;
  }
  // The exchange's clock may be ahead of ours: only the caller bounds the last range.
  for (let start = sinceMs; walk.found.length < limit; start += pages.windowMs) {
    const end = start + pages.windowMs;
    const isLast = end >= (untilMs ?? nowMs);
    await walk.back(start, isLast ? untilMs : end, Infinity);
    if (isLast) break;
  }
  return walk.found;
}

/** Asked without a beginning, an exchange with windows tells the last one alone. */
async function readWindowsBack(
  walk: Walk,
  windowMs: number,
  { untilMs, limit, nowMs }: { readonly untilMs: number | undefined; readonly limit: number; readonly nowMs: number },
): Promise<void> {
  let end = untilMs;
  for (let window = 1; window <= MOST_WINDOWS && walk.found.length < limit && (end ?? nowMs) > 0; window++) {
    const start = Math.max(0, (end ?? nowMs) - windowMs);
    await walk.back(start, end, limit - walk.found.length);
    end = start;
  }
}

/** Reads ranges back, page after page, and keeps every trade of the market once. */
class Walk {
  readonly #ask: AskPage;
  readonly #symbol: string;
  readonly #pages: FillPages;
  readonly #nowMs: number;
  /** Of all markets. */
  readonly #seen = new Set<string>();
  readonly found: CcxtTrade[] = [];

  constructor(ask: AskPage, symbol: string, pages: FillPages, nowMs: number) {
    this.#ask = ask;
    this.#symbol = symbol;
    this.#pages = pages;
    this.#nowMs = nowMs;
  }

  async back(sinceMs: number | undefined, untilMs: number | undefined, wanted: number): Promise<void> {
    const { until = "until", offset, size, ofAllMarkets } = this.#pages;
    // Offsets count from a fixed end, so that a trade which comes in between shifts none.
    let end = untilMs ?? (offset === undefined || until === null ? undefined : this.#nowMs + AHEAD_MS);
    let skipped = 0;
    for (let page = 0; page < MOST_PAGES; page++) {
      const params = {
        ...(end !== undefined && until !== null && { [until]: end }),
        ...(offset !== undefined && skipped > 0 && { [offset]: skipped }),
      };
      const trades = await this.#ask(ofAllMarkets === true ? undefined : this.#symbol, sinceMs, size, params);
      const isNew = this.#keep(trades);
      const oldestMs = Math.min(...trades.map(({ timestamp }) => timestamp ?? this.#nowMs));
      skipped += trades.length;
      // An exchange that takes no end of a range answers newer ones too, and those are not what is wanted.
      const inRange = this.found.filter(({ timestamp }) => (timestamp ?? this.#nowMs) <= (untilMs ?? Infinity));
      if (trades.length === 0 || inRange.length >= wanted) return;
      if (sinceMs !== undefined && oldestMs < sinceMs) return;
      if (!isNew && (offset !== undefined || trades.length < size)) return;
      if (!isNew) throw new ExchangeFailure("unavailable", "other", "Too many trades at one moment to be read");
      if (offset === undefined) end = oldestMs;
    }
    throw new ExchangeFailure("unavailable", "other", "Too many trades to be read at once");
  }

  /** Whether any of them is new. */
  #keep(trades: readonly CcxtTrade[]): boolean {
    const before = this.#seen.size;
    for (const trade of trades) {
      const name = `${trade.symbol} ${trade.order ?? ""} ${trade.id ?? ""}`;
      if (this.#seen.has(name)) continue;
      this.#seen.add(name);
      if (trade.symbol === this.#symbol) this.found.push(trade);
    }
    return this.#seen.size > before;
  }
}

/** Exchange clocks may be ahead of ours by this much. */
const AHEAD_MS = 60_000;
