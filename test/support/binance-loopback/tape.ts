/** The trades on one market of the loopback exchange: single trades, aggregates, candles of a minute, the day. */
import { MINUTE_MS } from "../../../src/kit/time/spans.ts";
import type { EngineEvent } from "../../../src/trading/simulation/core/commands.ts";

export type TradeEvent = Extract<EngineEvent, { kind: "trade" }>;

export interface PublicTrade {
  readonly id: number;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly isBuyerMaker: boolean;
  readonly atMs: number;
}

/** Trades of one taker at one price. */
export interface AggregateTrade extends PublicTrade {
  readonly firstId: number;
  readonly lastId: number;
}

export interface TapeCandle {
  readonly startMs: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  quoteVolume: bigint;
  takerVolume: bigint;
  takerQuoteVolume: bigint;
  trades: number;
  firstId: number;
  lastId: number;
}

export interface Tape {
  readonly trades: readonly PublicTrade[];
  readonly aggregates: readonly AggregateTrade[];
  /** Takes in the effects of one command; answers its aggregates. */
  record(events: readonly TradeEvent[]): readonly AggregateTrade[];
  /** Oldest first, from the first trade on without holes. A candle of a time without trades is flat. */
  candles(intervalMs: number, range: { readonly fromMs: number; readonly toMs: number }): TapeCandle[];
  /** All since then in one candle; undefined before the first trade. */
  since(fromMs: number): TapeCandle | undefined;
}

const KEPT_TRADES = 2_000;
const KEPT_MINUTES = 3_000;
const ONE = 100_000_000n;

export function createTape(): Tape {
  const trades: PublicTrade[] = [];
  const aggregates: AggregateTrade[] = [];
  const minutes: TapeCandle[] = [];
  let aggregateId = 0;

  function count(trade: PublicTrade): void {
    const startMs = trade.atMs - (trade.atMs % MINUTE_MS);
    let last = minutes.at(-1);
    while (last && last.startMs + MINUTE_MS < startMs && minutes.length < KEPT_MINUTES) {
      last = flat(last, last.startMs + MINUTE_MS);
      minutes.push(last);
    }
    if (!last || last.startMs < startMs) minutes.push(candleOf(trade, startMs));
    else add(last, candleOf(trade, last.startMs));
    if (minutes.length > KEPT_MINUTES) minutes.splice(0, minutes.length - KEPT_MINUTES);
  }

  return {
    trades,
    aggregates,
    record(events) {
      const made: AggregateTrade[] = [];
      let taker = -1;
      for (const event of events) {
        const trade = {
          id: event.tradeId,
          price: event.price,
          quantity: event.quantity,
          isBuyerMaker: event.takerSide === "sell",
          atMs: event.atMs,
        };
        trades.push(trade);
        count(trade);
        const last = made.at(-1);
        if (last && last.price === trade.price && taker === event.taker.orderId) {
          made[made.length - 1] = { ...last, quantity: last.quantity + trade.quantity, lastId: trade.id };
        } else made.push({ ...trade, id: ++aggregateId, firstId: trade.id, lastId: trade.id });
        taker = event.taker.orderId;
      }
      aggregates.push(...made);
      if (trades.length > 2 * KEPT_TRADES) trades.splice(0, trades.length - KEPT_TRADES);
      if (aggregates.length > 2 * KEPT_TRADES) aggregates.splice(0, aggregates.length - KEPT_TRADES);
      return made;
    },
    candles(intervalMs, { fromMs, toMs }) {
      const found: TapeCandle[] = [];
      for (const minute of minutes) {
        const startMs = minute.startMs - (minute.startMs % intervalMs);
        if (startMs > toMs) break;
        if (startMs < fromMs) continue;
        const last = found.at(-1);
        if (last?.startMs === startMs) add(last, minute);
        else found.push({ ...minute, startMs });
      }
      const latest = found.at(-1) ?? lastBefore(minutes, fromMs);
      if (!latest) return found;
      const from = Math.max(latest.startMs + intervalMs, fromMs + ((intervalMs - (fromMs % intervalMs)) % intervalMs));
      for (let at = from - (from % intervalMs); at <= toMs && found.length < KEPT_MINUTES; at += intervalMs) {
        found.push(flat(latest, at));
      }
      return found;
    },
    since(fromMs) {
      const latest = minutes.at(-1);
      const [first, ...rest] = minutes.filter(({ startMs }) => startMs >= fromMs);
      if (!first) return latest && flat(latest, fromMs);
      const sum = { ...first };
      for (const minute of rest) add(sum, minute);
      return sum;
    },
  };
}

function lastBefore(minutes: readonly TapeCandle[], fromMs: number): TapeCandle | undefined {
  return minutes.findLast(({ startMs }) => startMs < fromMs);
}

function candleOf({ id, price, quantity, isBuyerMaker }: PublicTrade, startMs: number): TapeCandle {
  const value = (price * quantity) / ONE;
  return {
    startMs,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: quantity,
    quoteVolume: value,
    takerVolume: isBuyerMaker ? 0n : quantity,
    takerQuoteVolume: isBuyerMaker ? 0n : value,
    trades: 1,
    firstId: id,
    lastId: id,
  };
}

function flat({ close, lastId }: TapeCandle, startMs: number): TapeCandle {
  const nothing = { volume: 0n, quoteVolume: 0n, takerVolume: 0n, takerQuoteVolume: 0n, trades: 0 };
  return { startMs, open: close, high: close, low: close, close, ...nothing, firstId: lastId, lastId };
}

/** Puts a later candle into an earlier one. */
function add(candle: TapeCandle, later: TapeCandle): void {
  if (later.trades === 0) return;
  Object.assign(candle, {
    ...(candle.trades === 0 ? { firstId: later.firstId } : {}),
    high: candle.high > later.high ? candle.high : later.high,
    low: candle.low < later.low ? candle.low : later.low,
    close: later.close,
    volume: candle.volume + later.volume,
    quoteVolume: candle.quoteVolume + later.quoteVolume,
    takerVolume: candle.takerVolume + later.takerVolume,
    takerQuoteVolume: candle.takerQuoteVolume + later.takerQuoteVolume,
    trades: candle.trades + later.trades,
    lastId: later.lastId,
  });
}
