/** A market that behaves as a test says. */
import type { Market, Trade } from "../../src/trading/exchanges/index.ts";
import type {
  BookState,
  Depth,
  ExchangeView,
  Listing,
  MarketView,
  Opportunity,
  Top,
} from "../../src/trading/market/index.ts";

type Quote = readonly [price: number, quantity: number, ms?: number];

interface Kept {
  readonly listing: Listing;
  readonly top: { -readonly [Name in keyof Top]: Top[Name] };
  readonly trades: Trade[];
  readonly breaks: { readonly sinceMs: number; readonly after: Trade | undefined }[];
  depth: Depth | undefined;
}

export interface ScriptedMarket extends MarketView {
  /** Lists markets by their service codes, with their exchanges; all of them have no prices yet. */
  list(...codes: string[]): void;
  /** Sets best prices, and makes the book live unless it says otherwise. `undefined` leaves a side as it is. */
  setTop(code: string, to: { bid?: Quote; ask?: Quote; state?: BookState; atMs?: number }): void;
  /** Levels best first, whose first ones become the best prices. */
  setDepth(code: string, depth: Omit<Depth, "isWhole"> & Partial<Depth>): void;
  addTrade(code: string, trade: Partial<Trade>): void;
  /** Between the last trade and the next one, others may be missing. */
  breakTrades(code: string, sinceMs: number): void;
  setExchange(code: string, view: Partial<ExchangeView>): void;
  setOpportunities(all: readonly { buy: string; sell: string }[]): void;
  setRate(currency: string, usd: number): void;
  /** How many listen now. */
  readonly listeners: { readonly top: number; readonly trade: number; readonly depth: number };
}

const START_MS = 1_700_000_000_000;

export function scriptedMarket(): ScriptedMarket {
  const exchanges = new Map<string, ExchangeView>();
  const byCode = new Map<string, Kept>();
  const rates = new Map<string, number>();
  const [onTop, onDepth] = [new Set<(listing: Listing) => void>(), new Set<(listing: Listing) => void>()];
  const onTrade = new Set<(listing: Listing, trade: Trade) => void>();
  let opportunities: Opportunity[] = [];
  let trades = 0;

  const kept = (code: string): Kept => {
    const found = byCode.get(code);
    if (!found) throw new Error(`the script lists no ${code}`);
    return found;
  };
  const of = (listing: Listing): Kept => kept(listing.code);

  const market: ScriptedMarket = {
    exchanges: () => [...exchanges.values()],
    exchange: (code) => exchanges.get(code),
    listings: () => [...byCode.values()].map(({ listing }) => listing),
    listing: (code) => byCode.get(code)?.listing,
    top: (listing) => of(listing).top,
    depth(listing, levels) {
      const { depth, top } = of(listing);
      const { isWhole, bids, asks } = depth ?? {
        isWhole: true,
        bids: [top.bidPrice, top.bidQuantity],
        asks: [top.askPrice, top.askQuantity],
      };
      return { isWhole, bids: bids.slice(0, 2 * levels), asks: asks.slice(0, 2 * levels) };
    },
    trades: (listing) => of(listing).trades,
    tradeBreaks: (listing) =>
      of(listing)
        .breaks.map(({ sinceMs, after }) => ({ sinceMs, place: after ? of(listing).trades.indexOf(after) + 1 : 0 }))
        .filter(({ place }) => place > 0),
    opportunities: (limit, offset = 0) => opportunities.slice(offset, offset + limit),
    opportunityCount: () => opportunities.length,
    usdRate: (currency) => rates.get(currency),
    usdRates: () => rates,
    skipped: 0,
    onTop: (listener) => added(onTop, listener),
    onTrade: (listener) => added(onTrade, listener),
    onDepth: (listener) => added(onDepth, listener),
    follow: () => () => undefined,
    get listeners() {
      return { top: onTop.size, trade: onTrade.size, depth: onDepth.size };
    },
    list(...codes) {
      for (const code of codes) {
        const exchange = code.slice(0, code.indexOf("-"));
        if (!exchanges.has(exchange)) market.setExchange(exchange, {});
        byCode.set(code, {
          listing: {
            index: byCode.size,
            code,
            exchange,
            market: marketOf(code.slice(code.indexOf("-") + 1)),
            firstSeenMs: START_MS,
            lastSeenMs: START_MS,
          },
          top: emptyTop(),
          trades: [],
          breaks: [],
          depth: undefined,
        });
      }
    },
    setTop(code, { bid, ask, state = "live", atMs = START_MS }) {
      const { listing, top } = kept(code);
      if (bid) [top.bidPrice, top.bidQuantity, top.bidMs] = [bid[0], bid[1], bid[2] ?? atMs];
      if (ask) [top.askPrice, top.askQuantity, top.askMs] = [ask[0], ask[1], ask[2] ?? atMs];
      top.state = state;
      top.heardMs = atMs;
      top.changes++;
      for (const listener of onTop) listener(listing);
      for (const listener of onDepth) listener(listing);
    },
    setDepth(code, depth) {
      kept(code).depth = { isWhole: true, ...depth };
      const [bid = 0, bids = 0] = depth.bids;
      const [ask = 0, asks = 0] = depth.asks;
      market.setTop(code, { bid: [bid, bids], ask: [ask, asks] });
    },
    addTrade(code, given) {
      const { listing, trades: all } = kept(code);
      const trade: Trade = { id: String(++trades), price: 1, quantity: 1, takerSide: "buy", atMs: START_MS, ...given };
      all.push(trade);
      if (all.length > 100) all.shift();
      for (const listener of onTrade) listener(listing, trade);
    },
    breakTrades(code, sinceMs) {
      const { trades: all, breaks } = kept(code);
      breaks.push({ sinceMs, after: all.at(-1) });
    },
    setExchange(code, view) {
      const health = { state: "ok" as const, reason: "", sinceMs: START_MS };
      const before = exchanges.get(code) ?? {
        code,
        name: `${code} (simulated)`,
        kind: "simulated" as const,
        health,
        lastIssueMs: 0,
        lastCheckedMs: START_MS,
        uptime: 1,
        latencyMs: 1,
      };
      exchanges.set(code, { ...before, ...view });
    },
    setOpportunities(all) {
      opportunities = all.map((each) => opportunityOf(kept(each.buy), kept(each.sell)));
    },
    setRate: (currency, usd) => void rates.set(currency, usd),
  };
  return market;
}

