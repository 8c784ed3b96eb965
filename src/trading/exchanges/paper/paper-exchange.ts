/**
 * A live exchange with paper orders: its market data, but orders are filled against its books by us and never leave the
 * process. The same token is always the same account, which begins with demonstration money. Accounts are kept where
 * there is a store; without one, they are gone with the process.
 */
import { createHash } from "node:crypto";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import type { EngineEvent } from "../../simulation/index.ts";
import { AccountRecord } from "../engine-account/account-record.ts";
import { EngineAccount } from "../engine-account/engine-account.ts";
import type { KeptSeats } from "../engine-account/kept-seats.ts";
import type { Line } from "../engine-account/trading-floor.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { Capabilities, Exchange, ExchangeAccount, Market, MarketSink, Trade, Watch } from "../port.ts";
import type { ExchangeCredentials } from "../store.ts";
import { LiveBooks } from "./live-books.ts";
import { PAPER_ORDER_TYPES, PaperFloor } from "./paper-floor.ts";

export interface PaperExchangeOptions {
  readonly clock: Clock;
  /**
   * Every account's initial balances, as decimal text by currency; 10 BTC, 200 ETH and 500,000 of dollars and euros
   * unless set.
   */
  readonly money?: Readonly<Record<string, string>>;
  /** Keeps the accounts. Closed with the exchange. */
  readonly seats?: KeptSeats | undefined;
}

/** No account places orders faster. */
const IDS_A_MILLISECOND = 1_000;

/** A market that is not known may have been listed since they were asked for so long ago. */
const RELISTED_MS = 10 * MINUTE_MS;

const DEMONSTRATION_MONEY: Readonly<Record<string, string>> = {
  BTC: "10",
  ETH: "200",
  USDT: "500000",
  USDC: "500000",
  USD: "500000",
  EUR: "500000",
};

/** The numbers that the engine can compute with. */
const DECIMAL = /^\d{1,20}(?:\.\d{1,8})?$/;

/** A paper exchange over a live one. To close it leaves the live one open, which others may use. */
export function paperExchange(live: Exchange, options: PaperExchangeOptions): Exchange {
  return new PaperExchange(live, options);
}

class PaperExchange implements Exchange {
  readonly code: string;
  readonly name: string;
  readonly kind = "paper";
  readonly has: Capabilities;
  readonly #live: Exchange;
  readonly #clock: Clock;
  readonly #money: Readonly<Record<string, string>>;
  readonly #books: LiveBooks;
  readonly #accounts = new Map<string, { readonly record: AccountRecord; readonly floor: PaperFloor }>();
  readonly #watches = new Set<Watch>();
  readonly #idsAbove: number;
  readonly #seats: KeptSeats | undefined;
  /** The accounts with open orders, by market, as of the last request. */
  readonly #following = new Map<string, PaperFloor[]>();
  #markets: ReadonlyMap<string, Market> | undefined;
  /** When they were last asked for, by our clock. */
  #askedMs = 0;
  #isClosed = false;

