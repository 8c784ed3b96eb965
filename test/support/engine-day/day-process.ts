/** One process of a day: the senders and owners of strategies on a clock that leaps, until it is killed. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sealer } from "../../../src/kit/auth/seal.ts";
import { systemRandom } from "../../../src/kit/ids/ids.ts";
import { silentLog } from "../../../src/kit/log/log.ts";
import type { Clock } from "../../../src/kit/time/clock.ts";
import { loadTrader } from "../../../src/trading/access/index.ts";
import { algorithmStore } from "../../../src/trading/algorithms/index.ts";
import { HaltView, OrderDesk, OrderJudge, RunDesk } from "../../../src/trading/engine/index.ts";
import { haltViewStore } from "../../../src/trading/engine/sql/halt-view-store.ts";
import { orderJournal } from "../../../src/trading/engine/sql/order-journal.ts";
import { runJournal } from "../../../src/trading/engine/sql/run-journal.ts";
import type { Exchange, ExchangeAccount } from "../../../src/trading/exchanges/index.ts";
import { exchangeKeyStore } from "../../../src/trading/exchanges/sql/key-store.ts";
import type { MarketView } from "../../../src/trading/market/index.ts";
import { algorithmUsers } from "../../../src/trading/strategies/sql/algorithm-users.ts";
import { journalBooks } from "../../../src/trading/trades/sql/journal-books.ts";
import type { UsdRates } from "../../../src/trading/trades/store.ts";
import type { TestDatabase } from "../database.ts";
import { CRASH_LEASE_MS } from "../order-crash/crash-cases.ts";
import { crashing, type Crash } from "../order-crash/crashing.ts";
import { settledDatabase, type SettledDatabase } from "../settled-database.ts";

/** Everything is worth what it always is: what is charged does not depend on when. */
const USD: Readonly<Record<string, string>> = { USDT: "1", BTC: "60000", ETH: "3000" };
export const RATES: UsdRates = { now: (currency) => USD[currency], at: ({ currency }) => USD[currency] };

export interface DayParts {
  readonly database: TestDatabase;
  readonly exchange: Exchange;
  readonly market: MarketView;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** Tells every process that something was left for it, as the bus does. */
  readonly asked: () => void;
  /** Hears of each order that is handed to a socket. */
  readonly sent: (clientOrderId: string) => void;
}

export class DayProcess {
  readonly owner: string;
  readonly #db: SettledDatabase;
  readonly #asked = new Set<Promise<unknown>>();
  readonly #crash: Crash;
  readonly #orders: OrderDesk;
  readonly #runs: RunDesk;

  constructor(owner: string, parts: DayParts) {
    this.owner = owner;
    this.#db = settledDatabase(parts.database.open({ applicationName: owner }));
    this.#crash = crashing(this.#db, this.#counted(parts.exchange), {
      at: 0,
      die: () => new Promise<never>(() => undefined),
      sent: parts.sent,
    });
    const { db, exchange } = this.#crash;
    const { clock, market, sealer, asked } = parts;
    const journal = orderJournal(db, systemRandom(), journalBooks(RATES, clock));
    const halts = new HaltView(haltViewStore(db), owner);
    const common = {
      db,
      exchanges: [exchange],
      exchangeKeys: exchangeKeyStore(db, sealer),
      clock,
      log: silentLog(),
      owner,
      leaseMs: CRASH_LEASE_MS,
    };
    const judge = new OrderJudge(market, clock);
    this.#orders = new OrderDesk({
      ...common,
      journal: {
        ...journal,
        async write(keyId, fence, changes) {
          await journal.write(keyId, fence, changes);
          asked();
        },
      },
      risk: { judge, halts, mayTrade: async () => true },
    });
    this.#runs = new RunDesk({
      ...common,
      runs: runJournal(db, systemRandom()),
      market,
      algorithms: algorithmStore(db, algorithmUsers),
      candles: { candles: () => Promise.reject(new Error("there are no candles")) },
      newsView: { tone: () => "no_source", impact: () => "no_source" },
      halts,
      judge,
      userOf: (uid, q = db) => loadTrader(q, uid),
      senders: this.#orders,
      asked,
      random: () => 0,
    });
    this.#orders.start();
    this.#runs.start();
  }

  wake(): void {
    this.#orders.wake();
    this.#runs.wake();
  }

  kill(): void {
    this.#crash.kill();
  }

  async stop(): Promise<void> {
    await this.#runs.stop();
    await this.#orders.stop();
  }

  /** Resolves when nothing is asked of the database or the exchange. */
  async settled(): Promise<void> {
    do {
      await Promise.allSettled(this.#asked);
      await this.#db.settled();
      await nextTurn();
    } while (this.#asked.size > 0);
  }

  #counted(exchange: Exchange): Exchange {
    const account = (...of: Parameters<Exchange["account"]>): ExchangeAccount => {
      const real = exchange.account(...of);
      const count =
        <Args extends readonly unknown[], Result>(ask: (...args: Args) => Promise<Result>) =>
        async (...args: Args): Promise<Result> => {
          const asked = ask(...args);
          this.#asked.add(asked);
          try {
            return await asked;
          } finally {
            this.#asked.delete(asked);
          }
        };
      return {
        place: count((...args: Parameters<ExchangeAccount["place"]>) => real.place(...args)),
        cancel: count((order) => real.cancel(order)),
        amend: (order, change) => real.amend(order, change),
        find: count((order) => real.find(order)),
        openOrders: count((marketId?: string) => real.openOrders(marketId)),
        closedOrders: count((marketId, range) => real.closedOrders(marketId, range)),
        fills: count((marketId, range) => real.fills(marketId, range)),
        balances: count((...args: Parameters<ExchangeAccount["balances"]>) => real.balances(...args)),
        setLeverage: (marketId, leverage) => real.setLeverage(marketId, leverage),
        permissions: () => real.permissions(),
        watch: (sink) => real.watch(sink),
        close: () => real.close(),
      };
    };
    return Object.assign(Object.create(exchange) as Exchange, { account });
  }
}
