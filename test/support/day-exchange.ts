/** An exchange that knows the candles of every minute of a made-up day, and answers them as exchanges do: in pages. */
import { MINUTE_MS } from "../../src/kit/time/spans.ts";
import type { Candle, Exchange } from "../../src/trading/exchanges/index.ts";
import { ExchangeFailure } from "../../src/trading/exchanges/core/failure.ts";
import { ScriptedExchange } from "./scripted-exchange.ts";

export interface DayExchangeOptions {
  /** Minutes in which something was traded, sorted. */
  readonly minutes: readonly Candle[];
  /** Candles of one page. */
  readonly page: number;
  /**
   * The content of a page: the next candles from the requested time, those of a window of time from there on, or the
   * newest ones, whatever was requested.
   */
  readonly pages: "next" | "window" | "newest";
  /** It keeps nothing older. */
  readonly keptFromMs: number;
  readonly intervals?: readonly string[];
  readonly kind?: Exchange["kind"];
}

export class DayExchange extends ScriptedExchange {
  readonly asked: { readonly interval: string; readonly sinceMs: number }[] = [];
  /** Requests from this one on fail. */
  failsFrom = Number.POSITIVE_INFINITY;
  readonly #options: DayExchangeOptions;

  constructor(code: string, options: DayExchangeOptions) {
    super(code, [], options.kind ?? "live");
    this.#options = options;
    this.has = { ...this.has, candleIntervals: options.intervals ?? ["1m", "5m", "1h"] };
    this.candles = (_marketId, range) => this.#page(range);
  }

  async #page({ interval, sinceMs, limit }: Parameters<Exchange["candles"]>[1]): Promise<readonly Candle[]> {
    await Promise.resolve();
    this.asked.push({ interval, sinceMs });
    if (this.asked.length >= this.failsFrom) throw new ExchangeFailure("unavailable", "network", "no answer");
    const { page, pages, keptFromMs, minutes } = this.#options;
    const lengthMs = Number(interval.slice(0, -1)) * (interval.endsWith("h") ? 60 : 1) * MINUTE_MS;
    const all = wholeCandles(minutes, lengthMs).filter(({ startMs }) => startMs >= keptFromMs);
    if (pages === "newest") return all.slice(-page);
    const many = Math.min(page, limit);
    const later = all.filter(({ startMs }) => startMs >= sinceMs);
    if (pages === "next") return later.slice(0, many);
    return later.filter(({ startMs }) => startMs < sinceMs + many * lengthMs);
  }
}

/** Candles of longer intervals. */
export function wholeCandles(minutes: readonly Candle[], lengthMs: number): Candle[] {
  const found = new Map<number, Candle>();
  for (const minute of minutes) {
    const startMs = minute.startMs - (minute.startMs % lengthMs);
    const before = found.get(startMs);
    found.set(
      startMs,
      before
        ? {
            ...before,
            high: Math.max(before.high, minute.high),
            low: Math.min(before.low, minute.low),
            close: minute.close,
            volume: before.volume + minute.volume,
          }
        : { ...minute, startMs },
    );
  }
  return [...found.values()];
}
