/**
 * Looks after trades that do not come. A subscription that was lost on its way looks like a market without trades: whether the
 * exchange has made some since is asked.
 */
import type { StreamDeps } from "./stream-deps.ts";
import { sleepQuietly } from "./waiting.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** One market is asked about in this time: orders need the requests. */
const PACE_MS = 10_000;
/** The newest trades, of which the last in time counts. */
const ASKED = 5;
/** A trade that was made this shortly before the answer may be on its way. */
const ON_ITS_WAY_MS = 2_000;

export interface TradeCheckDeps extends Pick<StreamDeps, "clock" | "gate" | "rest"> {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Its trades do not come: they are to be asked for as if never before. */
  readonly deaf: (watched: WatchedMarket) => void;
}

/** What was answered about a market, and when its stream had told a trade last. */
interface Answered {
  readonly newestMs: number;
  readonly heardMs: number;
}

export class TradeCheck {
  readonly #deps: TradeCheckDeps;
  readonly #answered = new WeakMap<WatchedMarket, Answered>();
  readonly #askedMs = new WeakMap<WatchedMarket, number>();
  #nextMs = 0;

  constructor(deps: TradeCheckDeps) {
    this.#deps = deps;
  }

  /** Asks about one market at most: of those that are quiet the one that waits longest. */
  async look(markets: readonly WatchedMarket[]): Promise<void> {
    const { gate, rest } = this.#deps;
    const nowMs = gate.nowMs();
    if (rest.has["fetchTrades"] !== true || nowMs < this.#nextMs) return;
    const quiet = markets.filter(
      ({ state, hasTrades, tradeSilence }) => state === "live" && hasTrades && tradeSilence.isSuspect(nowMs),
    );
    const askedMs = (watched: WatchedMarket): number => this.#askedMs.get(watched) ?? 0;
    const [watched] = quiet.toSorted((one, other) => askedMs(one) - askedMs(other));
    if (!watched) return;
    this.#nextMs = nowMs + PACE_MS;
    this.#askedMs.set(watched, nowMs);
    watched.tradeSilence.checked(nowMs);
    const newestMs = await this.#newestMs(watched);
    if (newestMs !== undefined) await this.#compare(watched, newestMs);
  }

  /** Both times are the exchange's own, but for those in which nothing was heard: clocks are not compared. */
  async #compare(watched: WatchedMarket, newestMs: number): Promise<void> {
    const { clock, signal, deaf } = this.#deps;
    const before = this.#answered.get(watched);
    const { heardMs } = watched.tradeSilence;
    this.#answered.set(watched, { newestMs, heardMs });
    const isMissed = before?.heardMs === heardMs && newestMs > Math.max(before.newestMs, watched.lastTradeMs);
    if (!isMissed) return;
    await sleepQuietly(clock, ON_ITS_WAY_MS, signal);
    if (!signal.aborted && watched.tradeSilence.heardMs === heardMs && watched.state === "live") deaf(watched);
  }

  async #newestMs({ market }: WatchedMarket): Promise<number | undefined> {
    try {
      const trades = await this.#deps.rest.fetchTrades(market.symbol, undefined, ASKED);
      return trades.reduce((newest, { timestamp }) => Math.max(newest, timestamp ?? 0), 0);
    } catch {
      // It is asked again with the next look. The gate has taken note of it.
      return undefined;
    }
  }
}
