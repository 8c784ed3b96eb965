/** Follows markets of an exchange that pushes no books: asks for them in turn, at half of what the exchange allows. */
import { backOffMs } from "../../../kit/time/back-off.ts";
import type { MarketSink, Watch } from "../port.ts";
import { inBaseUnits, wholeSide } from "./book-tap.ts";
import { NO_SECRETS, errorFacts, isUnlisted } from "./error-facts.ts";
import type { StreamDeps } from "./stream-deps.ts";
import { sleepQuietly, startBackOff } from "./waiting.ts";

const LEVELS = 50;
/** No market is asked for more often. */
const MIN_ROUND_MS = 1_000;

export class MarketPoller implements Watch {
  readonly #deps: StreamDeps;
  readonly #sink: MarketSink;
  readonly #pauseMs: number;
  readonly #stopped = new AbortController();
  readonly #live = new Set<string>();
  readonly #lost = new Set<string>();
  #wanted: readonly string[];
  #done: Promise<void>;

  constructor(deps: StreamDeps, marketIds: readonly string[], sink: MarketSink) {
    this.#deps = deps;
    this.#sink = sink;
    this.#wanted = marketIds;
    this.#pauseMs = deps.rest.rateLimit * 2;
    this.#done = this.#run();
  }

  replace(marketIds: readonly string[]): void {
    this.#wanted = marketIds;
    const wanted = new Set(marketIds);
    for (const id of this.#live) {
      if (wanted.has(id)) continue;
      this.#live.delete(id);
      this.#sink.lost(id, "unsubscribed");
    }
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    const { clock, catalog, gate, log, random } = this.#deps;
    for (let failures = 0; !signal.aborted;) {
      const beganMs = gate.nowMs();
      try {
        await catalog.ensure();
        failures = (await this.#round(signal)) ? 0 : failures + 1;
      } catch (error) {
        failures++;
        log.warn(
          { reason: errorFacts(error, NO_SECRETS).message },
          "an exchange's markets cannot be read; it is tried again",
        );
      }
      const restMs = Math.max(0, MIN_ROUND_MS - (gate.nowMs() - beganMs));
      await sleepQuietly(clock, failures === 0 ? restMs : backOffMs(failures, startBackOff, random()), signal);
    }
  }

  /** Asks for every market once; answers whether a report arrived for any. */
  async #round(signal: AbortSignal): Promise<boolean> {
    let isHeard = this.#wanted.length === 0;
    for (const id of this.#wanted) {
      if (signal.aborted) return true;
      const isNow = await this.#ask(id, signal);
      isHeard ||= isNow;
      await sleepQuietly(this.#deps.clock, this.#pauseMs, signal);
    }
    return isHeard;
  }

  async #ask(id: string, signal: AbortSignal): Promise<boolean> {
    const { rest, catalog, gate, askedDepth } = this.#deps;
    try {
      const market = catalog.listed(id);
      const book = await rest.fetchOrderBook(market.symbol, askedDepth(LEVELS));
      if (signal.aborted || !this.#wanted.includes(id)) return true;
      this.#live.add(id);
      this.#lost.delete(id);
      this.#sink.book(id, {
        bids: inBaseUnits(wholeSide(book.bids, LEVELS), market),
        asks: inBaseUnits(wholeSide(book.asks, LEVELS), market),
        sequence: book.nonce ?? 0,
        atMs: book.timestamp ?? gate.nowMs(),
      });
      return true;
    } catch (error) {
      if (isUnlisted(error)) catalog.suspect("unknownMarket");
      if (signal.aborted || this.#lost.has(id)) return false;
      this.#live.delete(id);
      this.#lost.add(id);
      this.#sink.lost(id, "disconnected");
      return false;
    }
  }
}
