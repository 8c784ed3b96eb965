/** Candles from the tape, and from the exchange for the time before the tape began. */
import type { CandleSource } from "../indicators/index.ts";
import type { Candle, Exchange } from "../exchanges/index.ts";
import type { MarketView } from "./view.ts";

type Columns = Awaited<ReturnType<CandleSource["candles"]>>;

/** Candles that are asked of an exchange for one answer. */
const MOST = 1_000;

/**
 * @param exchanges those that this process is connected to; of others there is the tape alone
 */
export function candleHistory(
  tape: CandleSource,
  market: Pick<MarketView, "listing">,
  exchanges: readonly Exchange[],
): CandleSource {
  const byCode = new Map(exchanges.map((exchange) => [exchange.code, exchange]));
  return {
    async candles(code, interval, fromMs, toMs) {
      const recorded = await tape.candles(code, interval, fromMs, toMs);
      const untilMs = recorded.ms[0] ?? toMs;
      const listing = market.listing(code);
      const exchange = listing && byCode.get(listing.exchange);
      if (!listing || !exchange || untilMs <= fromMs || !exchange.has.candleIntervals.includes(interval)) {
        return recorded;
      }
      const range = { interval, sinceMs: fromMs, limit: MOST };
      // An exchange that does not answer must not hide what is known.
      const earlier = await exchange.candles(listing.market.id, range).catch(() => []);
      return joined(
        earlier.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs),
        recorded,
      );
    },
  };
}

function joined(earlier: readonly Candle[], recorded: Columns): Columns {
  const column = (of: (candle: Candle) => number, rest: ArrayLike<number>): Float64Array => {
    const whole = new Float64Array(earlier.length + rest.length);
    whole.set(earlier.map(of));
    whole.set(rest, earlier.length);
    return whole;
  };
  return {
    ...recorded,
    ms: column((candle) => candle.startMs, recorded.ms),
    open: column((candle) => candle.open, recorded.open),
    high: column((candle) => candle.high, recorded.high),
    low: column((candle) => candle.low, recorded.low),
    close: column((candle) => candle.close, recorded.close),
    volume: column((candle) => candle.volume, recorded.volume),
  };
}
