/** Strategies that trade at loopback exchanges, each in a process of its own, at prices that a test sets. */
import { afterAll, expect } from "vitest";
import type { Exchange } from "../../src/trading/exchanges/index.ts";
import type { EngineOrder } from "../../src/trading/simulation/core/commands.ts";
import { algorithmTalk } from "./algorithm-talk.ts";
import { startLoopbackProcess, type LoopbackProcess } from "./binance-loopback/loopback-process.ts";
import type { BookOfNumbers } from "./binance-loopback/loopback.ts";
import type { SeenRequest } from "./binance-loopback/rest-server.ts";
import { ccxtAt } from "./ccxt-loopback.ts";
import { testDatabase } from "./database.ts";
import { limitedAccount, type Limits } from "./limited-accounts.ts";
import { ROOM, strategyTalk, type StrategyParams, type StrategyTalk } from "./strategy-talk.ts";
import { EXAMPLE_SETTINGS } from "./trading-examples.ts";
import { tradingWorld, type TradingWorld } from "./trading-world.ts";
import { PATIENCE_MS, waitUntil } from "./wait-until.ts";

/** Slices and evaluations as quick as any subscription has them. */
const QUICK: Limits = {
  ...ROOM,
  "strategies.ratelimit.orders_per_second": 100,
  "strategies.orderbook_refresh": 50,
  "strategies.sleep_interval.minimum": 0.05,
  "strategies.liquidity_check_maximum": 100,
  "strategies.qty_child.maximum": 1000,
  "strategies.qty_parent.maximum": 1000,
  "strategies.maximum.concurrent_exchange_api_key": 50,
  "exchange_api_keys.maximum_stored": 50,
};

/** Of request weight: on a quiet machine, tests ask more than the real exchange allows in a minute. */
const UNITS_PER_SECOND = 10_000;

const RICH = { USDT: "1000000", BTC: "1000" };

type Level = readonly [price: number, quantity: number];

/** An order as a loopback exchange in another process tells it: amounts in units of 1e-8, as text. */
export type SeenOrder = {
  readonly [Name in keyof EngineOrder]: EngineOrder[Name] extends bigint ? string : EngineOrder[Name];
};

export type StrategyVenue = Awaited<ReturnType<typeof strategyVenue>>;
export type Trader = Awaited<ReturnType<StrategyVenue["trader"]>>;

/**
 * @param codes exchanges that speak as Binance does: `binance`, `binanceus`
 * @param prepare is done to each exchange before the platform reads what it trades
 * @param around what the platform gets in place of each exchange
 */
