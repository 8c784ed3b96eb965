/** A database and an exchange that end their process at one await of the journal or the sender. */
import type { Database, Queryable, Statement, Transaction } from "../../../src/kit/sql/database.ts";
import type { Exchange, ExchangeAccount } from "../../../src/trading/exchanges/port.ts";

export interface Crash {
  readonly db: Database;
  readonly exchange: Exchange;
  /** The points that were passed, in order. */
  readonly passed: readonly string[];
  /** From now on nothing that was begun goes on. */
  kill(): void;
}

/** Read all the time, and by the clock: no points of their own. */
const RESTLESS =
  /senderKeysWith|renew_lease|senderCommands$|readRiskEpoch|ownerClaimRuns|ownerTakeRunCommands|listChangedRunOrders|ownerSaveKeyBalances$/;

/**
 * @param at ends at this point, from 1; 0 for never
 * @param die never resolves
 * @param sent called with each order that is handed to the exchange
 */
export function crashing(
  db: Database,
  exchange: Exchange,
  { at, die, sent }: { at: number; die: () => Promise<never>; sent: (clientOrderId: string) => void },
): Crash {
  const passed: string[] = [];
  let dead: Promise<never> | undefined;
  const point = async (name: string): Promise<void> => {
    if (dead) await dead;
    passed.push(name);
    if (passed.length !== at) return;
    dead = die();
    await dead;
  };

  const around = async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    await point(`before ${name}`);
    const result = await run();
    await point(`after ${name}`);
    return result;
  };
  const watched = (of: Queryable): Queryable => {
    const run = <Result>({ name }: Statement, work: () => Promise<Result>): Promise<Result> =>
      RESTLESS.test(name) ? (dead ?? work()) : around(name, work);
    return {
      query: <Row extends object>(statement: Statement) => run(statement, () => of.query<Row>(statement)),
      execute: (statement) => run(statement, () => of.execute(statement)),
    };
  };
  const within =
    (open: Database["transaction"]) =>
    <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
      around("transaction", () => open((tx) => work({ ...watched(tx), inTransaction: true })));

  return {
    passed,
    kill() {
      dead ??= new Promise<never>(() => undefined);
    },
    db: {
      ...watched(db),
      transaction: within((work) => db.transaction(work)),
      snapshot: within((work) => db.snapshot(work)),
      stream: (statement, size) => db.stream(statement, size),
      close: () => db.close(),
    },
    exchange: Object.assign(Object.create(exchange) as Exchange, {
      account: (credentials: Parameters<Exchange["account"]>[0]) => accountWith(exchange.account(credentials)),
    }),
  };

  function accountWith(account: ExchangeAccount): ExchangeAccount {
    return {
      place: (order, terms) => {
        let isSent = false;
        const mayStillSend = (): boolean => {
          if (dead || terms?.mayStillSend?.() === false) return false;
          // Asked more than once on the way to one socket.
          if (!isSent) sent(order.clientOrderId);
          isSent = true;
          return true;
        };
        return around("place", () => account.place(order, { ...terms, mayStillSend }));
      },
      cancel: (order) => around("cancel", () => account.cancel(order)),
      amend: (order, change) => account.amend(order, change),
      find: (order) => around("find", () => account.find(order)),
      openOrders: (marketId) => around("openOrders", () => account.openOrders(marketId)),
      closedOrders: (marketId, range) => around("closedOrders", () => account.closedOrders(marketId, range)),
      fills: (marketId, range) => around("fills", () => account.fills(marketId, range)),
      balances: (type) => around("balances", () => account.balances(type)),
      setLeverage: (marketId, leverage) => account.setLeverage(marketId, leverage),
      permissions: () => account.permissions(),
      watch: (sink) => {
        const alive =
          <Value>(tell: (value: Value) => void) =>
          (value: Value): void => {
            if (!dead) tell(value);
          };
        return account.watch({
          order: alive((report) => sink.order(report)),
          fill: alive((fill) => sink.fill(fill)),
          resynced: () => {
            if (!dead) sink.resynced();
          },
        });
      },
      close: () => account.close(),
    };
  }
}
