/**
 * The platform's needs from an exchange, in its own words. Every exchange that is connected passes the same contract
 * suite, `test/support/exchange-contract/`. Public market data are numbers: they are looked at, not booked. Booked
 * values (orders, fills, balances) are decimal text, exactly as the exchange sends them.
 */
import type { FillRange } from "./core/fill-range.ts";
import type { HistoryReach } from "./core/history-reach.ts";
import type { TradeFlowSink } from "./core/trade-flow-sink.ts";
import type { ExchangeCredentials } from "./store.ts";

/** How an exchange is connected. Every answer about a simulated exchange says so. */
export type ExchangeKind = "live" | "paper" | "simulated";

/** The capabilities of an exchange. Callers ask here, and never for the name of an exchange. */
export interface Capabilities extends HistoryReach {
  readonly orderTypes: readonly OrderType[];
  readonly timeInForce: readonly TimeInForce[];
  readonly postOnly: boolean;
  readonly amend: boolean;
  readonly cancelAll: boolean;
  /** Orders can be looked up by the id that we gave them. Without it no order is sent there. */
  readonly clientOrderIds: boolean;
  /** Fills and order changes are pushed. */
  readonly orderStream: boolean;
  /** Trades of the market are pushed. */
  readonly tradeStream: boolean;
  readonly candleIntervals: readonly string[];
  /** Levels of a book that can be asked for. */
  readonly maxDepth: number;
  readonly accountTypes: readonly AccountType[];
  readonly leverage: boolean;
}

export type Side = "buy" | "sell";
export type OrderType = "limit" | "market" | "stop" | "stop_limit";
export type TimeInForce = "GTC" | "IOC" | "FOK";
export type AccountType = "spot" | "margin" | "swap" | "future";

/**
 * A pair as one exchange trades it. Its sizes are in base units, also where the exchange counts in contracts. Contracts
 * whose size is not a fixed number of base units (inverse and quanto ones) have no `contractSize`: they are left out.
 */
export interface Market {
  /** Pair id in lower case letters and digits, as in service codes: `btcusdt`. Unique on its exchange. */
  readonly id: string;
  /** `BTC/USDT`. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly type: AccountType;
  readonly isActive: boolean;
  /** Smallest step of a price and of an amount, as decimal text: `0.01`. An amount is in base units. */
  readonly tickSize: string;
  readonly stepSize: string;
  /** Smallest amount of an order in base, and smallest value of one in quote. */
  readonly minAmount: string;
  readonly minNotional: string;
  /** Fractions: 0.001 is 0.1 %. Negative for a rebate. */
  readonly makerFee: number;
  readonly takerFee: number;
  /** Base units in one contract of a linear market; 1 on spot markets. */
  readonly contractSize: string;
  /** Traded in the last day in quote units, where the exchange tells. */
  readonly volume24h?: number;
}

/** Price, quantity, price, quantity and so on. A quantity is in base units; 0 deletes the level. */
export type FlatLevels = ArrayLike<number>;

/** A whole book. Levels best first. */
export interface BookSnapshot {
  readonly bids: FlatLevels;
  readonly asks: FlatLevels;
  /** The exchange's number of the last change in it; 0 where it has none. */
  readonly sequence: number;
  /** When it was so, by the exchange, in milliseconds; when we had it, where it does not tell. */
  readonly atMs: number;
}

export interface Trade {
  readonly id: string;
  readonly price: number;
  /** In base units. */
  readonly quantity: number;
  /** The side that took: `buy` lifted an ask. */
  readonly takerSide: Side;
  readonly atMs: number;
}

export interface Candle {
  /** Its first millisecond. */
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base units. */
  readonly volume: number;
}

