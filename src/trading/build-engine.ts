/** Makes the engine: the senders of orders, and what requests may ask of them. */
import type { Metrics } from "../kit/metrics/metrics.ts";
import type { Platform } from "../kit/platform.ts";
import type { OneTransaction } from "../kit/sql/one-transaction.ts";
import {
  haltDesk,
  HaltView,
  OrderDesk,
  OrderJudge,
  orderNews,
  RiskWatch,
  type HaltDesk,
  type OrderNews,
  type OrderStore,
} from "./engine/index.ts";
import { haltViewStore } from "./engine/sql/halt-view-store.ts";
import { orderJournal } from "./engine/sql/order-journal.ts";
import { riskStore } from "./engine/sql/risk-store.ts";
import { riskWatchStore } from "./engine/sql/risk-watch.ts";
import type { Exchange, ExchangeKeyStore } from "./exchanges/index.ts";
import type { MarketView } from "./market/index.ts";
import { journalBooks, type UsdRates } from "./trades/index.ts";

export interface EngineParts {
  readonly orderJudge: OrderJudge;
  readonly haltDesk: HaltDesk;
  readonly orderNews: OrderNews;
  /** The same within a transaction: senders hear of what it asks when it is committed. */
  readonly orderNewsOn: (whole: OneTransaction, orders: OrderStore) => OrderNews;
  /** Begins to send: in processes that work. */
  startWork(): void;
  metrics(metrics: Metrics): void;
  stop(): Promise<void>;
}

/** Who reads what the journal has made durable. */
export interface EngineReaders {
  readonly usdRates: UsdRates;
  /** Orders of an account have changed. Must be quick, and not throw. */
  readonly changed: (ownerUid: number) => void;
}

/** A hint that something was asked of a sender. The senders look for themselves too. */
const TOPIC = "trading.orders";

export function buildEngine(
  { db, clock, log, random, node, bus }: Platform,
  exchanges: readonly Exchange[],
  {
    exchangeKeys,
    orders,
    market,
  }: { readonly exchangeKeys: ExchangeKeyStore; readonly orders: OrderStore; readonly market: MarketView },
  { usdRates, changed }: EngineReaders,
): EngineParts {
  const journal = orderJournal(db, random, journalBooks(usdRates, clock));
  const orderJudge = new OrderJudge(market, clock);
  const desk = new OrderDesk({
    db,
    journal: {
      ...journal,
      async write(keyId, fence, changes) {
        await journal.write(keyId, fence, changes);
        for (const ownerUid of new Set(changes.map((each) => each.ownerUid))) changed(ownerUid);
      },
    },
    exchangeKeys,
    exchanges,
    risk: { judge: orderJudge, halts: new HaltView(haltViewStore(db), node) },
    clock,
    log,
    owner: node,
  });
  let unsubscribe = (): void => undefined;
  const asked = (): void => {
    desk.wake();
    void bus?.publish(TOPIC, "");
  };
  const { worth } = orderJudge;
  const watch = new RiskWatch({ db, store: riskWatchStore(db), worth, clock, log, owner: node, changed: asked });
  return {
    orderJudge,
    haltDesk: haltDesk(riskStore(db), { clock, asked }),
    orderNews: orderNews(orders, clock, asked),
    orderNewsOn: (whole, within) => ({
      asked: () => whole.afterCommit(asked),
      wait: (ids) => within.readOrders(ids),
    }),
    startWork() {
      desk.start();
      watch.start();
      if (bus) unsubscribe = bus.subscribe(TOPIC, () => desk.wake());
    },
    metrics: (metrics) => desk.metrics(metrics),
    async stop() {
      unsubscribe();
      await Promise.all([watch.stop(), desk.stop()]);
    },
  };
}
