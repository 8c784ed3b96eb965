/** Where an account's trades and results are kept, and what they are worth in US dollars. Money as decimal text. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";

/** A currency, where and when it was traded. */
export interface RateAsk {
  readonly currency: string;
  readonly exchange: string;
  /** False at simulated exchanges and on paper. */
  readonly isReal: boolean;
  readonly atMs: number;
}

export interface UsdRates {
  /** US dollars for one unit, at this moment; undefined where no market tells. */
  now(currency: string, place: Omit<RateAsk, "currency" | "atMs">): string | undefined;
  /** The same at the time of a trade, as far as it is known without asking anybody. */
  at(ask: RateAsk): string | undefined;
}

/** A trade as it is put into the books. Prices and amounts as decimals, in the order of the table's columns. */
export interface NewTrade {
  readonly owner_uid: number;
  readonly uid: number;
  readonly key_id: number;
  readonly exchange: string;
  readonly is_real: boolean;
  readonly market_id: string;
  readonly trade_id: string;
  readonly exchange_order_id: string;
  readonly order_id: number | null;
  readonly strategy_id: number;
  readonly side: "buy" | "sell";
  readonly base: string;
  readonly quote: string;
  readonly price: string;
  readonly amount: string;
  readonly fee_currency: string | null;
  readonly fee_amount: string | null;
  readonly is_maker: boolean;
  readonly at_ms: number;
}

/** A trade of which a rate is not known, with what is known of its market by now. */
export interface UnratedTrade {
  readonly id: number;
  readonly exchange: string;
  readonly isReal: boolean;
  readonly side: "buy" | "sell";
  /** Empty while the market is not known. */
  readonly base: string;
  readonly quote: string;
  readonly price: string;
  readonly amount: string;
  readonly feeCurrency: string | null;
  /** Units of 1e-18. */
  readonly feeAmount: bigint;
  readonly atMs: number;
  readonly tries: number;
}

/** One account's trades with real money, or those with made-up money. */
export interface TradeView {
  readonly ownerUid: number;
  readonly isReal: boolean;
}

/** The results of trades. Decimals of US dollars. */
export interface TradeSums {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly gained: string;
  readonly lost: string;
  readonly realized: string;
  readonly fees: string;
  readonly volume: string;
}

export interface DaySums extends TradeSums {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly commissions: string;
}

export interface ExchangeSums extends TradeSums {
  readonly exchange: string;
  readonly commissions: string;
}

export interface StrategySums extends TradeSums {
  readonly strategyId: number;
  /** Undefined for a strategy that is gone. */
  readonly name: string | undefined;
  readonly algorithmId: number | null;
  readonly commissions: string;
  readonly mostCost: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly isActive: boolean;
}

/** What is held of a currency that was traded last in a market. */
export interface HeldSum {
  readonly base: string;
  /** Base units; below 0 for what is owed. */
  readonly amount: string;
  readonly cost: string;
  /** Where it was traded last. */
  readonly code: string;
  readonly quote: string;
}

export interface HeldPosition extends HeldSum {
  readonly strategyId: number;
  readonly isReal: boolean;
}

/** Why trades of a strategy are not in its positions: they are counted later, or their currency has no rate in US dollars. */
export type Incomplete = "uncounted" | "no_rate";

/** What a strategy of a profile has traded of one currency; the amount is 0 where nothing is left. */
export interface ProfilePosition extends HeldPosition {
  readonly profileId: number;
  /** US dollars, before fees. */
  readonly realized: string;
}

/** Trades, or fees of trades, that could not be valued. */
export interface Unvalued {
  readonly currency: string;
  readonly what: "trade" | "fee" | "market";
  readonly trades: number;
  /** Units of the currency; null for a market that is not known. */
  readonly amount: string | null;
}

export interface TradeBooks {
  /** Whether the account has traded with real money, and with made-up money. */
  kindsOf(ownerUid: number): Promise<{ readonly real: boolean; readonly simulated: boolean }>;
  /** Counts trades that are not counted yet; answers how many are left. */
  countTrades(view: TradeView, limit: number): Promise<number>;
  sums(view: TradeView): Promise<TradeSums>;
  /** The charges for trades and orders, paid or due. */
  commissions(view: TradeView): Promise<string>;
  /** The last days on which something was traded, oldest first; at most `limit`. */
  byDay(view: TradeView, limit: number): Promise<readonly DaySums[]>;
  byExchange(view: TradeView): Promise<readonly ExchangeSums[]>;
  /** The best by realized result less fees and charges first. */
  byStrategy(view: TradeView, page: Page): Promise<readonly StrategySums[]>;
  countStrategies(view: TradeView): Promise<number>;
  /** All open positions, long or short, by market. */
  held(view: TradeView): Promise<readonly HeldSum[]>;
  /** The open positions of strategies of the account, in real and in made-up money. */
  strategyPositions(ownerUid: number, strategyIds: readonly number[]): Promise<readonly HeldPosition[]>;
  /** Of these strategies, those whose positions lack trades. */
  incomplete(ownerUid: number, strategyIds: readonly number[]): Promise<ReadonlyMap<number, Incomplete>>;
  unvalued(view: TradeView): Promise<readonly Unvalued[]>;
  /** Positions of the strategies of profiles of the account, with real money and with made-up money. */
  profilePositions(ownerUid: number, profileIds: readonly number[]): Promise<readonly ProfilePosition[]>;
  /** Trades of these strategies that could not be valued, by profile. */
  profileUnvalued(ownerUid: number, profileIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/** Whether and how trades of orders that were placed elsewhere are imported. */
export interface ImportSettings {
  readonly isEnabled: boolean;
  readonly intervalSeconds: number;
}

export interface ImportKey {
  readonly keyId: number;
  readonly exchange: string;
  readonly isEnabled: boolean;
  readonly sinceMs: number | null;
  readonly codes: readonly string[];
  readonly lastOrderId: string | null;
  readonly lastRunMs: number | null;
}

export interface ImportChange {
  readonly ownerUid: number;
  readonly uid: number;
  readonly at: Instant;
  readonly isEnabled?: boolean | undefined;
  readonly intervalSeconds?: number | undefined;
  readonly key?:
    | {
        readonly id: number;
        readonly isEnabled?: boolean | undefined;
        readonly sinceMs?: number | undefined;
        readonly codes?: readonly string[] | undefined;
      }
    | undefined;
}

/** One look at a key. */
export interface ImportRun {
  readonly id: number;
  readonly keyId: number;
  readonly exchange: string;
  readonly state: "running" | "completed" | "failed";
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly completeMs: number | null;
  readonly imported: number;
  readonly skipped: number;
  readonly errors: readonly string[];
  readonly createdAt: Instant;
}

/** Between which times the trades of a key that were made elsewhere are known. */
export interface ImportReach {
  readonly keyId: number;
  readonly exchange: string;
  /** Both null before an import has read all markets of the key to their end. */
  readonly completeMs: number | null;
  readonly untilAt: Instant | null;
}

export interface ImportStore {
  readSettings(ownerUid: number): Promise<ImportSettings>;
  /** All keys of the account. */
  listKeys(ownerUid: number): Promise<readonly ImportKey[]>;
  /** False when the named key is not one of the account. */
  changeSettings(change: ImportChange): Promise<boolean>;
  /** Newest first. */
  listImports(ownerUid: number, limit: number): Promise<readonly ImportRun[]>;
  /** Of every key with an import, also where it was the last. By the last import that was whole. */
  listReaches(ownerUid: number): Promise<readonly ImportReach[]>;
}