function added<Listener>(to: Set<Listener>, listener: Listener): () => void {
  to.add(listener);
  return () => void to.delete(listener);
}

function emptyTop(): Kept["top"] {
  const nothing = { bidPrice: 0, bidQuantity: 0, bidMs: 0, askPrice: 0, askQuantity: 0, askMs: 0 };
  return { state: "none", ...nothing, heardMs: 0, changes: 0 };
}

/** Quotes have three letters or four, as in `btcusdt` and `ethbtc`. */
function marketOf(id: string): Market {
  const quote = /(?:usdt|usdc|usd|eur|btc|eth)$/.exec(id)?.[0] ?? id.slice(-3);
  const base = id.slice(0, id.length - quote.length).toUpperCase();
  return {
    id,
    symbol: `${base}/${quote.toUpperCase()}`,
    base,
    quote: quote.toUpperCase(),
    type: "spot",
    isActive: true,
    tickSize: "0.01",
    stepSize: "0.00001",
    minAmount: "0.00001",
    minNotional: "5",
    makerFee: 0.001,
    takerFee: 0.001,
    contractSize: "1",
  };
}

function opportunityOf(buy: Kept, sell: Kept): Opportunity {
  const [ask, bid] = [buy.top.askPrice, sell.top.bidPrice];
  const returnPercent = ((bid - ask) / ask) * 100;
  const feesPercent = (buy.listing.market.takerFee + sell.listing.market.takerFee) * 100;
  return {
    buy: buy.listing,
    sell: sell.listing,
    askPrice: ask,
    bidPrice: bid,
    returnPercent,
    feesPercent,
    netPercent: returnPercent - feesPercent,
    quantity: Math.min(buy.top.askQuantity, sell.top.bidQuantity),
    openedMs: START_MS,
    atMs: START_MS,
  };
}