  constructor(live: Exchange, { clock, money = DEMONSTRATION_MONEY, seats }: PaperExchangeOptions) {
    this.code = `${live.code}_paper`;
    this.name = `${live.name} (paper)`;
    this.has = {
      ...live.has,
      // Its orders and trades are kept here, however old.
      endedOrdersMs: undefined,
      fillsMs: undefined,
      orderTypes: PAPER_ORDER_TYPES,
      timeInForce: ["GTC", "IOC", "FOK"],
      postOnly: true,
      amend: true,
      cancelAll: false,
      clientOrderIds: true,
      orderStream: true,
      accountTypes: ["spot"],
      leverage: false,
    };
    this.#live = live;
    this.#clock = clock;
    this.#money = money;
    this.#seats = seats;
    this.#idsAbove = Math.floor(toMillis(clock.now())) * IDS_A_MILLISECOND;
    this.#books = new LiveBooks(live, {
      book: (marketId) => this.#happened(marketId, (floor) => floor.cross(marketId)),
      trade: (marketId, trade) => this.#traded(marketId, trade),
    });
  }

  async markets(): Promise<readonly Market[]> {
    this.#mustBeOpen();
    this.#askedMs = toMillis(this.#clock.now());
    const markets = await this.#live.markets();
    // One that is listed no more may have open orders: they can still be cancelled.
    const tradable = markets.filter(isTradable).map((market) => [market.id, market] as const);
    this.#markets = new Map([...(this.#markets ?? []), ...tradable]);
    return markets;
  }

  async book(marketId: string, depth: number) {
    this.#mustBeOpen();
    return this.#live.book(marketId, depth);
  }

  async trades(marketId: string, limit: number) {
    this.#mustBeOpen();
    return this.#live.trades(marketId, limit);
  }

  async candles(
    marketId: string,
    range: { readonly interval: string; readonly sinceMs: number; readonly limit: number },
  ) {
    this.#mustBeOpen();
    return this.#live.candles(marketId, range);
  }

  watch(marketIds: readonly string[], sink: MarketSink): Watch {
    this.#mustBeOpen();
    const watch = this.#live.watch(marketIds, sink);
    this.#watches.add(watch);
    return {
      replace: (ids) => watch.replace(ids),
      stop: () => {
        this.#watches.delete(watch);
        return watch.stop();
      },
    };
  }

  health() {
    return this.#live.health();
  }

  async ping() {
    this.#mustBeOpen();
    return this.#live.ping();
  }

  account({ token }: ExchangeCredentials): ExchangeAccount {
    const name = `paper-${createHash("sha256").update(token).digest("hex").slice(0, 24)}`;
    let account = this.#accounts.get(name);
    if (!account) {
      const around = {
        idsAbove: this.#idsAbove,
        money: this.#money,
        books: this.#books,
        findMarket: (marketId: string) => this.#markets?.get(marketId),
        prepare: async () => {
          await this.#learn(undefined);
        },
        now: () => toMillis(this.#clock.now()),
        heard: (events: readonly EngineEvent[]) => {
          for (const event of events) record.heard(event);
        },
      };
      const floor = new PaperFloor(name, around);
      const record = new AccountRecord(name, floor, this.#seats);
      account = { record, floor };
      this.#accounts.set(name, account);
    }
    return new EngineAccount(account.record, account.floor, this.#line);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#seats?.close();
    await this.#books.close();
    for (const watch of this.#watches) await watch.stop();
    this.#watches.clear();
  }

  readonly #line: Line = async (request, run) => {
    this.#mustBeOpen();
    const { kind, marketId } = request;
    await this.#learn(marketId);
    if (kind !== "other" && marketId !== undefined && this.#markets?.has(marketId) === true) {
      await this.#books.prepare(marketId);
    }
    this.#mustBeOpen();
    const answer = run();
    this.#followOpen();
    return answer;
  };

  /** Asks for the markets before the first request, and where one is named that was listed since. */
  async #learn(marketId: string | undefined): Promise<void> {
    if (!this.#markets) await this.markets();
    const isKnown = marketId === undefined || this.#markets?.has(marketId) === true;
    if (isKnown || toMillis(this.#clock.now()) - this.#askedMs < RELISTED_MS) return;
    // The request itself says that the market is not known.
    await this.markets().catch(() => undefined);
  }

  #traded(marketId: string, trade: Trade): void {
    this.#happened(marketId, (floor) => floor.through(marketId, trade));
  }

  #happened(marketId: string, tell: (floor: PaperFloor) => void): void {
    if (this.#isClosed) return;
    for (const floor of this.#following.get(marketId) ?? []) tell(floor);
  }

  /** Watches the markets in which something is open. */
  #followOpen(): void {
    this.#following.clear();
    for (const { floor } of this.#accounts.values()) {
      for (const id of floor.openMarkets()) this.#following.set(id, [...(this.#following.get(id) ?? []), floor]);
    }
    this.#books.watch(new Set(this.#following.keys()));
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw new ExchangeFailure("unavailable", "network", "the exchange is closed");
  }
}

/** Spot markets with steps that the engine can hold. */
function isTradable(market: Market): boolean {
  const { tickSize, stepSize, minAmount, minNotional } = market;
  return (
    market.type === "spot" &&
    [tickSize, stepSize, minAmount, minNotional].every((text) => DECIMAL.test(text)) &&
    Number(tickSize) > 0 &&
    Number(stepSize) > 0
  );
}
