/** Candles that exchanges are asked for: page by page, within limits, and each only once for a while. */
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import { toMillis } from "../../kit/time/instant.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { ExchangeFailure, type Candle, type Exchange } from "../exchanges/index.ts";
import type { GapReason } from "../indicators/index.ts";
import { cutSpans, joinSpans, subtractSpans, widenSpans, type Span } from "../tape/index.ts";
import { readPage } from "./core/candle-page.ts";

/** Candles of one page. Exchanges answer fewer where they like. */
const PAGE = 1_000;
/** For one answer, which is at most 7,000 candles: enough for exchanges with pages of 300. */
const MOST_REQUESTS = 24;
const MOST_MS = 20_000;
/** Pages of one exchange that are asked for at the same time, so that orders and books have the rest of its limits. */
const AT_ONCE = 2;
/** Answers of one exchange that wait for others. Further ones say at once that they are not whole. */
const MOST_WAITING = 50;
/** A page begins a little before what is missing: a candle there proves that none is missing after it. */
const LEAD = 5;
const MAX_CACHED_CANDLES = 200_000;
const CACHED_FOR_MS = 10 * 60_000;

export interface ToFetch {
  readonly exchange: Exchange;
  readonly marketId: string;
  /** One that the exchange has, and its length. */
  readonly interval: string;
  readonly lengthMs: number;
  /** Sorted, of whole candles. */
  readonly missing: readonly Span[];
  /** Asked for before what others wait for, however many they are. */
  readonly isUrgent: boolean;
}

export interface FetchedCandles {
  /** Sorted. */
  readonly candles: readonly Candle[];
  /** From when to when the exchange has told everything, up to now at most. */
  readonly known: readonly Span[];
  /** Why it was not asked further: what is not known from that moment on was not asked for. */
  readonly stopped: { readonly atMs: number; readonly reason: GapReason } | undefined;
}

const NOTHING: FetchedCandles = { candles: [], known: [], stopped: undefined };

interface Kept {
  readonly candles: ReadonlyMap<number, Candle>;
  readonly known: readonly Span[];
}

export class ExchangeCandles {
  readonly #clock: Pick<Clock, "now">;
  readonly #queues = new Map<string, PQueue>();
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_CACHED_CANDLES,
    sizeCalculation: ({ candles }) => candles.size + 1,
    ttl: CACHED_FOR_MS,
    noUpdateTTL: true,
  });
  /** The requests in progress, so that many readers of the same are served by one. */
  readonly #running = new Map<string, Promise<FetchedCandles>>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  async fetch(wanted: ToFetch): Promise<FetchedCandles> {
    const { exchange, marketId, interval, missing } = wanted;
    const key = `${exchange.code} ${marketId} ${interval}`;
    const kept = this.#kept.get(key);
    const left = subtractSpans(missing, kept?.known ?? []);
    const asked = left.length === 0 ? NOTHING : await this.#inTurn(key, wanted, left);
    this.#keep(key, wanted.lengthMs, asked);
    const candles = new Map(kept?.candles);
    for (const candle of asked.candles) candles.set(candle.startMs, candle);
    return {
      candles: [...candles.values()].toSorted((one, other) => one.startMs - other.startMs),
      known: joinSpans([...(kept?.known ?? []), ...asked.known]),
      stopped: asked.stopped,
    };
  }

  /** Asks when its turn has come, and once for all who ask for the same at the same time. */
  #inTurn(key: string, wanted: ToFetch, left: readonly Span[]): Promise<FetchedCandles> {
    const flight = `${key} ${left.map(({ fromMs, toMs }) => `${fromMs}-${toMs}`).join(" ")}`;
    const running = this.#running.get(flight);
    if (running) return running;
    const queue = this.#queueOf(wanted.exchange.code);
    if (!wanted.isUrgent && queue.size >= MOST_WAITING) {
      return Promise.resolve(this.#stopped([], [], left[0]?.fromMs ?? 0, "too_much_at_once"));
    }
    // The wait for others counts: what its reader does not wait for any more is not asked.
    const endMs = this.#nowMs() + MOST_MS;
    const asked = queue
      .add(() => this.#ask(wanted, left, endMs), { priority: wanted.isUrgent ? 1 : 0 })
      .finally(() => this.#running.delete(flight));
    this.#running.set(flight, asked);
    return asked;
  }

  /** Oldest first. Ends at its limits, and when the exchange does not answer. */
  async #ask(
    { exchange, marketId, interval, lengthMs }: ToFetch,
    missing: readonly Span[],
    endMs: number,
  ): Promise<FetchedCandles> {
    const candles: Candle[] = [];
    const known: Span[] = [];
    let requests = 0;
    // Two short gaps side by side are one page.
    for (const { fromMs, toMs } of widenSpans(missing, lengthMs, (PAGE / 4) * lengthMs)) {
      let atMs = Math.max(0, fromMs - LEAD * lengthMs);
      while (atMs < toMs) {
        if (requests++ >= MOST_REQUESTS || this.#nowMs() > endMs) {
          return this.#stopped(candles, known, atMs, "too_much_at_once");
        }
        const limit = Math.min(PAGE, Math.ceil((toMs - atMs) / lengthMs) + 1);
        let answered: readonly Candle[];
        try {
          answered = await exchange.candles(marketId, { interval, sinceMs: atMs, limit });
        } catch (error) {
          // The gate has taken note of it, and what is known must not be hidden by it.
          const isGone = error instanceof ExchangeFailure && error.reason === "unknownMarket";
          return this.#stopped(candles, known, atMs, isGone ? "exchange_has_none" : "exchange_did_not_answer");
        }
        const page = readPage(answered, { fromMs: atMs, lengthMs, limit });
        candles.push(...page.candles);
        if (page.known) known.push(page.known);
        atMs = page.nextMs;
        if (page.known && page.known.toMs >= toMs) break;
      }
    }
    return { candles, known: this.#upToNow(known), stopped: undefined };
  }

  #stopped(candles: readonly Candle[], known: readonly Span[], atMs: number, reason: GapReason): FetchedCandles {
    return { candles, known: this.#upToNow(known), stopped: { atMs, reason } };
  }

  /** The candle that is not over is whole as far as it has come, but will be another one in a moment. */
  #keep(key: string, lengthMs: number, { candles, known }: FetchedCandles): void {
    const overMs = Math.floor(this.#nowMs() / lengthMs) * lengthMs - lengthMs;
    const kept = this.#kept.get(key);
    const all = new Map(kept?.candles);
    for (const candle of candles) if (candle.startMs + lengthMs <= overMs) all.set(candle.startMs, candle);
    this.#kept.set(key, {
      candles: all,
      known: joinSpans([...(kept?.known ?? []), ...cutSpans(joinSpans(known), 0, overMs)]),
    });
  }

  #upToNow(known: readonly Span[]): Span[] {
    return cutSpans(joinSpans(known), 0, this.#nowMs() + 1);
  }

  #queueOf(code: string): PQueue {
    const queue = this.#queues.get(code) ?? new PQueue({ concurrency: AT_ONCE });
    this.#queues.set(code, queue);
    return queue;
  }

  #nowMs(): number {
    return Math.floor(toMillis(this.#clock.now()));
  }
}
