/**
 * Asks for the trades of a market. They have no state that could be wrong: they are asked for until they are there, and
 * again when their connection is gone.
 */
import { backOffMs } from "../../../kit/time/back-off.ts";
import type { CcxtExchange } from "./library.ts";
import type { StreamDeps } from "./stream-deps.ts";
import { sleepQuietly, startBackOff } from "./waiting.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** A break that was noticed so shortly before a failure is its cause. */
const CAUSE_MS = 1_000;

export interface TradeSubscriptionDeps extends Pick<StreamDeps, "clock" | "random" | "gate"> {
  readonly exchange: CcxtExchange;
  readonly takeTurn: (isFirst: boolean) => Promise<void>;
  /** The last connection that broke: when that was noticed, and until when it was whole. */
  readonly break: () => { readonly atMs: number; readonly wholeMs: number };
}

/** @param failed how often it counts as failed already */
export async function followTrades(watched: WatchedMarket, failed: number, deps: TradeSubscriptionDeps): Promise<void> {
  const { signal } = watched.stopped;
  const { clock, random, exchange, gate } = deps;
  for (let attempt = failed; !signal.aborted; attempt++) {
    if (attempt > 0) await sleepQuietly(clock, backOffMs(attempt, startBackOff, random()), signal);
    await deps.takeTurn(attempt === 0);
    if (signal.aborted) return;
    try {
      await exchange.watchTrades(watched.market.symbol);
      return;
    } catch {
      // It is asked for again. No trade has come yet, so that which connection it was is not known.
      const { atMs, wholeMs } = deps.break();
      if (!signal.aborted) watched.tradesBroke(gate.nowMs() - atMs <= CAUSE_MS ? wholeMs : 0);
    }
  }
}
