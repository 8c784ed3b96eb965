/** Candles from the tape, and from the exchange where the tape has gaps. Times that neither has are named. */
import { toMillis } from "../../kit/time/instant.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Candle, Exchange } from "../exchanges/index.ts";
import type { CandleHistory, CandleInterval, CandleSource, Gap, GapReason } from "../indicators/index.ts";
import {
  aggregateCandles,
  CANDLE_INTERVALS,
  cutSpans,
  emptyCandles,
  joinSpans,
  mergeCandles,
  subtractSpans,
  widenSpans,
  type CandleColumns,
  type Span,
  type Tape,
} from "../tape/index.ts";
import { ExchangeCandles, type FetchedCandles } from "./exchange-candles.ts";
import type { MarketView } from "./view.ts";

export interface CandleHistoryOptions {
  readonly tape: Pick<Tape, "candles" | "hasImports">;
  readonly market: Pick<MarketView, "listing">;
  /** Those that this process is connected to; of others there is the tape alone. */
  readonly exchanges: readonly Exchange[];
  readonly clock: Pick<Clock, "now">;
}

interface Source {
  readonly exchange: Exchange;
  readonly marketId: string;
  readonly interval: CandleInterval;
}

export function candleHistory({ tape, market, exchanges, clock }: CandleHistoryOptions): CandleSource {
  const byCode = new Map(exchanges.map((exchange) => [exchange.code, exchange]));
  const asking = new ExchangeCandles(clock);

  /** Which exchange to ask for candles, and of which length: of the requested one, or of one that it can be made of. */
  async function sourceOf(code: string, wanted: CandleInterval): Promise<Source | undefined> {
    const listing = market.listing(code);
    const exchange = listing && byCode.get(listing.exchange);
    if (!listing || !exchange) return undefined;
    // Imported candles are history. A simulated exchange would go on with it by candles that it makes up.
    if (exchange.kind === "simulated" && (await tape.hasImports(code))) return undefined;
    const interval = SHORTEST_FIRST.findLast(
      (each) => CANDLE_INTERVALS[wanted] % CANDLE_INTERVALS[each] === 0 && exchange.has.candleIntervals.includes(each),
    );
    return interval && { exchange, marketId: listing.market.id, interval };
  }

  return {
    async candles(code, interval, fromMs, toMs, isUrgent = false): Promise<CandleHistory> {
      const lengthMs = CANDLE_INTERVALS[interval];
      const nowMs = Math.floor(toMillis(clock.now()));
      const [startMs, endMs] = [Math.ceil(fromMs / lengthMs) * lengthMs, Math.ceil(toMs / lengthMs) * lengthMs];
      const whole = { fromMs: startMs, toMs: Math.min(endMs, nowMs) };
      const { known, watched, ...recorded } = await tape.candles(code, interval, fromMs, toMs);
      const listing = market.listing(code);
      const hasTrades = (listing && byCode.get(listing.exchange))?.has.tradeStream ?? true;
      const told = joinSpans([...known, ...(hasTrades ? watched : [])]);
      const missing = whole.fromMs < whole.toMs ? subtractSpans([whole], told) : [];
      if (missing.length === 0) return { ...recorded, gaps: [] };
      const source = await sourceOf(code, interval);
      if (!source) return { ...recorded, gaps: missing.map((span) => ({ ...span, reason: "not_recorded" as const })) };
      const stepMs = CANDLE_INTERVALS[source.interval];
      const wide = widenSpans(missing, lengthMs);
      const fetched = await asking.fetch({ ...source, lengthMs: stepMs, missing: wide, isUrgent });
      const useful = aggregateCandles(columnsOf(fetched.candles, wide), interval);
      return { ...mergeCandles(recorded, useful), gaps: gapsOf(missing, fetched) };
    },
  };
}

const SHORTEST_FIRST: readonly CandleInterval[] = ["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"];

/** The missing times that were not fetched, with the reason. */
function gapsOf(missing: readonly Span[], { known, stopped }: FetchedCandles): Gap[] {
  const left = subtractSpans(missing, known);
  const stopMs = stopped?.atMs ?? Number.POSITIVE_INFINITY;
  const named = (spans: readonly Span[], reason: GapReason): Gap[] => spans.map((span) => ({ ...span, reason }));
  return [
    ...named(cutSpans(left, 0, stopMs), "exchange_has_none"),
    ...(stopped ? named(cutSpans(left, stopMs, Number.POSITIVE_INFINITY), stopped.reason) : []),
  ];
}

/** The candles in the missing times. */
function columnsOf(candles: readonly Candle[], missing: readonly Span[]): CandleColumns {
  let place = 0;
  const inside = candles.filter(({ startMs }) => {
    while ((missing[place]?.toMs ?? Number.POSITIVE_INFINITY) <= startMs) place++;
    return startMs >= (missing[place]?.fromMs ?? Number.POSITIVE_INFINITY);
  });
  const columns = emptyCandles(inside.length);
  for (const [row, candle] of inside.entries()) {
    columns.ms[row] = candle.startMs;
    columns.open[row] = candle.open;
    columns.high[row] = candle.high;
    columns.low[row] = candle.low;
    columns.close[row] = candle.close;
    columns.volume[row] = candle.volume;
  }
  return columns;
}
