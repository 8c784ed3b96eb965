/** The latest trades of a market, put together from the messages of its channel. */
import type { PushMessage, Trade } from "../../../../../clients/typescript/src/trading.ts";

export interface LatestTrades {
  /** Oldest first. Undefined until the first message. */
  readonly trades: readonly Trade[] | undefined;
  /** Trades that are not shown because too many came at once. */
  readonly skipped: number;
}

export const NO_TRADES: LatestTrades = { trades: undefined, skipped: 0 };

/** As many as the platform itself sends at first. */
const KEPT = 100;

/** The first message of a channel, and the first after a break, holds the last hundred: the list begins again with it. */
export function withMessages(known: LatestTrades, messages: readonly PushMessage<`trades/${string}`>[]): LatestTrades {
  let { trades = [], skipped } = known;
  for (const { seq, data, skipped: left = 0 } of messages) {
    if (seq === 1) [trades, skipped] = [data ?? [], 0];
    else trades = [...trades, ...(data ?? [])];
    skipped += left;
  }
  return { trades: trades.slice(-KEPT), skipped };
}
