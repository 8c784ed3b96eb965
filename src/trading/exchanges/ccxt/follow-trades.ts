/**
 * Asks for the trades of markets. They have no state that could be wrong: they are asked for until they are there, again when
 * their connection is gone, and again where the exchange makes some that do not come.
 */
import { backOffMs } from "../../../kit/time/back-off.ts";
import { giveBackTrades } from "./give-back.ts";
import type { CcxtExchange } from "./library.ts";
import type { StreamDeps } from "./stream-deps.ts";
import { sleepQuietly, startBackOff } from "./waiting.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** A break that was noticed so shortly before a failure is its cause. */
const CAUSE_MS = 1_000;

export interface TradeSubscriptionDeps extends Pick<StreamDeps, "clock" | "errors" | "random" | "gate" | "log"> {
  readonly exchange: CcxtExchange;
  readonly takeTurn: (isFirst: boolean, signal: AbortSignal) => Promise<void>;
  /** The last connection that broke: when that was noticed, and until when it was whole. */
  readonly break: () => { readonly atMs: number; readonly wholeMs: number };
}

export class FollowedTrades {
  readonly #deps: TradeSubscriptionDeps;
  /** What ends the asking for trades of a market, until the first of them is there. */
  readonly #asking = new WeakMap<WatchedMarket, AbortController>();

  constructor(deps: TradeSubscriptionDeps) {
    this.#deps = deps;
  }

  /** @param failed how often it counts as failed already */
  ask(watched: WatchedMarket, failed: number): void {
    this.#asking.get(watched)?.abort();
    const asking = new AbortController();
    this.#asking.set(watched, asking);
    void this.#follow(watched, failed, AbortSignal.any([watched.stopped.signal, asking.signal]));
  }

  /** The exchange makes trades that do not come: the next request for them is made as if there had been none. */
  async askAnew(watched: WatchedMarket): Promise<void> {
    const { clock, errors, exchange, log } = this.#deps;
    const { signal } = watched.stopped;
    log.debug({ market: watched.market.id }, "trades of a market do not come; they are asked for again");
    watched.tradesBroke(0);
    await giveBackTrades(exchange, watched.market.symbol, { clock, errors, signal });
    if (!signal.aborted) this.ask(watched, 0);
  }

  async #follow(watched: WatchedMarket, failed: number, signal: AbortSignal): Promise<void> {
    const { clock, random, exchange, gate, takeTurn } = this.#deps;
    for (let attempt = failed; !signal.aborted; attempt++) {
      if (attempt > 0) await sleepQuietly(clock, backOffMs(attempt, startBackOff, random()), signal);
      await takeTurn(attempt === 0, signal);
      if (signal.aborted) return;
      try {
        await exchange.watchTrades(watched.market.symbol);
        return;
      } catch {
        // It is asked for again. No trade has come yet, so that which connection it was is not known.
        const { atMs, wholeMs } = this.#deps.break();
        if (!signal.aborted) watched.tradesBroke(gate.nowMs() - atMs <= CAUSE_MS ? wholeMs : 0);
      }
    }
  }
}
