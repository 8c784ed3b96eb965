/** What the strategies area needs of storage to run strategies, and to show what they did. */
import type { Page } from "../page.ts";
import type { FiguredOrder } from "../engine/index.ts";
import type { StrategyState } from "./core/strategy-states.ts";
import type { Doing, Settings, StoredProfile, StrategyView } from "./store.ts";

/** How a strategy is to be stopped; `force` asks no exchange for anything. */
export type RunWish = "stop" | "force" | "soft_stop";

/** What a start was worked out from. */
export interface Beginning {
  /** Of the profile whose values were checked. */
  readonly revision: number;
  /** Values of this run alone; undefined for those of its profile. */
  readonly settings?: Settings | undefined;
  readonly keyIds: readonly number[];
  /** How long the run may take, milliseconds. */
  readonly maximumMs: number;
  /** Strategies of the account that may run at the same time. */
  readonly most: number;
  /** Exchange keys that may be traded with at the same time. */
  readonly mostKeys: number;
  /** The server of the account that it is to run on; undefined for none in particular. */
  readonly serverId: number | undefined;
  /** It only trades back what is held: also for a user who is disabled. */
  readonly isClosing?: boolean;
}

/** An order that may be open at its exchange. */
export interface OpenOrder {
  readonly id: number;
  readonly clientOrderId: string;
  readonly code: string;
  /** Empty before the exchange has told it. */
  readonly exchangeOrderId: string;
}

/** A run after a request. */
export interface RunAnswer {
  readonly id: number;
  readonly runId: number | null;
  readonly state: StrategyState;
  /** Nothing happened: it was so before. */
  readonly already: boolean;
  /** Orders that may be open at exchanges. */
  readonly orders: readonly OpenOrder[];
  /** Numbers of those that a sender was allowed to send, and that have not left as far as is stored. */
  readonly held: readonly number[];
}

export interface TransactionsAsked extends Page {
  readonly strategyId: number;
  readonly removeUnfilled: boolean;
  /** A row of the algorithm; undefined for all. */
  readonly row: number | undefined;
}

/** An order of a strategy with what it was decided by. Decimals as the journal keeps them. */
export interface StoredTransaction {
  readonly id: number;
  readonly clientOrderId: string;
  readonly exchange: string;
  readonly marketId: string;
  readonly side: "buy" | "sell";
  readonly type: string;
  readonly typeOrig: string;
  readonly kind: string;
  readonly row: number;
  readonly slice: number;
  readonly attempt: number;
  readonly price: string | null;
  readonly priceEntry: string;
  readonly priceOffset: string;
  readonly spreadEntry: string | null;
  readonly amount: string;
  readonly filled: string;
  readonly cost: string;
  readonly state: FiguredOrder["state"];
  readonly lookup: FiguredOrder["lookup"];
  readonly lookups: number;
  readonly exchangeOrderId: string;
  readonly wasSeen: boolean;
  readonly why: string;
  /** JSON. */
  readonly conditions: string;
  readonly createdMs: number;
  readonly sendAtMs: number;
  readonly handedMs: number | null;
  readonly endedMs: number;
  readonly updatedMs: number;
  readonly cancelWantedMs: number;
  readonly expireAfterMs: number;
  /** US dollars that the platform and the algorithm's author charged. */
  readonly commission: string;
}

/** Orders of one row and side in the latest run of a strategy. Decimals. */
export interface RowResult {
  readonly strategyId: number;
  readonly row: number;
  readonly side: "buy" | "sell";
  readonly open: number;
  readonly slices: number;
  readonly filled: string;
  readonly cost: string;
}

export interface TotalsAsked {
  /** Undefined for all of the view. */
  readonly strategyId: number | undefined;
  readonly row: number | undefined;
  /** Strategies that count as active: the others are added up apart from them. */
  readonly activeIds: readonly number[];
}

/** Orders of all runs at one market. Decimals. */
export interface MarketTotal {
  readonly isActive: boolean;
  readonly code: string;
  readonly open: number;
  readonly successful: number;
  readonly canceled: number;
  readonly failed: number;
  readonly partial: number;
  readonly cost: string;
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
  /** Sums over orders that traded: what they cost more than at the price of the decision, and times to their end. */
  readonly slippage: string;
  readonly spreadSum: string;
  readonly spreads: number;
  readonly journeyMs: number;
  readonly journeys: number;
}

/** What changes something throws the errors of `errors.ts`, and writes its line into the trail. */
export interface StrategyRunStore {
  start(by: Doing, id: number, begin: Beginning): Promise<RunAnswer>;
  stop(by: Doing, id: number, wish: RunWish): Promise<RunAnswer>;
  /** Orders of a strategy that may be open at exchanges, as far as is stored. */
  listOpenOrders(id: number): Promise<readonly OpenOrder[]>;
  /** Ids of active strategies that the user may stop, after an id: at most 1,000, the lowest first; none at the end. */
  listStoppable(by: Doing, afterId: number): Promise<readonly number[]>;
  /** Erases what its runs have left. @throws `active` while an order of it may be open */
  hardReset(
    by: Doing,
    id: number,
  ): Promise<{ readonly profile: StoredProfile; readonly transactions: number; readonly responses: number }>;

  /** A page of the orders of a strategy, newest first, and how many there are on all pages. */
  pageTransactions(
    view: StrategyView,
    asked: TransactionsAsked,
  ): Promise<{ readonly transactions: readonly StoredTransaction[]; readonly total: number }>;
  /** What the orders of the latest runs of these strategies came to, by row and side. */
  listRowResults(view: StrategyView, ids: readonly number[]): Promise<readonly RowResult[]>;
  listMarketTotals(view: StrategyView, asked: TotalsAsked): Promise<readonly MarketTotal[]>;
  /** Asks the owner of a run what it looks like inside; undefined for a strategy without an active run. */
  askDebug(view: StrategyView, id: number, nowMs: number): Promise<number | undefined>;
  /** The answer that was given after a time; undefined before. JSON. */
  readDebug(runId: number, sinceMs: number): Promise<string | undefined>;
}
