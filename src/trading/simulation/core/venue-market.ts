/** One market of a venue: its traders, when they act next, and what has been traded. */
import { parseAmount } from "../../../kit/money/amount.ts";
import type { Candle, Market, Trade } from "../../exchanges/index.ts";
import type { EngineEvent } from "./commands.ts";
import { MinuteCandles } from "./minute-candles.ts";
import { mixSeeds, seededNumbers, seedOf, type SeededNumbers } from "./seeded-numbers.ts";
import { CANDLE_INTERVALS, syntheticCandle } from "./synthetic-candles.ts";
import type { PriceAt } from "./synthetic-market.ts";
import { MAKER, Traders, type Send } from "./traders.ts";

/** How lively a market is. */
export interface MarketPlan {
  readonly market: Market;
  readonly priceAt: PriceAt;
  /** How often its traders act in a second, on average. Each time changes two or three levels. */
  readonly stepsPerSecond: number;
  /** See `TradingHabit`. */
  readonly levelAmount: number;
  readonly halfSpread: number;
  readonly takers: number;
}

const KEPT_TRADES = 1000;
const UNITS = 1e8;

export class VenueMarket {
  readonly market: Market;
  /** When its traders act next, in milliseconds. */
  nextMs: number;
  readonly #plan: MarketPlan;
  readonly #seed: number;
  readonly #random: SeededNumbers;
  readonly #traders: Traders;
  readonly #trades: Trade[] = [];
  #tradeCount = 0;
  readonly #candles: MinuteCandles;
  /** The path's prices, on ticks. */
  readonly #pathAt: PriceAt;

  constructor(plan: MarketPlan, venueSeed: number, startMs: number, send: Send) {
    const { market } = plan;
    this.market = market;
    this.nextMs = startMs;
    this.#plan = plan;
    this.#seed = mixSeeds(venueSeed, seedOf(market.id));
    this.#random = seededNumbers(this.#seed);
    const habit = {
      marketId: market.id,
      tick: parseAmount(market.tickSize),
      step: parseAmount(market.stepSize),
      levelAmount: plan.levelAmount,
      halfSpread: plan.halfSpread,
      takers: plan.takers,
    };
    this.#traders = new Traders(habit, plan.priceAt, this.#random, leastAmount(plan, startMs), send);
    const places = market.tickSize.split(".")[1]?.length ?? 0;
    const tick = Number(market.tickSize);
    this.#pathAt = (atMs) => Number((Math.round(plan.priceAt(atMs) / tick) * tick).toFixed(places));
    const minuteMs = startMs - (startMs % 60_000);
    this.#candles = new MinuteCandles(minuteMs, this.#pathAt(minuteMs));
  }

  /** Its traders act, and decide when they do so again: at random, up to twice as late as on average. */
  step(): void {
    const atMs = this.nextMs;
    this.#traders.step(atMs);
    this.nextMs = atMs + Math.max(1, Math.round((2000 * this.#random.next()) / this.#plan.stepsPerSecond));
  }

  /** Keeps what it must know of a trade. */
  heard(event: Extract<EngineEvent, { kind: "trade" }>, tradeId: string): void {
    const { maker, taker, atMs, takerSide } = event;
    if (maker.account === MAKER && maker.state === "filled") this.#traders.filled(maker.orderId);
    if (taker.account === MAKER && taker.state === "filled") this.#traders.filled(taker.orderId);
    const price = Number(event.price) / UNITS;
    const quantity = Number(event.quantity) / UNITS;
    this.#trades[this.#tradeCount++ % KEPT_TRADES] = { id: tradeId, price, quantity, takerSide, atMs };
    this.#candles.add(atMs, price, quantity);
  }

  /** The last trades, oldest first. */
  trades(limit: number): Trade[] {
    const found: Trade[] = [];
    const many = Math.min(limit, KEPT_TRADES, this.#tradeCount);
    for (let place = this.#tradeCount - many; place < this.#tradeCount; place++) {
      const trade = this.#trades[place % KEPT_TRADES];
      if (trade) found.push(trade);
    }
    return found;
  }

  /** Real trades, and before the first trade those of the path; undefined for another interval. */
  candles(
    range: { readonly interval: string; readonly sinceMs: number; readonly limit: number },
    nowMs: number,
  ): Candle[] | undefined {
    const lengthMs = CANDLE_INTERVALS[range.interval];
    if (lengthMs === undefined) return undefined;
    const found: Candle[] = [];
    let startMs = Math.max(0, Math.ceil(range.sinceMs / lengthMs) * lengthMs);
    for (; found.length < range.limit && startMs <= nowMs; startMs += lengthMs) {
      found.push(this.#candle(startMs, Math.min(startMs + lengthMs, nowMs)));
    }
    return found;
  }

  #candle(startMs: number, endMs: number): Candle {
    const { firstMs } = this.#candles;
    const traded = endMs > firstMs ? this.#candles.between(startMs, endMs) : undefined;
    if (traded && startMs >= firstMs) return traded;
    const before = this.#before(startMs, Math.min(endMs, firstMs));
    if (!traded) return before;
    return {
      startMs,
      open: before.open,
      high: Math.max(before.high, traded.high),
      low: Math.min(before.low, traded.low),
      close: traded.close,
      volume: before.volume + traded.volume,
    };
  }

  #before(startMs: number, endMs: number): Candle {
    const perMinute = this.#plan.stepsPerSecond * 60 * this.#plan.takers * this.#plan.levelAmount * 0.5;
    return syntheticCandle(this.#seed, this.#pathAt, { startMs, endMs }, perMinute);
  }
}

/** The minimum of every order of the traders, so that it is not refused when the price falls by a half. */
function leastAmount({ market, priceAt }: MarketPlan, startMs: number): bigint {
  const step = parseAmount(market.stepSize);
  const worth = BigInt(Math.ceil((2 * Number(market.minNotional) * UNITS) / priceAt(startMs)));
  const least = (worth / step + 1n) * step;
  const minimum = parseAmount(market.minAmount);
  return least > minimum ? least : minimum;
}
