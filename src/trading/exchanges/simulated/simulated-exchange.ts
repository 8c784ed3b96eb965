/**
 * A simulated venue as an exchange. Customers trade with the venue's made-up traders and with each other; the same token
 * is always the same account, which begins with demonstration money. Accounts are kept where there is a store; without
 * one, they are gone with the process.
 */
import { createHash } from "node:crypto";
import { parseAmount } from "../../../kit/money/amount.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { CANDLE_INTERVALS, type Venue } from "../../simulation/index.ts";
import { AccountRecord } from "../engine-account/account-record.ts";
import { EngineAccount } from "../engine-account/engine-account.ts";
import type { KeptSeats } from "../engine-account/kept-seats.ts";
import { refusal } from "../engine-account/engine-reports.ts";
import type { Line, TradingFloor } from "../engine-account/trading-floor.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { Capabilities, ExchangeAccount, ExchangeHealth, MarketSink, Watch } from "../port.ts";
import type { ExchangeCredentials } from "../store.ts";
import { MarketFeed, venueBook } from "./market-feed.ts";
import { SimulatedFaults } from "./simulated-faults.ts";
import type { LocalVenue } from "./venue-host.ts";

export interface SimulatedExchangeOptions {
  readonly clock: Clock;
  /** How often the venue goes on and its changes are sent, in milliseconds; 50 unless told. */
  readonly tickMs?: number;
  /** How long a request takes there and back, in milliseconds; 0 unless told. */
  readonly latencyMs?: number;
  readonly faults?: SimulatedFaults;
  /** Keeps the accounts. Closed with the exchange. */
  readonly seats?: KeptSeats | undefined;
  /** While it answers false, the venue stands still unless it is asked something. Always true, unless told. */
  readonly isAwake?: () => boolean;
}

const TICK_MS = 50;
/** A venue that is farther behind, after a sleep of the machine, goes to now at once. */
const MOST_BEHIND_MS = 60_000;

const CAPABILITIES: Capabilities = {
  orderTypes: ["limit", "market", "stop", "stop_limit"],
  timeInForce: ["GTC", "IOC", "FOK"],
  postOnly: true,
  amend: true,
  cancelAll: false,
  clientOrderIds: true,
  orderStream: true,
  tradeStream: true,
  candleIntervals: Object.keys(CANDLE_INTERVALS),
  maxDepth: 1000,
  accountTypes: ["spot"],
  leverage: false,
};

/** An account's initial balance of a currency of the venue; 100,000 of any other. */
const DEMONSTRATION_MONEY: Readonly<Record<string, string>> = {
  BTC: "10",
  ETH: "200",
  SOL: "3000",
  BCH: "1000",
  LTC: "5000",
  AVAX: "10000",
  USDT: "500000",
  USD: "500000",
  EUR: "500000",
};
const OTHER_MONEY = "100000";

/** Opens the exchange, and lets the venue go on with the clock until it is closed. */
export function simulatedExchange(venue: Venue, options: SimulatedExchangeOptions): LocalVenue {
  return new SimulatedExchange(venue, options);
}

/** What names the account of a key. It tells nothing about the key. */
export function accountNameOf({ token }: ExchangeCredentials): string {
  return `key-${createHash("sha256").update(token).digest("hex").slice(0, 24)}`;
}

class SimulatedExchange implements LocalVenue {
  readonly code: string;
  readonly name: string;
  readonly kind = "simulated";
  readonly has = CAPABILITIES;
  readonly #venue: Venue;
  readonly #clock: Clock;
  readonly #latencyMs: number;
  readonly #faults: SimulatedFaults;
  readonly #feed: MarketFeed;
  readonly #floor: TradingFloor;
  readonly #records = new Map<string, AccountRecord>();
  readonly #closing = new AbortController();
  readonly #unlisten: () => void;
  readonly #sinceMs: number;
  readonly #seats: KeptSeats | undefined;

