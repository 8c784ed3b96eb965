/** A market whose prices and trades a test sets. */
import type { Clock } from "../../src/kit/time/clock.ts";
import { toMillis } from "../../src/kit/time/instant.ts";
import type { Trade } from "../../src/trading/exchanges/index.ts";
import { TopState } from "../../src/trading/market/core/top-state.ts";
import type { BookState, Listing, RecordedMarket, Top } from "../../src/trading/market/index.ts";

type Changeable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

export interface TapeMarket extends RecordedMarket {
  /** `bid x quantity` and `ask x quantity`, live from now on. */
  set(code: string, prices: { bid?: number; ask?: number; bidQuantity?: number; askQuantity?: number }): void;
  setState(code: string, state: BookState): void;
  /** Trades may be missing from then on; undefined: from now on each is told. */
  setTradeFlow(code: string, brokenSinceMs: number | undefined): void;
  trade(code: string, trade: Partial<Trade> & { readonly price: number }): void;
}

export function tapeMarket(codes: readonly string[], clock: Pick<Clock, "now">): TapeMarket {
  const topListeners = new Set<(listing: Listing) => void>();
  const flowListeners = new Set<Parameters<RecordedMarket["onTradeFlow"]>[0]>();
  const tradeListeners = new Set<(listing: Listing, trade: Trade) => void>();
  const listings = codes.map((code, index) => listingOf(code, index));
  const tops = listings.map(() => new TopState());
  const now = (): number => toMillis(clock.now());
  let trades = 0;
  const find = (code: string): { listing: Listing; top: Changeable<Top> } => {
    const listing = listings.find((each) => each.code === code);
    const top = tops[listing?.index ?? -1];
    if (!listing || !top) throw new Error(`there is no ${code}`);
    return { listing, top };
  };
  const change = (code: string, to: Partial<Top>): void => {
    const { listing, top } = find(code);
    Object.assign(top, to, { heardMs: now(), changes: top.changes + 1 });
    for (const listener of topListeners) listener(listing);
  };
  return {
    connectedSince: () => 0,
    exchanges: () => [],
    exchange: () => undefined,
    listings: () => listings,
    listing: (code) => listings.find((each) => each.code === code),
    top: ({ index }) => tops[index] ?? new TopState(),
    depth: () => ({ isWhole: true, bids: [], asks: [] }),
    trades: () => [],
    tradeBreaks: () => [],
    opportunities: () => [],
    opportunityCount: () => 0,
    usdRate: () => undefined,
    usdRates: () => new Map(),
    skipped: 0,
    onTop: (listener) => listen(topListeners, listener),
    onTradeFlow: (listener) => listen(flowListeners, listener),
    onTrade: (listener) => listen(tradeListeners, listener),
    onDepth: () => () => undefined,
    follow: () => () => undefined,
    set(code, { bid = 0, ask = 0, bidQuantity = 1, askQuantity = 1 }) {
      const at = now();
      change(code, {
        state: "live",
        bidPrice: bid,
        bidQuantity: bid > 0 ? bidQuantity : 0,
        bidMs: at,
        askPrice: ask,
        askQuantity: ask > 0 ? askQuantity : 0,
        askMs: at,
      });
    },
    setTradeFlow(code, brokenSinceMs) {
      for (const listener of flowListeners) listener(find(code).listing, brokenSinceMs);
    },
    setState: (code, state) => change(code, { state }),
    trade(code, trade) {
      const { listing } = find(code);
      const whole: Trade = { id: String(++trades), quantity: 1, takerSide: "buy", atMs: now(), ...trade };
      for (const listener of tradeListeners) listener(listing, whole);
    },
  };
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function listingOf(code: string, index: number): Listing {
  const [exchange = "", id = ""] = code.split("-");
  const base = id.slice(0, -4).toUpperCase();
  const quote = id.slice(-4).toUpperCase();
  return {
    index,
    code,
    exchange,
    market: {
      id,
      symbol: `${base}/${quote}`,
      base,
      quote,
      type: "spot",
      isActive: true,
      tickSize: "0.01",
      stepSize: "0.00001",
      minAmount: "0.00001",
      minNotional: "5",
      makerFee: 0.001,
      takerFee: 0.001,
      contractSize: "1",
    },
    firstSeenMs: 0,
    lastSeenMs: 0,
  };
}
