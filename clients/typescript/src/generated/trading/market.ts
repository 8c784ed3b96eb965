// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { ExchangeAnnouncement, Gap, Latency, MatchedPair, Opportunity, ServerSpeed, Spread, SpreadCandle, Symbol, TopOfBook } from "./schemas.ts";

export interface ComputeIndicatorsParams {
  exchange: string;
  /** BASE/QUOTE, or as backtesting/availability shows it. */
  symbol: string;
  /** Default: "spot". */
  type?: string;
  interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h";
  /** Seconds since 1970. 0 to 253402300799. */
  timefrom: number;
  /** Seconds since 1970. 0 to 253402300799. */
  timeto: number;
  /** Only these, with parameters where they are not the usual ones: `rsi`, `macd(5,35,5)`. */
  indicators?: string[];
}

export interface ComputeIndicatorsResult {
  status: boolean;
  /** The market for people; says whether it is simulated. */
  label: string;
  /** Milliseconds since 1970. */
  from: number;
  /** Milliseconds since 1970. */
  to: number;
  code: string;
  interval: string;
  count: number;
  /** Oldest first: first millisecond, open, high, low, close, volume. */
  candles: number[][];
  /** Times that are missing, oldest first. Where there is neither a gap nor a candle, nothing was traded. */
  gaps: Gap[];
  /** By name: a value for each candle, or that for each line of the indicator. */
  indicators: Record<string, (number | null)[] | Record<string, (number | null)[]>>;
  patterns: {
    /** First millisecond of the candle that completes it. */
    time: number;
    name: string;
    direction: "bullish" | "bearish";
  }[];
}

export interface EmbedChartParams {
  /** A market: exchange code, hyphen, pair id. */
  symbol: string;
}

export interface EmbedChartResult {
  symbol: string;
  tradingview_symbol: string;
  /** HTML. */
  script: string;
  /** The element that is drawn into; it is made where it is not there. */
  container_id: string;
}

export interface FetchOrderbookHistoryParams {
  exchange: string;
  /** BASE/QUOTE, or as backtesting/availability shows it. */
  symbol: string;
  /** Default: "spot". */
  type?: string;
  /** Seconds since 1970. 0 to 253402300799. */
  timefrom: number;
  /** Seconds since 1970. 0 to 253402300799. */
  timeto: number;
}

export interface FetchOrderbookHistoryResult {
  status: boolean;
  /** The market for people; says whether it is simulated. */
  label: string;
  /** Milliseconds since 1970. */
  from: number;
  /** Milliseconds since 1970. */
  to: number;
  seconds: number;
  code: string;
  count: number;
  orderbook: number[][];
  /** Times that are missing, oldest first. Where there is neither a gap nor a candle, nothing was traded. */
  gaps: Gap[];
}

export interface FetchSpreadDataParams {
  /** Two service codes joined by +: the first asks, the second bids. */
  combination: string;
  /** Only the newest minute, of today. */
  latestonly?: boolean;
  /** YYYY-MM-DD; today without it. */
  date?: string;
}

export interface FetchSpreadDataResult {
  data: {
    price: SpreadCandle;
    ratio: SpreadCandle;
  }[];
  /** Times that are missing, oldest first. Where there is neither a gap nor a candle, nothing was traded. */
  gaps: Gap[];
}

export interface FetchSymbolPriceParams {
  /** Up to ten service codes, separated by commas. */
  code: string;
}

export type FetchSymbolPriceResult = {
  notes: string;
} & Record<string, TopOfBook | string>;

export interface FetchSymbolTradesParams {
  /** A market: exchange code, hyphen, pair id. */
  symbol?: string;
  /** Default: "both". */
  side?: "both" | "asks" | "bids";
}

export type IndexExchangesResult = {
  code: string;
  name: string;
  /** A to D, as public/exchange-information tells. */
  rating: string;
  symbols: number;
  status: string;
  /** Milliseconds since 1970. */
  last_checked: number;
  announcements_monitored: boolean;
}[];