export async function strategyVenue(
  codes: readonly string[] = ["binance"],
  prepare: (exchange: LoopbackProcess) => Promise<unknown> = () => Promise.resolve(),
  around: (exchange: Exchange) => Exchange = (exchange) => exchange,
) {
  const database = await testDatabase({ rooms: ["kit", "trading"] });
  const processes = new Map<string, LoopbackProcess>();
  for (const code of codes)
    processes.set(code, await startLoopbackProcess(["--weight", String(UNITS_PER_SECOND * 60)]));
  afterAll(() => Promise.all([...processes.values()].map((each) => each.kill())));
  await Promise.all([...processes.values()].map(prepare));
  const processOf = (code: string): LoopbackProcess => {
    const found = processes.get(code);
    if (!found) throw new Error(`there is no exchange ${code}`);
    return found;
  };
  /** A process of the platform: the next one continues with the stored state of the one before. */
  const open = async (): Promise<TradingWorld> => {
    const connect = ([code, { url }]: [string, LoopbackProcess]) =>
      ccxtAt(url, { code, unitsPerSecond: UNITS_PER_SECOND, timeoutMs: PATIENCE_MS });
    const exchanges = (await Promise.all([...processes].map(connect))).map(around);
    return tradingWorld({ database, exchanges, settings: { ...EXAMPLE_SETTINGS, TRIPOD_TRADING_EXCHANGES: "" } });
  };
  let world = await open();
  let accounts = 0;

  return {
    /** The platform as it runs now. */
    world: () => world,
    exchange: processOf,
    /** Ends the platform in order, and begins it again on the same database. */
    async restart(): Promise<void> {
      await world.close();
      world = await open();
    },
    /** Sets the house's levels of a book, and waits until the platform knows the rest of it. */
    async setBook(service: string, bids: readonly Level[], asks: readonly Level[]): Promise<void> {
      const [code = "", pair = ""] = service.split("-");
      const symbol = pair.toUpperCase();
      await processOf(code).tell("levels", { symbol, bids, asks });
      await waitUntil(async () => {
        const { market } = world.trading.deps;
        const listing = market.listing(service);
        const book = (await processOf(code).ask(`book?symbol=${symbol}`)) as BookOfNumbers;
        const [bidPrice, askPrice] = [book.bids[0]?.[0] ?? 0, book.asks[0]?.[0] ?? 0];
        expect(listing && market.top(listing)).toMatchObject({ state: "live", bidPrice, askPrice });
      });
    },
    /** Requests to an exchange since then, by method and path: `POST /api/v3/order`. */
    async requests(code: string, what: string): Promise<readonly SeenRequest[]> {
      const all = (await processOf(code).ask("requests")) as readonly SeenRequest[];
      return all.filter(({ method, path }) => `${method} ${path}` === what);
    },
    /** A user with room for quick strategies. */
    async trader(limits: Limits = {}) {
      const account = await limitedAccount(world, { ...QUICK, ...limits });
      const ask: typeof account.ask = (path, params) =>
        world.ask("POST", path, { key: account.key, params: params ?? {} });
      const mine = strategyTalk({ ask });
      const creator = algorithmTalk({ ...world, ask: (...of) => world.ask(...of) }, account.key);
      return {
        account,
        mine,
        creator,
        ...runsOf(mine),
        /** A key of a new account at an exchange, with its money. */
        async keyAt(code: string, balances: Readonly<Record<string, string>> = RICH) {
          const token = `strategyKey${String(++accounts).padStart(4, "0")}`;
          const secret = `secret-of-${token}`;
          await processOf(code).tell("accounts", { apiKey: token, secret, balances });
          const { id, key } = await mine.done("exchange-api-keys/add", { exchange: code, label: token, token, secret });
          expect(key.status).toBe("active");
          return {
            id: id as string,
            /** Its orders, as the exchange knows them. */
            orders: async () =>
              (await processOf(code).ask(`orders?apiKey=${token}`)) as { open: SeenOrder[]; closed: SeenOrder[] },
          };
        },
      };
    },
  };
}

/** The requests of tests about running strategies. */
export function runsOf(mine: StrategyTalk) {
  /** As its owner answers, once it does: a busy machine may be too late with it, and after a restart another takes over. */
  const debugOf = (id: string) => waitUntil(() => mine.done("strategy/data/debug", { id }));
  const summaryOf = async (id: string) => {
    const { strategies } = await mine.done("strategy/data/list", { limit: 100 });
    return strategies.find((each: { id: string }) => each.id === id);
  };
  const transactionsOf = async (id: string, more: StrategyParams = {}): Promise<Record<string, string>[]> =>
    (await mine.done("list-strategy-transactions", { main_id: id, limit: 100, ...more })).transactions;
  return {
    summaryOf,
    /** A strategy with these values, ready to start. */
    async ready(values: StrategyParams): Promise<string> {
      const id = await mine.newProfile();
      const { profile } = await mine.done("edit-profile", { id, name: "Of a test", slice_delay: 0.05, ...values });
      expect(profile.state).toBe("ready");
      return profile.strategies[0].id;
    },
    /** Where it does not come, the error has the last that the run has noted, and its orders. */
    async untilState(id: string, state: string): Promise<void> {
      let noted: unknown = [];
      await waitUntil(async () => {
        const { state: now, last_event: event } = await summaryOf(id);
        if (now === state) return;
        const { gate, why, log } = await mine.done("strategy/data/debug", { id });
        if (log.length > 0) noted = log;
        const orders = await transactionsOf(id);
        const told = [event, noted, orders.map(shownOrder)].map((each) => JSON.stringify(each));
        throw new Error(`the strategy is ${now}: ${gate}: ${why}; ${told.join("; ")}`);
      });
    },
    /** Newest first. */
    transactions: transactionsOf,
    debugOf,
    /** Waits until a running strategy has been evaluated this often once more. */
    async evaluated(id: string, times = 3): Promise<void> {
      const { loop: before } = await debugOf(id);
      await waitUntil(async () => {
        const { loop, gate, why } = await debugOf(id);
        if (loop.evaluations >= before.evaluations + times) return;
        throw new Error(`evaluated ${before.evaluations} times, and then ${loop.evaluations}: ${gate}, ${why}`);
      });
    },
  };
}

/** What an order of a strategy came to, and why. */
function shownOrder(order: Record<string, string>): string[] {
  return ["c_row", "c_amount", "c_order_filled", "c_order_success", "c_payload"].map((name) => order[name] ?? "");
}