/** The events of a watched market. Called synchronously, in order; must be quick and must not throw. */
export interface MarketSink extends TradeFlowSink {
  /** Replaces the book. The first word on every market, and after every loss of sequence. */
  book(marketId: string, book: BookSnapshot): void;
  /** Changes of levels since the last word. The adapter has proved that none is missing. */
  change(marketId: string, change: BookSnapshot): void;
  trade(marketId: string, trade: Trade): void;
  /** The book was in step at `atMs` (ours), though nothing changed: by a heartbeat of its connection, or a look at it. */
  proved?(marketId: string, atMs: number): void;
  /** The book of a market may not be used until its next `book`. */
  lost(marketId: string, why: LossReason): void;
  marketsChanged?(): void; // It was found to trade other markets than before: `markets` tells which.
  /** How the connection does as a whole. */
  health(health: ExchangeHealth): void;
}

export type LossReason = "disconnected" | "gap" | "checksum" | "crossed" | "silent" | "unsubscribed";

export type HealthState = "ok" | "degraded" | "maintenance" | "down";

export interface ExchangeHealth {
  readonly state: HealthState;
  /** For people, without secrets or addresses with keys. Empty when all is well. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
}

/** An exchange: its public side. */
export interface Exchange {
  /** `binance`; a simulated one has a code that no real one has. */
  readonly code: string;
  /** For people. Says `(simulated)` or `(paper)` where it is. */
  readonly name: string;
  readonly kind: ExchangeKind;
  readonly has: Capabilities;
  /** Its markets, read again. */
  markets(): Promise<readonly Market[]>;
  book(marketId: string, depth: number): Promise<BookSnapshot>;
  /** The latest trades, oldest first; at most `limit`, from 1 to 1000. */
  trades(marketId: string, limit: number): Promise<readonly Trade[]>;
  /** Oldest first; at most `limit`, from 1 to 1000. The last one may be unfinished. */
  candles(
    marketId: string,
    range: { readonly interval: string; readonly sinceMs: number; readonly limit: number },
  ): Promise<readonly Candle[]>;
  /** Follows the markets until `stop`. A market that cannot be followed is `lost`, and tried again. */
  watch(marketIds: readonly string[], sink: MarketSink): Watch;
  health(): ExchangeHealth;
  readonly clockDriftMs?: () => number; // Unexplained difference of its clock and ours; not where it compares none.
  readonly stoppedMs?: () => number; // How long it wants no requests, by its own word (429, a ban); 0 for not at all.
  readonly bannedMs?: () => number; // The same for a ban of this address alone.
  ping(): Promise<number>; // Measures one small round trip to the exchange, in milliseconds.
  /** The side of one customer. Opening it asks nothing yet. */
  account(credentials: ExchangeCredentials): ExchangeAccount;
  close(): Promise<void>; // Ends everything; nothing is called afterwards.
}

export interface Watch {
  /** Follows these and no others from now on. */
  replace(marketIds: readonly string[]): void;
  stop(): Promise<void>;
}

export interface NewOrder {
  readonly marketId: string;
  /** Ours, unique for ever: 1 to 32 letters and digits. The id that makes an order findable after a time-out. */
  readonly clientOrderId: string;
  readonly side: Side;
  readonly type: OrderType;
  /** Base units, as decimal text. A market order of either side is in base units too. */
  readonly amount: string;
  /** For `limit` and `stop_limit`. */
  readonly price?: string;
  /** For `stop` and `stop_limit`: a buy fires at or above it, a sell at or below. */
  readonly stopPrice?: string;
  /** Default GTC. */
  readonly timeInForce?: TimeInForce;
  /** Refused instead of taking. Only for limit orders. */
  readonly postOnly?: boolean;
  /** Default spot. */
  readonly accountType?: AccountType;
  readonly reduceOnly?: boolean;
}

/**
 * Until when, and whether, an order may leave this process. Both are asked after every wait for a turn, the rate budget
 * and a connection, in the turn of the event loop that writes the order to the socket.
 */
export interface SendTerms {
  /**
   * The last moment, in milliseconds since 1970 by our clock. Where the exchange takes an expiry, it gets this one, and
   * refuses an order that arrives later. It may become later while the order waits, so it is read each time it is needed.
   */
  readonly notAfterMs?: number;
  /** Must be quick. An order for which it answers false, or throws, is not sent. */
  readonly mayStillSend?: () => boolean;
  /** Called, once or more, in the turn that writes the order. One that is `withheld` without it was not sent. */
  readonly onWrite?: () => void;
}

export type OrderState = "open" | "filled" | "canceled" | "rejected" | "expired";

/** An order as the exchange knows it. Amounts and prices as decimal text. */
export interface OrderReport {
  readonly marketId: string;
  readonly exchangeOrderId: string;
  /** Empty for an order that was not ours. */
  readonly clientOrderId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly state: OrderState;
  readonly price: string;
  readonly amount: string;
  readonly filled: string;
  /** Quote units that the filled part cost or brought. */
  readonly cost: string;
  /** The cost of the filled part, where the exchange reports it. */
  readonly fees: readonly Fee[];
  readonly createdMs: number;
  readonly updatedMs: number | undefined; // By the exchange's clock, never by ours; undefined where it does not tell.
}

export interface Fee {
  readonly currency: string;
  /** Negative for a rebate. */
  readonly amount: string;
}

export interface Fill {
  readonly id: string;
  readonly exchangeOrderId: string;
  /** Empty where the exchange does not tell, or the order was not ours. */
  readonly clientOrderId: string;
  readonly marketId: string;
  readonly side: Side;
  readonly price: string;
  readonly amount: string;
  readonly fee: Fee | undefined;
  readonly isMaker: boolean;
  readonly atMs: number;
}

export interface Balance {
  readonly currency: string;
  readonly free: string;
  readonly used: string;
}

/** The permissions of a key at its exchange; undefined where the exchange does not report them. */
export interface KeyPermissions {
  readonly read: boolean;
  readonly trade: boolean | undefined;
  readonly withdraw: boolean | undefined;
  readonly ipRestricted: boolean | undefined;
}

/** The events of watched orders. */
export interface OrderSink {
  order(report: OrderReport): void;
  fill(fill: Fill): void;
  /** Something may have been missed: look up what is open. Also the first word. */
  resynced(): void;
}

/** An exchange's side of one customer. Every method may fail with an `ExchangeFailure`, and with nothing else. */
export interface ExchangeAccount {
  /**
   * Sends an order, once. Never retries. A failure of kind `unknown` means that the order may exist: look it up by its
   * client order id. One of kind `withheld` proves that nothing was sent, by the caller's own terms.
   */
  place(order: NewOrder, terms?: SendTerms): Promise<OrderReport>;
  /** Cancels. An order that is already final is reported as it is; that is not a failure. */
  cancel(order: OrderRef): Promise<OrderReport>;
  /** Changes price or amount where `has.amend`. The order keeps its client order id. */
  amend(order: OrderRef, change: { readonly price?: string; readonly amount?: string }): Promise<OrderReport>;
  /** An order of whatever state by our id, or by the exchange's where ours is empty; undefined when it is sure that it has none. */
  find(order: OrderRef): Promise<OrderReport | undefined>;
  /** All that are open, ours or not. Where more are open than can be listed, it fails with `IncompleteOrders`. */
  openOrders(marketId?: string): Promise<readonly OrderReport[]>;
  /** Final ones, newest first; at most `limit`, from 1 to 500. */
  closedOrders(
    marketId: string,
    range: { readonly sinceMs?: number; readonly limit: number },
  ): Promise<readonly OrderReport[]>;
  /** Oldest first. */
  fills(marketId: string, range: FillRange): Promise<readonly Fill[]>;
  balances(accountType?: AccountType): Promise<readonly Balance[]>;
  setLeverage(marketId: string, leverage: number): Promise<void>;
  permissions(): Promise<KeyPermissions>;
  watch(sink: OrderSink): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

export interface OrderRef {
  readonly marketId: string;
  readonly clientOrderId: string; // Empty where only the exchange's id is known.
  /** Where it is known; some exchanges find an order faster by it. */
  readonly exchangeOrderId?: string;
}
