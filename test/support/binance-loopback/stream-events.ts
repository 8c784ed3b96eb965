/** Events of the market streams, as Binance writes them. */
import { formatAmount } from "../../../src/kit/money/amount.ts";
import { bestView, dayView } from "./market-views.ts";
import type { SeededMarket } from "./seeded-markets.ts";
import type { AggregateTrade, TapeCandle, TradeEvent } from "./tape.ts";
import type { Venue } from "./venue.ts";

export function tradeEvent(trade: TradeEvent, atMs: number): object {
  return {
    e: "trade",
    E: atMs,
    s: trade.marketId.toUpperCase(),
    t: trade.tradeId,
    p: formatAmount(trade.price),
    q: formatAmount(trade.quantity),
    T: trade.atMs,
    m: trade.takerSide === "sell",
    M: true,
  };
}

export function aggregateEvent(marketId: string, trade: AggregateTrade, atMs: number): object {
  return {
    e: "aggTrade",
    E: atMs,
    s: marketId.toUpperCase(),
    a: trade.id,
    p: formatAmount(trade.price),
    q: formatAmount(trade.quantity),
    f: trade.firstId,
    l: trade.lastId,
    T: trade.atMs,
    m: trade.isBuyerMaker,
    M: true,
  };
}

export function klineEvent(
  market: SeededMarket,
  candle: TapeCandle,
  { interval, intervalMs, atMs }: { readonly interval: string; readonly intervalMs: number; readonly atMs: number },
): object {
  const symbol = market.id.toUpperCase();
  return {
    e: "kline",
    E: atMs,
    s: symbol,
    k: {
      t: candle.startMs,
      T: candle.startMs + intervalMs - 1,
      s: symbol,
      i: interval,
      f: candle.trades === 0 ? -1 : candle.firstId,
      L: candle.trades === 0 ? -1 : candle.lastId,
      o: formatAmount(candle.open),
      c: formatAmount(candle.close),
      h: formatAmount(candle.high),
      l: formatAmount(candle.low),
      v: formatAmount(candle.volume),
      n: candle.trades,
      x: candle.startMs + intervalMs <= atMs,
      q: formatAmount(candle.quoteVolume),
      V: formatAmount(candle.takerVolume),
      Q: formatAmount(candle.takerQuoteVolume),
      B: "0",
    },
  };
}

export function bookTickerEvent(venue: Venue, market: SeededMarket): object {
  const { symbol, bidPrice, bidQty, askPrice, askQty } = bestView(venue, market);
  const { sequence } = venue.engine.book(market.id, 1);
  return { u: sequence, s: symbol, b: bidPrice, B: bidQty, a: askPrice, A: askQty };
}

export function tickerEvent(venue: Venue, market: SeededMarket, atMs: number): object {
  const day = dayView(venue, market);
  return {
    e: "24hrTicker",
    E: atMs,
    s: day.symbol,
    p: day.priceChange,
    P: day.priceChangePercent,
    w: day.weightedAvgPrice,
    x: day.prevClosePrice,
    c: day.lastPrice,
    Q: day.lastQty,
    b: day.bidPrice,
    B: day.bidQty,
    a: day.askPrice,
    A: day.askQty,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
    O: day.openTime,
    C: day.closeTime,
    F: day.firstId,
    L: day.lastId,
    n: day.count,
  };
}

export function miniTickerEvent(venue: Venue, market: SeededMarket, atMs: number): object {
  const day = dayView(venue, market);
  return {
    e: "24hrMiniTicker",
    E: atMs,
    s: day.symbol,
    c: day.lastPrice,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
  };
}
