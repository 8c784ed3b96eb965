/** The exchange without its protocol: a matching engine, what was traded, whose fills they were, and who listens. */
import type { Clock } from "../../../src/kit/time/clock.ts";
import type { Command, EngineEvent, EngineOrder, Matching } from "../../../src/trading/simulation/core/commands.ts";
import { createMatching } from "../../../src/trading/simulation/core/matching-engine.ts";
import { invalidSymbol } from "./binance-error.ts";
import type { SeededMarket } from "./seeded-markets.ts";
import { createTape, type AggregateTrade, type Tape, type TradeEvent } from "./tape.ts";

export interface AccountFill {
  readonly tradeId: number;
  readonly order: EngineOrder;
  readonly marketId: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly fee: { readonly currency: string; readonly amount: bigint };
  readonly isMaker: boolean;
  readonly atMs: number;
}

/** The effects of one command. */
export interface News {
  readonly events: readonly EngineEvent[];
  readonly aggregates: readonly { readonly marketId: string; readonly trade: AggregateTrade }[];
  readonly atMs: number;
}

export interface Venue {
  readonly engine: Matching;
  /** By id as Binance writes it: `BTCUSDT`. */
  readonly markets: ReadonlyMap<string, SeededMarket>;
  /** Time of what happens on the market. Ahead of the clock after simulated time was let pass. */
  nowMs(): number;
  /** Time that requests are checked against and `/time` answers. */
  serverMs(): number;
  apply(command: Command): readonly EngineEvent[];
  tape(marketId: string): Tape;
  /** Of accounts that do not belong to the house: oldest first, the last 10,000. */
  fills(account: string): readonly AccountFill[];
  /** Receives the effects of every command at once; answers how to stop. */
  listen(listener: (news: News) => void): () => void;
  /** @throws BinanceError -1121 */
  market(symbol: string): SeededMarket;
  skewMs: number;
  aheadMs: number;
}

export const HOUSE = "house";
const KEPT_FILLS = 10_000;
const KEPT_ORDERS = 10_000;

export function createVenue(markets: readonly SeededMarket[], clock: Clock): Venue {
  const engine = createMatching(markets, {
    keepClosed: (account) => (account.startsWith(HOUSE) ? 0 : KEPT_ORDERS),
  });
  const bySymbol = new Map(markets.map((market) => [market.id.toUpperCase(), market]));
  const tapes = new Map<string, Tape>(markets.map(({ id }) => [id, createTape()]));
  const fills = new Map<string, AccountFill[]>();
  const listeners = new Set<(news: News) => void>();

  function keepFill(account: string, fill: AccountFill): void {
    if (account.startsWith(HOUSE)) return;
    const kept = fills.get(account) ?? [];
    kept.push(fill);
    if (kept.length > KEPT_FILLS) kept.shift();
    fills.set(account, kept);
  }

  function recordTrades(trades: readonly TradeEvent[]): News["aggregates"] {
    for (const { taker, maker, takerFee, makerFee, tradeId, marketId, price, quantity, atMs } of trades) {
      const common = { tradeId, marketId, price, quantity, atMs };
      keepFill(taker.account, { ...common, order: taker, fee: takerFee, isMaker: false });
      keepFill(maker.account, { ...common, order: maker, fee: makerFee, isMaker: true });
    }
    const marketIds = new Set(trades.map(({ marketId }) => marketId));
    return [...marketIds].flatMap((marketId) =>
      venue
        .tape(marketId)
        .record(trades.filter((trade) => trade.marketId === marketId))
        .map((trade) => ({ marketId, trade })),
    );
  }

  const venue: Venue = {
    engine,
    markets: bySymbol,
    skewMs: 0,
    aheadMs: 0,
    serverMs: () => Math.floor(clock.now() / 1000) + venue.skewMs,
    nowMs: () => venue.serverMs() + venue.aheadMs,
    apply(command) {
      const events = engine.apply(command);
      const aggregates = recordTrades(events.filter((event) => event.kind === "trade"));
      const news = { events, aggregates, atMs: venue.nowMs() };
      for (const listener of listeners) listener(news);
      return events;
    },
    tape(marketId) {
      const tape = tapes.get(marketId);
      if (!tape) throw invalidSymbol();
      return tape;
    },
    fills: (account) => fills.get(account) ?? [],
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    market(symbol) {
      const market = bySymbol.get(symbol);
      if (!market) throw invalidSymbol();
      return market;
    },
  };
  return venue;
}
