/** The latest trades of a market, put together from the messages of its channel. */
import type { PushMessage, Trade } from "../../../../../clients/typescript/src/trading.ts";

export interface LatestTrades {
  /** Oldest first. Undefined until the first message. */
  readonly trades: readonly Trade[] | undefined;
  /** Trades that are not shown because too many came at once. */
  readonly skipped: number;
  /** From when on trades may be missing, until those that came later; undefined where the list is whole. */
  readonly brokenMs: number | undefined;
  /** No trade has come since. */
  readonly isBroken: boolean;
  /** Rises when candles that were asked for earlier may lack trades: at a break, and at its end. */
  readonly misses: number;
}

export const NO_TRADES: LatestTrades = {
  trades: undefined,
  skipped: 0,
  brokenMs: undefined,
  isBroken: false,
  misses: 0,
};

/** As many as the platform itself sends at first. */
const KEPT = 100;

type TradesMessage = PushMessage<`trades/${string}`>;

/** The list after the messages of its channel. */
export function withMessages(known: LatestTrades, messages: readonly TradesMessage[]): LatestTrades {
  return messages.reduce(withMessage, { ...known, trades: known.trades ?? [] });
}

/** The first message of a channel, and the first after a lost connection, holds the last hundred: the list begins again. */
function withMessage(known: LatestTrades, { seq, data, skipped: left = 0, broken }: TradesMessage): LatestTrades {
  const isFirst = seq === 1;
  const before = isFirst ? [] : (known.trades ?? []);
  // A snapshot repeats the break that is among its trades.
  const isNew = broken !== undefined && broken !== known.brokenMs;
  const ends = broken === undefined && known.isBroken && (data ?? []).length > 0;
  return {
    trades: [...before, ...(data ?? [])].slice(-KEPT),
    skipped: (isFirst ? 0 : known.skipped) + left,
    brokenMs: broken ?? (isFirst ? undefined : known.brokenMs),
    // Trades beside a break may have come before it.
    isBroken: isNew || (known.isBroken && !ends),
    misses: known.misses + (isNew || ends ? 1 : 0),
  };
}
