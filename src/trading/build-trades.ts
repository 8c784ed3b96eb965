/** Makes what keeps the books of accounts: rates, imports, results of competitions, rows of exports, and what is pushed. */
import type { Platform } from "../kit/platform.ts";
import { LeaseHolder } from "../kit/sql/hold-lease.ts";
import { AccountTurns } from "./account-turns.ts";
import { loadCaller } from "./access/index.ts";
import { listStrategyOrders, readFollowedOrders } from "./engine/index.ts";
import type { Exchange, ExchangeKeyStore } from "./exchanges/index.ts";
import type { ExportRows, ExportSource, ExportSystem } from "./exports/index.ts";
import type { CandleDeps } from "./indicators/index.ts";
import { dueBook } from "./ledger/index.ts";
import type { MarketDeps } from "./market/index.ts";
import { FOLLOWED_ORDERS, ordersText } from "./orders/followed-orders.ts";
import { FollowedFeeds, type FollowedFeedsDeps, type PrivateChannels } from "./push/index.ts";
import {
  STRATEGY_COLUMNS,
  strategyRows,
  strategyText,
  TRANSACTION_COLUMNS,
  transactionRows,
  type StrategyDeps,
} from "./strategies/index.ts";
import { refusalFor } from "./subaccounts/index.ts";
import {
  competitionScores,
  ImportDesk,
  importLease,
  importWork,
  pastRates,
  rateStore,
  SETTLE_LEASE,
  usdRates,
  type TradeDeps,
} from "./trades/index.ts";

/** An import of one key takes minutes, as settling may; the next owner waits so long for one that died. */
const LEASE_MS = 60_000;

/** Reads of what is followed at the same time: senders use the same connections to the database. */
const READS = { places: 4, placesOfAccount: 2 };

interface RowsNeeds extends Pick<StrategyDeps, "strategies">, Pick<TradeDeps, "tradeBooks"> {
  readonly newsRows: ExportSource;
}

export function buildTrades(
  { db, clock, log, node, bus }: Platform,
  exchanges: readonly Exchange[],
  { market, candles }: MarketDeps & CandleDeps,
  { exchangeKeys, strategies, tradeBooks, newsRows }: { readonly exchangeKeys: ExchangeKeyStore } & RowsNeeds,
) {
  const rates = usdRates(market, clock);
  const leases = new LeaseHolder({ db, clock, log, owner: node, ttlMs: LEASE_MS });
  const hold = (keyId: number) => leases.hold(importLease(keyId));
  const work = importWork(db, rates);
  const rowsDeps = {
    strategies,
    listStrategyOrders: (filter: Parameters<typeof listStrategyOrders>[1]) => listStrategyOrders(db, filter),
  };
  const sources: Readonly<Record<ExportSystem, ExportSource>> = {
    strategy_transactions: { columns: TRANSACTION_COLUMNS, rows: (ask) => transactionRows(rowsDeps, ask) },
    all_strategies: { columns: STRATEGY_COLUMNS, rows: (ask) => strategyRows(rowsDeps, ask) },
    news: newsRows,
  };
  const exportRows: ExportRows = {
    columns: (system) => sources[system].columns,
    rows: (system, ask) => sources[system].rows(ask),
  };
  const readOrders: FollowedFeedsDeps["read"] = async (ask) => {
    const found = await readFollowedOrders(db, { ...ask, limit: FOLLOWED_ORDERS });
    return found && ordersText(found, market);
  };
  const shownBy = { strategies, market, usdRates: rates, tradeBooks };
  const readStrategy: FollowedFeedsDeps["read"] = (ask) => strategyText(shownBy, ask);
  const turns = new AccountTurns(READS);
  const transactions = new FollowedFeeds({ read: readOrders, clock, log, bus, turns, isNamed: true });
  // A profile's id is followed too, and no hint names it.
  const runs = new FollowedFeeds({ read: readStrategy, clock, log, bus, turns, isNamed: false });
  const privateChannels: PrivateChannels = {
    async find(topic, id, caller) {
      if (topic === "transactions") return transactions.find(id, caller);
      // As strategy/data/list, which shows the same.
      const isRefused = refusalFor(caller, { auth: "user", permission: "strategies" }) !== undefined;
      return isRefused ? undefined : runs.find(id, caller);
    },
  };
  return {
    usdRates: rates,
    /** Orders of an account have changed. */
    changed(ownerUid: number, followedIds: readonly number[]) {
      transactions.tell(ownerUid, followedIds);
      // With a bus, both are notified over it.
      if (!bus) runs.tell(ownerUid, followedIds);
    },
    privateChannels,
    start() {
      for (const feeds of [transactions, runs]) feeds.start();
    },
    stop() {
      for (const feeds of [transactions, runs]) feeds.stop();
    },
    /** The dependencies of the jobs. */
    work: {
      rateStore: rateStore(db),
      dueBook: dueBook(db),
      pastRates: pastRates(market, candles),
      holdSettling: (signal: AbortSignal) => leases.hold(SETTLE_LEASE, signal),
      importDesk: new ImportDesk({ work, hold, exchanges, exchangeKeys, market, clock, log }),
      competitionScores: competitionScores(db, () => exchanges.some(({ kind }) => kind === "live")),
      exportRows,
      exportUser: (uid: number) => loadCaller(db, uid),
    },
  };
}
