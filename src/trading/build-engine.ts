/** Makes the engine: the senders of orders, and what requests may ask of them. */
import type { Metrics } from "../kit/metrics/metrics.ts";
import type { Platform } from "../kit/platform.ts";
import type { Queryable } from "../kit/sql/database.ts";
import type { OneTransaction } from "../kit/sql/one-transaction.ts";
import { loadTrader } from "./access/index.ts";
import { useDrivetime } from "./billing/sql/drivetime.ts";
import type { AlgorithmStore } from "./algorithms/index.ts";
import {
  addDoubtMetrics,
  BanWatch,
  haltDesk,
  HaltView,
  heldOrders,
  OrderDesk,
  OrderJudge,
  orderNews,
  RiskWatch,
  RunDesk,
  unknownOrders,
  type HaltDesk,
  type HeldOrders,
  type NewsView,
  type OrderNews,
  type OrderStore,
} from "./engine/index.ts";
import { bannedOrders } from "./engine/sql/banned-orders.ts";
import { haltViewStore } from "./engine/sql/halt-view-store.ts";
import { listHeld } from "./engine/sql/held-orders.ts";
import { orderJournal } from "./engine/sql/order-journal.ts";
import { riskStore } from "./engine/sql/risk-store.ts";
import { riskWatchStore } from "./engine/sql/risk-watch.ts";
import { runJournal } from "./engine/sql/run-journal.ts";
import { findHolder } from "./engine/sql/run-servers.ts";
import { keyViewOf, mayUseExchange, type Exchange, type ExchangeKeyStore } from "./exchanges/index.ts";
import { fractionFrom } from "../kit/ids/fraction-from.ts";
import type { CandleDeps } from "./indicators/index.ts";
import { ServerSpeedDesk, type MarketDeps } from "./market/index.ts";
import { serverQuestionStore } from "./market/sql/server-question-store.ts";
import { runNews, type RunNews } from "./strategies/index.ts";
import { journalBooks, type UsdRates } from "./trades/index.ts";

export interface EngineParts {
  readonly orderJudge: OrderJudge;
  readonly haltDesk: HaltDesk;
  readonly orderNews: OrderNews;
  /** The same within a transaction: senders learn of the request when it is committed. */
  readonly orderNewsOn: (whole: OneTransaction, orders: OrderStore) => OrderNews;
  readonly heldOrders: HeldOrders;
  readonly heldOrdersOn: (whole: OneTransaction) => HeldOrders;
  readonly runNews: RunNews;
  readonly serverSpeedDesk: ServerSpeedDesk;
  /** Begins to send, to run strategies and to answer for servers: in processes that work. */
  startWork(): void;
  metrics(metrics: Metrics): void;
  stop(): Promise<void>;
}

/** Readers of what the journal has made durable. */
export interface EngineReaders {
  readonly usdRates: UsdRates;
  /** Regions whose rented servers this process is; undefined for all. */
  readonly regions: readonly string[] | undefined;
  /** Orders of an account have changed, which are followed by these ids. Must be quick, and not throw. */
  readonly changed: (ownerUid: number, followedIds: readonly number[]) => void;
  /** The news as conditions know them. */
  readonly newsView: NewsView;
}

interface EngineStores {
  readonly exchangeKeys: ExchangeKeyStore;
  readonly orders: OrderStore;
  readonly algorithms: AlgorithmStore;
}

/** Hints that something was asked of a sender or of a run, and that orders have changed. All look for themselves too. */
const TOPIC = "trading.orders";
const RUNS_TOPIC = "trading.runs";

