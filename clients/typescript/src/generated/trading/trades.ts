// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { OrderImport, StrategyPnl } from "./schemas.ts";

export interface AccountPnlParams {
  /**
   * Trades at real exchanges, or those at simulated exchanges and on paper. Default: real ones where there are any.
   */
  money?: "real" | "simulated";
}

export interface AccountPnlResult {
  currency: "USD";
  money: "real" | "simulated";
  /** Decimal, 8 places. */
  realized: string;
  /** Decimal, 8 places. */
  unrealized: string;
  /** Decimal, 8 places. */
  fees: string;
  /** What strategies were charged, paid or due. */
  commissions: string;
  /** Decimal, 8 places. */
  net: string;
  /** Decimal, 8 places. */
  volume: string;
  trades: number;
  /** Trades that are not in the figures yet. They follow. */
  uncounted: number;
  /** Before fees, of trades that gave up something that was held. 0 to 1. */
  win_rate: number;
  /** Before fees: what was gained for each dollar that was lost; null without a loss. */
  profit_factor: number | null;
  /** The largest fall of the net result from its height, USD. */
  max_drawdown: number;
  by_day: {
    date: string;
    /** Decimal, 8 places. */
    realized: string;
    /** Decimal, 8 places. */
    net: string;
    /** Decimal, 8 places. */
    volume: string;
    trades: number;
  }[];
  by_exchange: {
    exchange: string;
    /** Decimal, 8 places. */
    realized: string;
    /** Decimal, 8 places. */
    net: string;
    /** Decimal, 8 places. */
    volume: string;
    trades: number;
  }[];
  by_strategy: {
    /** An id, as lists show it. */
    id: string;
    name: string;
    /** Decimal, 8 places. */
    realized: string;
    /** Decimal, 8 places. */
    net: string;
    /** Decimal, 8 places. */
    volume: string;
    trades: number;
  }[];
  /** What could not be valued, as its currency has no rate in US dollars at that time. */
  without_rate: {
    /** A currency; for `market` a service code. */
    currency: string;
    /**
     * `trade`: not in any figure. `fee`: the trade counts without its fee. `market`: it is not known what was traded.
     * `position`: not in `unrealized`.
     */
    what: "trade" | "fee" | "market" | "position";
    trades: number;
    amount: string | null;
  }[];
  /**
   * Keys whose trades made elsewhere are imported, or were. Both times are null before all of its markets were read
   * once.
   */
  imported: {
    /** An id, as lists show it. */
    key_id: string;
    exchange: string;
    /** Trades made elsewhere before that may be missing, and so may the cost of what was bought then. */
    complete_since: number | null;
    /** Those after that are not read yet. */
    complete_until: number | null;
  }[];
}

export interface ImportOrdersSettingsParams {
  /** Whether anything is imported. At first nothing is. */
  enabled?: boolean;
  /** How often each key is asked. At first an hour. 300 to 604800. */
  interval_seconds?: number;
  /** The exchange key that the next three are for. */
  key_id?: string;
  /** Whether this key is imported. At first every key is. */
  key_enabled?: boolean;
  /** Seconds since 1970: trades from then on. At first those of the last 90 days. 1230768000 to 8900000000. */
  since?: number;
  /** Further markets of this key. */
  codes?: string[];
}

export interface ImportOrdersSettingsResult {
  enabled: boolean;
  interval_seconds: number;
  exchanges: {
    /** An id, as lists show it. */
    key_id: string;
    exchange: string;
    enabled: boolean;
    /** Null before the first import. */
    since: number | null;
    codes: string[];
    last_order_id: string | null;
    last_run: number | null;
  }[];
  /** Columns for tax programs, as exports have them. */
  formats: string[];
}

export interface ListTopStrategyPnlParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  /**
   * Trades at real exchanges, or those at simulated exchanges and on paper. Default: real ones where there are any.
   */
  money?: "real" | "simulated";
}

export interface ListTopStrategyPnlResult {
  strategies: StrategyPnl[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
  money: "real" | "simulated";
  /** Trades that are not in the figures yet. They follow. */
  uncounted: number;
}

export interface TradesOperations {
  /**
   * Show the account's profit and loss. From every trade of the account: those of orders and strategies here, and
   * imported ones. In US dollars by the rates of the time of each trade; positions at average cost, for each strategy
   * and currency. `net` is `realized` less fees and commissions; `unrealized` is what positions would earn now.
   * `by_day` has the last 366 days with trades, `by_strategy` the 1,000 best. What could not be valued is in
   * `without_rate`, and how far trades that were made elsewhere are known in `imported`.
   */
  accountPnl(params?: AccountPnlParams, options?: CallOptions): Promise<AccountPnlResult>;
  /**
   * List imports of orders. Imports of orders from the account's exchanges, the newest 100 first. Which keys are
   * imported is set by finance/import-orders-settings. Each trade counts once, by its id.
   */
  importOrdersList(params?: Record<string, never>, options?: CallOptions): Promise<OrderImport[]>;
  /**
   * Show or change how orders are imported. Without parameters, shows the settings. Trades of orders that were placed
   * elsewhere are read from the keys that are enabled, so that statistics/account-pnl counts them. Markets are those
   * of the key's orders, those between two currencies that the account holds, and those of `codes`: an exchange tells
   * the trades of one market at a time.
   */
  importOrdersSettings(params?: ImportOrdersSettingsParams, options?: ChangeOptions): Promise<ImportOrdersSettingsResult>;
  /**
   * List strategies by profit. Strategies of the account that have traded, by their net profit or loss in US dollars,
   * the best first. The same figures as statistics/account-pnl, which also names what could not be valued.
   */
  listTopStrategyPnl: Paged<ListTopStrategyPnlParams | undefined, ListTopStrategyPnlResult, StrategyPnl>;
}