export interface IndexSymbolsParams {
  /** Its code. */
  exchange: string;
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface IndexSymbolsResult {
  symbols: {
    /** Pair id in lower case. */
    id: string;
    /** BASE/QUOTE. */
    symbol: string;
    quote: string;
    base: string;
    /** Smallest amount of an order. */
    min: number;
    /** Places of prices. */
    pp: number;
    /** Places of amounts; -1 for steps of ten. */
    pa: number;
    /** Smallest step of a price, decimal. */
    tick_size: string;
    /** Smallest step of an amount, decimal. */
    step_size: string;
    /** Smallest value of an order in the quote currency, decimal. */
    min_notional: string;
    /** Fraction of the value; 0.001 is 0.1 %. */
    maker_fee: number;
    /** Fraction of the value; 0.001 is 0.1 %. */
    taker_fee: number;
    code: string;
    exchange: string;
    status: "trading" | "suspended" | "delisted";
    /** Seconds since 1970. */
    first_seen: number;
    /** Seconds since 1970. */
    last_seen: number;
  }[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export type ListAvailabilityResult = {
  exchange: string;
  symbol: string;
  code: string;
  type: string;
  interval: string;
  tick_data: boolean;
  /** Seconds since 1970. */
  start: number;
  /** Seconds since 1970. */
  end: number;
}[];

export interface ListBestSpreadsResult {
  /** Milliseconds since 1970. */
  last_updated: number;
  spreads: Spread[];
}

export interface ListBitcoinProfitsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListBitcoinProfitsResult {
  opportunities: Opportunity[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export type ListExchangeInformationResult = {
  /** Its name. */
  exchange: string;
  code: string;
  /** `running`, or what is wrong; says where an exchange is simulated. */
  status: string;
  rating: string;
  uptime_percent: number;
  /** Median round trip. */
  latency_ms: number | null;
}[];

export type MarketListExchangesResult = {
  code: string;
  name: string;
}[];

export interface ListRatesResult {
  base: string;
  /** `simulated` where only simulated exchanges are connected: then prices are made up. */
  source: "market" | "simulated";
  /** Seconds since 1970. */
  last_updated: number;
  rates: Record<string, string>;
}

export interface ListRelevantNewsParams {
  /** A market: exchange code, hyphen, pair id. */
  symbol: string;
  /** Seconds since 1970: the articles of the 3 days before. Default: now. 0 to 253402300799. */
  to?: number;
}

export interface ListRelevantNewsResult {
  symbol: string;
  news: {
    id: string;
    title: string;
    brief: string;
    source: string;
    url: string;
    keywords: string;
    score: number;
    time_published: number;
    /** Empty where the title has none that is clear. */
    tone: {
      tone_id: string;
      tone_name: string;
      score: number;
    }[];
    impact: {
      /** `completed`; `Still processing.` while some are to come; or `subscription required`: then there are none. */
      status: string;
      data: {
        /** After the article. */
        seconds: number;
        /** `compiled`, or `no recorded price`: then the values are empty. */
        status: string;
        pair: string;
        before: string;
        after: string;
        difference: string;
        /** Median move of the pair in as much time, in this hour of the last seven days; null where unknown. */
        usual: string | null;
        /** The difference as a multiple of what is usual. */
        z: number | null;
      }[];
    };
  }[];
}

export interface ListSpreadsParams {
  /** Part of a combination. */
  spread_includes?: string;
  /** 1 to 1000. Default: 100. */
  limit?: number;
  /** 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListSpreadsResult {
  combinations: string[];
  page: number;
  showing: number;
  total: number;
}

export interface ListSymbolsParams {
  /** Only of this exchange. */
  exchange?: string;
}

export type ListUniqueSymbolsResult = {
  /** Pair id. */
  id: string;
  /** BASE/QUOTE. */
  symbol: string;
  base: string;
  quote: string;
  /** Codes of exchanges. */
  exchanges: string[];
  /** How many they are. */
  count: number;
}[];

export interface MatchPairParams {
  /** Up to ten pair ids, separated by commas. */
  code: string;
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface MeasureServerSpeedParams {
  server_id: string;
  exchange1: string;
  exchange2: string;
}

export interface MeasureServerSpeedResult {
  server_id: string;
  exchange1: Latency;
  exchange2: Latency;
  combined_ms: number | null;
  /** Milliseconds since 1970. */
  tested_at: number;
  previous: ServerSpeed[];
}

export interface ShowBitcoinInformationResult {
  /** `simulated` where only simulated exchanges are connected: then prices are made up. */
  source: "market" | "simulated";
  market_price_usd: number | null;
  market_cap_usd: number | null;
  total_bitcoins: number | null;
  difficulty: number | null;
  hash_rate: number | null;
  miners_revenue_usd: number | null;
  cost_per_transaction_usd: number | null;
  transaction_fees_btc: number | null;
  trade_volume_usd: number | null;
  charts: {
    difficulty: number[][];
  };
  /** Seconds since 1970. */
  last_updated: number;
}

export interface ShowExchangeHealthResult {
  /** Seconds since 1970. */
  last_issue: number;
  /** Seconds since 1970. */
  time_now: number;
}

export interface ShowInformationResult {
  /** Milliseconds since 1970. */
  time: number;
  supported: {
    exchanges: string[];
    symbols: string[];
  };
}

export type MarketShowStatusResult = {
  name: string;
  status: string;
  /** Milliseconds since 1970. */
  last_checked: number;
  /** What is wrong; empty when all is well. */
  issues: string;
}[];

export interface TrackBitcoinPriceParams {
  /** Milliseconds between two refreshes. Default: 1000. */
  interval?: 1000 | 900 | 750 | 500 | 400 | 250 | 100 | 50 | 25;
  /** Part of a service code. */
  symbol_filter?: string;
}

export interface TrackBitcoinPriceResult {
  /** Milliseconds since 1970. */
  lastupdated: number;
  bids: Record<string, number[]>;
  asks: Record<string, number[]>;
}

export interface MarketOperations {
  /**
   * Candles with indicators and patterns. Candles that begin from timefrom to timeto, at most 5000, and for each one
   * 35 indicators, or those of `indicators` only. Values are null while an indicator warms up; candles before
   * timefrom warm it up where there are some. What is missing is named in `gaps`; after a gap everything begins
   * again. Formulas, parameters and patterns: docs/trading/indicators.md. An answer counts as one more request for
   * each 50,000 values of indicators.
   */
  computeIndicators(params: ComputeIndicatorsParams, options?: CallOptions): Promise<ComputeIndicatorsResult>;
  /**
   * A chart to put into a page. The script draws candles of a minute and goes on as trades come, in a page with
   * nothing else in it.
   */
  embedChart(params: EmbedChartParams, options?: CallOptions): Promise<EmbedChartResult>;
  /**
   * Recorded best prices. One row for each change: milliseconds, ask, its quantity, bid, its quantity; a price of 0
   * where none was known from then on. The first row is what held at timefrom, where that was recorded. At most 24
   * hours at once, without a key 1, and 50,000 rows: where there are more, `to` is the whole second before which all
   * are there, and the next call begins with it. Times of which nothing was recorded are named in `gaps`: the row
   * before one says nothing about it.
   */
  fetchOrderbookHistory(params: FetchOrderbookHistoryParams, options?: CallOptions): Promise<FetchOrderbookHistoryResult>;
  /**
   * A spread, minute by minute. Open, high, low and close of ask less bid, and of ask divided by bid, for any two
   * markets: the oldest minute first, the last one as far as it has come. `time` is the first millisecond of the
   * minute. A minute in which the best ask of the first market and the best bid of the second were at no time known
   * together is absent, and named in `gaps` beside `data`; without a change it has the values that it began with.
   * Days are days in UTC; those before today need a key.
   */
  fetchSpreadData(params: FetchSpreadDataParams, options?: CallOptions): Promise<FetchSpreadDataResult>;
  /**
   * Best prices of markets. Best bid and ask of up to ten markets, with the age of what is known: prices that are not
   * `live` are the last ones that were. A side without any offer has price and quantity 0. With a key, prices are
   * those of the moment; without one, at most a second old.
   */
  fetchSymbolPrice(params: FetchSymbolPriceParams, options?: CallOptions): Promise<FetchSymbolPriceResult>;
  /**
   * Latest trades of a market. Up to a hundred trades, newest first, each as price, quantity, milliseconds and id:
   * under `asks` those that took an ask, under `bids` those that took a bid. Without a symbol, the ten markets whose
   * prices change most. Without a key, at most a second old. `broken` is there where the stream of the exchange's
   * trades broke among them.
   */
  fetchSymbolTrades(params?: FetchSymbolTradesParams, options?: CallOptions): Promise<Record<string, {
    bids?: (number | string)[][];
    asks?: (number | string)[][];
    /**
     * Trades may be missing from that moment on, until those that came after it. Of several such moments, the first;
     * milliseconds since 1970.
     */
    broken?: number;
  }>>;
  /**
   * The index of exchanges. Every exchange that is connected. What they list and drop is announced at
   * exchangeindex/announcements.
   */
  indexExchanges(params?: Record<string, never>, options?: CallOptions): Promise<IndexExchangesResult>;
  /**
   * Symbols of one exchange. All that were ever seen there, those that came last first. `suspended` are those that
   * the exchange lists and does not trade at the moment, `delisted` those that are there no more.
   */
  indexSymbols: Paged<IndexSymbolsParams, IndexSymbolsResult, {
    /** Pair id in lower case. */
    id: string;
    /** BASE/QUOTE. */
    symbol: string;
    quote: string;
    base: string;
    /** Smallest amount of an order. */
    min: number;
    /** Places of prices. */
    pp: number;
    /** Places of amounts; -1 for steps of ten. */
    pa: number;
    /** Smallest step of a price, decimal. */
    tick_size: string;
    /** Smallest step of an amount, decimal. */
    step_size: string;
    /** Smallest value of an order in the quote currency, decimal. */
    min_notional: string;
    /** Fraction of the value; 0.001 is 0.1 %. */
    maker_fee: number;
    /** Fraction of the value; 0.001 is 0.1 %. */
    taker_fee: number;
    code: string;
    exchange: string;
    status: "trading" | "suspended" | "delisted";
    /** Seconds since 1970. */
    first_seen: number;
    /** Seconds since 1970. */
    last_seen: number;
  }>;
  /**
   * What history there is. Of which markets something is recorded or was imported, and from which second to which: a
   * row for each time, and days that follow one another are one time. `exchange`, `symbol` and `type` ask for it at
   * backtesting/technical-indicators and backtesting/orderbook-data. `interval` is that of the shortest candles, of
   * which the longer ones are made; `tick_data` says whether there are best prices or trades of that time too. A few
   * minutes old at most.
   */
  listAvailability(params?: Record<string, never>, options?: CallOptions): Promise<ListAvailabilityResult>;
  /**
   * The best spreads. The hundred combinations of two markets of the same pair where the ask of the first is lowest
   * for the bid of the second: a ratio below 1 is more bid than asked. Computed once a second, from books that are
   * live.
   */
  listBestSpreads(params?: Record<string, never>, options?: CallOptions): Promise<ListBestSpreadsResult>;
  /**
   * Arbitrage with a return. Every two markets of one base, in one currency or in currencies that stand for the same
   * money, where the ask of the first is below the bid of the second: returns above 0 and up to 10 percent, the
   * highest first, between books that are live. `btc_opt1` is what one unit brings at the second market, `btc_opt2`
   * what it costs at the first, both in bitcoin, or null while bitcoin or the currency has no rate. `current_opt1`
   * and `current_opt2` are the bid and the ask themselves. Higher returns are left out as bad data, and so is an
   * exchange with its own prices on paper. Without a key, at most a second old.
   */
  listBitcoinProfits: Paged<ListBitcoinProfitsParams | undefined, ListBitcoinProfitsResult, Opportunity>;
  /**
   * What exchanges list and drop. The latest hundred, newest first: pairs that an exchange began or ceased to trade,
   * as each reading of its markets shows. They are observed here, not written by the exchange, so `url` is empty.
   */
  listExchangeAnnouncements(params?: Record<string, never>, options?: CallOptions): Promise<ExchangeAnnouncement[]>;
  /**
   * State and rating of exchanges. The rating is a letter from A to D, from what was measured here since the start:
   * half of it uptime, a fifth latency, the rest liquidity (markets that are live, and their spreads); a hyphen
   * before anything was measured.
   */
  listExchangeInformation(params?: Record<string, never>, options?: CallOptions): Promise<ListExchangeInformationResult>;
  /** Exchanges that are connected. A simulated exchange, or one that trades on paper, says so in its name. */
  listExchanges(params?: Record<string, never>, options?: CallOptions): Promise<MarketListExchangesResult>;
  /**
   * Exchange rates. The value of one unit of each currency in US dollars, over the live and deepest markets. A
   * currency that no live market leads to is not there.
   */
  listRates(params?: Record<string, never>, options?: CallOptions): Promise<ListRatesResult>;
  /**
   * News of a market. The 50 most relevant of the newest 500 articles of the last 3 days that name the market's base
   * currency. The score rises with how new an article is, with the weight of its source, where the title names the
   * currency, with how unusually the pair moved afterwards, and with how often the story was repeated. `impact` is
   * what the price of this pair did after an article, for callers with a subscription.
   */
  listRelevantNews(params: ListRelevantNewsParams, options?: CallOptions): Promise<ListRelevantNewsResult>;
  /**
   * Combinations that can be asked for. Every two markets, in the order of their codes. Each can be asked for at
   * public/fetch-spread-data, the other way round too.
   */
  listSpreads: Paged<ListSpreadsParams | undefined, ListSpreadsResult, string>;
  /** Symbols by exchange. */
  listSymbols(params?: ListSymbolsParams, options?: CallOptions): Promise<Record<string, Symbol[]>>;
  /** Symbols over all exchanges. Each pair id once, with the exchanges that trade it: those that most trade first. */
  listUniqueSymbols(params?: Record<string, never>, options?: CallOptions): Promise<ListUniqueSymbolsResult>;
  /**
   * Which exchanges trade a pair. By pair in upper case; `pair` is its id, in lower case. A pair that no exchange
   * trades has a count of 0. Combinations are counted in order, each exchange with itself too.
   */
  matchPair: Paged<MatchPairParams, Record<string, MatchedPair>, [name: string, entry: MatchedPair]>;
  /**
   * How far a server is from two exchanges. Measures up to 5 round trips to each exchange now, one after the other,
   * from the server: the process of the platform that has it measures, whichever process answers. A round trip of
   * more than 2 seconds is lost; an exchange that answers none has no figures, and neither has `combined_ms`, the sum
   * of both averages. Within 10 seconds that process does not measure the same exchange again, and answers the
   * figures that it has. `previous` holds the last 20 of the same server and exchanges, the newest first. While no
   * process has the server, and where that process does not answer in time, the answer is 503 with `Retry-After`; of
   * a server that is over it is 409. Nothing is recorded then.
   */
  measureServerSpeed(params: MeasureServerSpeedParams, options?: CallOptions): Promise<MeasureServerSpeedResult>;
  /**
   * Figures of bitcoin. Price and volume come from the exchanges that are connected and tell their volume; coins,
   * difficulty and the hashes a second that it stands for, from the Esplora interface of the settings, at most a
   * minute old. Coins are those that the rule of the chain has given out. What has no source is null: without that
   * interface, all that speaks of the chain, and always the revenue and the fees of miners.
   */
  showBitcoinInformation(params?: Record<string, never>, options?: CallOptions): Promise<ShowBitcoinInformationResult>;
  /**
   * When an exchange last had trouble. Of any exchange that is connected, since the start; 0 for never. system/status
   * tells which, and what.
   */
  showExchangeHealth(params?: Record<string, never>, options?: CallOptions): Promise<ShowExchangeHealthResult>;
  /**
   * What the subscription may use. Exchanges that are connected and open to the caller, and the service codes of what
   * they trade.
   */
  showInformation(params?: Record<string, never>, options?: CallOptions): Promise<ShowInformationResult>;
  /**
   * State of the platform and its exchanges. `running` is the normal state. An exchange that is simulated, or traded
   * on paper, says so. Each source of news that is followed has an entry: `News: ` and its name.
   */
  showStatus(params?: Record<string, never>, options?: CallOptions): Promise<MarketShowStatusResult>;
  /**
   * Bitcoin on all markets. Best bid and ask of everything that bitcoin is bought with, where the book is live, as
   * price, quantity and milliseconds. Made once an interval for all who ask for it; without a key, the interval is a
   * second.
   */
  trackBitcoinPrice(params?: TrackBitcoinPriceParams, options?: CallOptions): Promise<TrackBitcoinPriceResult>;
}