export function buildEngine(
  platform: Platform,
  exchanges: readonly Exchange[],
  stores: EngineStores,
  readers: EngineReaders & MarketDeps & CandleDeps,
): EngineParts {
  const { db, clock, bus } = platform;
  let unsubscribe = (): void => undefined;
  const asked = (keyIds?: readonly number[]): void => {
    if (!desk.wake(keyIds)) void bus?.publish(TOPIC, "");
  };
  const askRuns = (): void => {
    runs.wake();
    void bus?.publish(RUNS_TOPIC, "");
  };
  const noteOrders = (ids: readonly number[]): void => {
    runs.noteOrders(ids);
    void bus?.publish(RUNS_TOPIC, "");
  };
  const { desk, runs, watch, bans, orderJudge, halts } = openDesks(platform, exchanges, stores, {
    ...readers,
    asked,
    noteOrders,
  });
  const held = heldOrders((ids) => listHeld(db, ids), { clock, asked });
  const serverSpeedDesk = openSpeedDesk(platform, exchanges, runs);
  return {
    runNews: runNews(clock, askRuns),
    serverSpeedDesk,
    orderJudge,
    haltDesk: haltDesk(riskStore(db), { clock, asked }),
    orderNews: orderNews(stores.orders, clock, asked),
    orderNewsOn: (whole, within) => ({
      asked: () => whole.afterCommit(() => asked()),
      wait: (ids) => within.readOrders(ids),
    }),
    heldOrders: held,
    heldOrdersOn: (whole) => ({
      wait(ids) {
        whole.afterCommit(async () => void (await held.wait(ids)));
        return Promise.resolve(new Set());
      },
    }),
    startWork() {
      desk.start();
      watch.start();
      bans.start();
      runs.start();
      serverSpeedDesk.start();
      if (!bus) return;
      const topics = [bus.subscribe(TOPIC, () => desk.wake()), bus.subscribe(RUNS_TOPIC, () => runs.wake())];
      unsubscribe = () => {
        for (const leave of topics) leave();
      };
    },
    metrics(metrics) {
      desk.metrics(metrics);
      runs.metrics(metrics);
      addDoubtMetrics(metrics, { unknownOrders: unknownOrders(db), halts, clock });
    },
    async stop() {
      unsubscribe();
      await serverSpeedDesk.stop();
      // Runs first: what they ask of senders is still done.
      await runs.stop();
      await Promise.all([watch.stop(), bans.stop(), desk.stop()]);
    },
  };
}

/** Of the servers that runs of this process are on, and of those of other processes. */
function openSpeedDesk(
  { db, clock, log, bus }: Platform,
  exchanges: readonly Exchange[],
  runs: RunDesk,
): ServerSpeedDesk {
  const nameOf = (worker: RunDesk["worker"]): string | undefined => worker && `${worker.lease} ${worker.fence}`;
  return new ServerSpeedDesk({
    holders: {
      own: () => nameOf(runs.worker),
      find: async (serverId) => nameOf(await findHolder(db, serverId)),
    },
    connectedExchange: (code) => exchanges.find((each) => each.code === code),
    questions: serverQuestionStore(db),
    bus,
    clock,
    log,
  });
}

interface Tellers {
  /** Something was left for senders. */
  readonly asked: (keyIds?: readonly number[]) => void;
  /** Orders have changed: the owner of a run is notified as soon as that is durable. */
  readonly noteOrders: (ids: readonly number[]) => void;
}

function openDesks(
  { db, clock, log, random, node }: Platform,
  exchanges: readonly Exchange[],
  { exchangeKeys, algorithms }: EngineStores,
  {
    usdRates,
    regions,
    changed,
    newsView,
    market,
    candles,
    asked,
    noteOrders,
  }: EngineReaders & MarketDeps & CandleDeps & Tellers,
) {
  const journal = orderJournal(db, random, journalBooks(usdRates, clock));
  const orderJudge = new OrderJudge(market, clock);
  const halts = new HaltView(haltViewStore(db), node);
  const desk = new OrderDesk({
    db,
    journal: {
      ...journal,
      async write(keyId, fence, changes) {
        await journal.write(keyId, fence, changes);
        noteOrders(changes.map(({ id }) => id));
        for (const ownerUid of new Set(changes.map((each) => each.ownerUid))) {
          const own = changes.filter((each) => each.ownerUid === ownerUid);
          changed(ownerUid, [...new Set(own.flatMap((each) => each.followedIds))]);
        }
      },
    },
    exchangeKeys,
    exchanges,
    risk: { judge: orderJudge, halts, mayTrade: (uid, keyId) => mayTrade(db, exchangeKeys, uid, keyId) },
    clock,
    log,
    owner: node,
  });
  const { worth } = orderJudge;
  const watch = new RiskWatch({ db, store: riskWatchStore(db), worth, clock, log, owner: node, changed: asked });
  const runs = new RunDesk({
    db,
    runs: runJournal(db, random, useDrivetime),
    market,
    exchanges,
    exchangeKeys,
    algorithms,
    candles,
    newsView,
    halts,
    judge: orderJudge,
    regions,
    clock,
    log,
    owner: node,
    userOf: (uid, q = db) => loadTrader(q, uid),
    senders: desk,
    asked,
    random: () => fractionFrom(random),
  });
  const bans = new BanWatch({ exchanges, bannedOrders: bannedOrders(db), clock, log });
  return { desk, runs, watch, bans, orderJudge, halts };
}

/** Whether a user may still trade with a key. What a deleted sub-account has left goes on under the main account. */
async function mayTrade(
  db: Queryable,
  exchangeKeys: Pick<ExchangeKeyStore, "findKey">,
  uid: number,
  keyId: number,
): Promise<boolean> {
  const user = await loadTrader(db, uid);
  if (!user) return true;
  const key = await exchangeKeys.findKey(keyViewOf(user), keyId);
  return key !== undefined && mayUseExchange(user, key.exchange);
}