  constructor(venue: Venue, options: SimulatedExchangeOptions) {
    const { clock, tickMs = TICK_MS, latencyMs = 0, faults, seats, isAwake = () => true } = options;
    this.code = venue.code;
    this.name = venue.name;
    this.#venue = venue;
    this.#clock = clock;
    this.#latencyMs = latencyMs;
    this.#faults = faults ?? new SimulatedFaults();
    this.#feed = new MarketFeed(venue, this.#faults);
    this.#sinceMs = toMillis(clock.now());
    this.#seats = seats;
    this.#floor = {
      orderTypes: CAPABILITIES.orderTypes,
      findMarket: (marketId) => venue.markets.find((market) => market.id === marketId),
      now: () => this.#goOn(),
      clockMs: () => toMillis(clock.now()),
      apply: (command) => venue.apply(command),
      matching: venue.matching,
      prepare: () => Promise.resolve(),
      giveMoney: (account) => this.#giveMoney(account),
      restore: (kept) => venue.restore(kept, this.#goOn()),
      remove: (account) => venue.remove(account),
    };
    this.#unlisten = venue.listen((events) => {
      this.#feed.heard(events);
      if (this.#records.size === 0) return;
      for (const event of events) this.#tellAccounts(event);
    });
    this.#faults.onDrop(() => {
      for (const record of this.#records.values()) record.resync();
    });
    this.#goOn();
    const tick = (): void => {
      if (!isAwake()) return;
      this.#goOn();
      this.#feed.flush();
    };
    clock.every(tickMs, tick, this.#closing.signal);
  }

  markets() {
    return this.#ask(() => this.#venue.markets);
  }

  book(marketId: string, depth: number) {
    return this.#askOf(marketId, () => venueBook(this.#venue, marketId, Math.min(depth, CAPABILITIES.maxDepth)));
  }

  trades(marketId: string, limit: number) {
    return this.#askOf(marketId, () => this.#venue.trades(marketId, limit));
  }

  candles(marketId: string, range: { readonly interval: string; readonly sinceMs: number; readonly limit: number }) {
    return this.#askOf(marketId, () => {
      const candles = this.#venue.candles(marketId, range);
      if (!candles) throw new ExchangeFailure("rejected", "unsupported", "candles of this interval are not supported");
      return candles;
    });
  }

  watch(marketIds: readonly string[], sink: MarketSink): Watch {
    return this.#feed.watch(marketIds, sink, () => this.health());
  }

  health(): ExchangeHealth {
    return { state: "ok", reason: "", sinceMs: this.#sinceMs };
  }

  async ping(): Promise<number> {
    const startedAt = this.#clock.now();
    await this.#ask(() => undefined);
    return (this.#clock.now() - startedAt) / 1000;
  }

  account(credentials: ExchangeCredentials): ExchangeAccount {
    return this.accountNamed(accountNameOf(credentials));
  }

  accountNamed(name: string): ExchangeAccount {
    let record = this.#records.get(name);
    if (!record) {
      record = new AccountRecord(name, this.#floor, this.#seats);
      this.#records.set(name, record);
    }
    return new EngineAccount(record, this.#floor, this.#line);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#seats?.close();
    this.#unlisten();
    this.#feed.close();
  }

  /** Lets the venue catch up with the clock; answers its time. */
  #goOn(): number {
    const nowMs = toMillis(this.#clock.now());
    if (nowMs - this.#venue.nowMs > MOST_BEHIND_MS) this.#venue.skip(nowMs);
    this.#venue.advance(nowMs);
    return this.#venue.nowMs;
  }

  readonly #line: Line = (request, run) => this.#ask(() => this.#faults.run(request.kind === "place", run));

  #askOf<T>(marketId: string, run: () => T): Promise<T> {
    return this.#ask(() => {
      if (!this.#floor.findMarket(marketId)) throw refusal("unknownMarket");
      return run();
    });
  }

  /** Half of the latency before, half of it after. */
  async #ask<T>(run: () => T): Promise<T> {
    if (this.#latencyMs > 0) await this.#clock.sleep(this.#latencyMs / 2);
    if (this.#closing.signal.aborted) throw new ExchangeFailure("unavailable", "network", "the exchange is closed");
    this.#goOn();
    const answer = run();
    if (this.#latencyMs > 0) await this.#clock.sleep(this.#latencyMs / 2);
    return answer;
  }

  #tellAccounts(event: Parameters<AccountRecord["heard"]>[0]): void {
    if (event.kind === "order") this.#records.get(event.order.account)?.heard(event);
    if (event.kind !== "trade") return;
    this.#records.get(event.maker.account)?.heard(event);
    this.#records.get(event.taker.account)?.heard(event);
  }

  #giveMoney(account: string): void {
    const currencies = new Set(this.#venue.markets.flatMap((market) => [market.base, market.quote]));
    for (const currency of currencies) {
      const amount = parseAmount(DEMONSTRATION_MONEY[currency] ?? OTHER_MONEY);
      if (this.#venue.matching.balances(account).has(currency)) continue;
      this.#venue.apply({ kind: "deposit", account, currency, amount });
    }
  }
}
