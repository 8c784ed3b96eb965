/** Books, trades, candles and tickers in the words of Binance's REST interface. */
import { formatAmount } from "../../../src/kit/money/amount.ts";
import { DAY_MS } from "../../../src/kit/time/spans.ts";
import type { AggregateTrade, PublicTrade, TapeCandle } from "./tape.ts";
import type { SeededMarket } from "./seeded-markets.ts";
import type { Venue } from "./venue.ts";

const ONE = 100_000_000n;

export type TextLevel = readonly [price: string, quantity: string];

export function bookView(
  venue: Venue,
  market: SeededMarket,
  limit: number,
): {
  readonly lastUpdateId: number;
  readonly bids: readonly TextLevel[];
  readonly asks: readonly TextLevel[];
} {
  const { bids, asks, sequence } = venue.engine.book(market.id, limit);
  return { lastUpdateId: sequence, bids: bids.map(levelView), asks: asks.map(levelView) };
}

export function tradeView({ id, price, quantity, atMs, isBuyerMaker }: PublicTrade): object {
  return {
    id,
    price: formatAmount(price),
    qty: formatAmount(quantity),
    quoteQty: formatAmount((price * quantity) / ONE),
    time: atMs,
    isBuyerMaker,
    isBestMatch: true,
  };
}

export function aggregateView({ id, price, quantity, firstId, lastId, atMs, isBuyerMaker }: AggregateTrade): object {
  return {
    a: id,
    p: formatAmount(price),
    q: formatAmount(quantity),
    f: firstId,
    l: lastId,
    T: atMs,
    m: isBuyerMaker,
    M: true,
  };
}

export function candleView(candle: TapeCandle, intervalMs: number): readonly unknown[] {
  return [
    candle.startMs,
    formatAmount(candle.open),
    formatAmount(candle.high),
    formatAmount(candle.low),
    formatAmount(candle.close),
    formatAmount(candle.volume),
    candle.startMs + intervalMs - 1,
    formatAmount(candle.quoteVolume),
    candle.trades,
    formatAmount(candle.takerVolume),
    formatAmount(candle.takerQuoteVolume),
    "0",
  ];
}

export interface DayView {
  readonly [member: string]: string | number;
}

/** The last day, and the best prices of now, as `ticker/24hr` answers. */
export function dayView(venue: Venue, market: SeededMarket): DayView {
  const now = venue.nowMs();
  const tape = venue.tape(market.id);
  const day = tape.since(now - DAY_MS);
  const best = bestView(venue, market);
  const last = tape.trades.at(-1);
  const [open, close] = [day?.open ?? 0n, day?.close ?? 0n];
  const volume = day?.volume ?? 0n;
  return {
    symbol: market.id.toUpperCase(),
    priceChange: formatAmount(close - open),
    priceChangePercent: (open === 0n ? 0 : Number(((close - open) * 100_000n) / open) / 1000).toFixed(3),
    weightedAvgPrice: formatAmount(volume === 0n ? 0n : ((day?.quoteVolume ?? 0n) * ONE) / volume),
    prevClosePrice: formatAmount(open),
    lastPrice: formatAmount(close),
    lastQty: formatAmount(last?.quantity ?? 0n),
    bidPrice: best.bidPrice,
    bidQty: best.bidQty,
    askPrice: best.askPrice,
    askQty: best.askQty,
    openPrice: formatAmount(open),
    highPrice: formatAmount(day?.high ?? 0n),
    lowPrice: formatAmount(day?.low ?? 0n),
    volume: formatAmount(volume),
    quoteVolume: formatAmount(day?.quoteVolume ?? 0n),
    openTime: now - DAY_MS,
    closeTime: now,
    firstId: day?.firstId ?? -1,
    lastId: day?.lastId ?? -1,
    count: day?.trades ?? 0,
  };
}

export function bestView(
  venue: Venue,
  market: SeededMarket,
): {
  readonly symbol: string;
  readonly bidPrice: string;
  readonly bidQty: string;
  readonly askPrice: string;
  readonly askQty: string;
} {
  const { bids, asks } = venue.engine.book(market.id, 1);
  const [bid = [0n, 0n], ask = [0n, 0n]] = [bids[0], asks[0]];
  return {
    symbol: market.id.toUpperCase(),
    bidPrice: formatAmount(bid[0]),
    bidQty: formatAmount(bid[1]),
    askPrice: formatAmount(ask[0]),
    askQty: formatAmount(ask[1]),
  };
}

export function levelView([price, quantity]: readonly [bigint, bigint]): TextLevel {
  return [formatAmount(price), formatAmount(quantity)];
}
