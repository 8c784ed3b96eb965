/** The senders and the owner of strategies, put together as a process of the platform does it. */
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { loadTrader } from "../../src/trading/access/index.ts";
import { algorithmStore } from "../../src/trading/algorithms/index.ts";
import { HaltView, OrderDesk, OrderJudge, RunDesk } from "../../src/trading/engine/index.ts";
import type { RunDeskDeps } from "../../src/trading/engine/runs/deps.ts";
import { haltViewStore } from "../../src/trading/engine/sql/halt-view-store.ts";
import { orderJournal } from "../../src/trading/engine/sql/order-journal.ts";
import { runJournal } from "../../src/trading/engine/sql/run-journal.ts";
import type { OrderJournal } from "../../src/trading/engine/store.ts";
import type { RunJournal } from "../../src/trading/engine/store-runs.ts";
import type { Exchange, ExchangeAccount } from "../../src/trading/exchanges/index.ts";
import { exchangeKeyStore } from "../../src/trading/exchanges/sql/key-store.ts";
import { algorithmUsers } from "../../src/trading/strategies/sql/algorithm-users.ts";
import type { EngineWorld } from "./engine-world.ts";

/** The layer between the engine and its storage. */
export interface Around {
  readonly runs: (journal: RunJournal) => RunJournal;
  readonly orders: (journal: OrderJournal) => OrderJournal;
  readonly userOf: (ask: RunDeskDeps["userOf"]) => RunDeskDeps["userOf"];
}

const NOTHING: Around = { runs: (journal) => journal, orders: (journal) => journal, userOf: (ask) => ask };

/** @param written is called with the market of each order when it is written to its socket */
export async function startEngine(
  world: EngineWorld,
  owner: string,
  { around = NOTHING, written = () => undefined }: { around?: Around; written?: (marketId: string) => void } = {},
): Promise<{ stop(): Promise<void> }> {
  const { db, market } = world;
  const clock = systemClock();
  const halts = new HaltView(haltViewStore(db), owner);
  const common = {
    db,
    exchanges: [withWrites(await world.connect(), written)],
    exchangeKeys: exchangeKeyStore(db, world.sealer),
    clock,
    log: silentLog(),
    owner,
  };
  const journal = around.orders(orderJournal(db, systemRandom()));
  const judge = new OrderJudge(market, clock);
  const orders = new OrderDesk({
    ...common,
    journal: {
      ...journal,
      async write(keyId, fence, changes) {
        await journal.write(keyId, fence, changes);
        runs.noteOrders(changes.map(({ id }) => id));
      },
    },
    risk: { judge, halts, mayTrade: async () => true },
  });
  const runs: RunDesk = new RunDesk({
    ...common,
    runs: around.runs(runJournal(db, systemRandom())),
    market,
    algorithms: algorithmStore(db, algorithmUsers),
    candles: { candles: () => Promise.reject(new Error("there are no candles")) },
    newsView: { tone: () => "no_source", impact: () => "no_source" },
    halts,
    judge,
    userOf: around.userOf((uid, q = db) => loadTrader(q, uid)),
    senders: orders,
    asked: (keyIds) => void orders.wake(keyIds),
    random: () => 0,
  });
  orders.start();
  runs.start();
  return {
    async stop() {
      await runs.stop();
      await orders.stop();
    },
  };
}

function withWrites(exchange: Exchange, written: (marketId: string) => void): Exchange {
  const account: Exchange["account"] = (credentials) => {
    const real = exchange.account(credentials);
    const place: ExchangeAccount["place"] = (order, terms) => {
      let isWritten = false;
      // Called once more with the answer, in case that the write was not seen: that is not a second order.
      const onWrite = (): void => {
        terms?.onWrite?.();
        if (!isWritten) written(order.marketId);
        isWritten = true;
      };
      return real.place(order, { ...terms, onWrite });
    };
    return {
      place,
      cancel: (order) => real.cancel(order),
      amend: (order, change) => real.amend(order, change),
      find: (order) => real.find(order),
      openOrders: (marketId) => real.openOrders(marketId),
      closedOrders: (marketId, range) => real.closedOrders(marketId, range),
      fills: (marketId, range) => real.fills(marketId, range),
      balances: (type) => real.balances(type),
      setLeverage: (marketId, leverage) => real.setLeverage(marketId, leverage),
      permissions: () => real.permissions(),
      watch: (sink) => real.watch(sink),
      close: () => real.close(),
    };
  };
  return { ...exchange, account };
}
