// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Book, OverviewRow, Profile, RunAck, SoftStopAck, StatBlock, StrategyDebug, StrategySummary, Tab, Template, TransactionRecord, WatchlistItem } from "./schemas.ts";

export interface CreateTabParams {
  name: string;
}

export interface CreateTabResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  tab: Tab;
}

export interface CreateProfileParams {
  /** From strategy/list-algorithms. */
  algorithm_id?: string;
  name: string;
  description?: string;
  /** Seconds between two slices. 0 to 86400. */
  slice_delay?: number;
  /** Total of the profile in base units of row 0. Empty: each row has its own. */
  parent?: string;
  /** Currency in which conditions compare prices. Empty: each market's own. */
  price_convert_conditions?: string;
  /** Currency in which executions compare prices. Empty: each market's own. */
  price_convert_executions?: string;
  /** Ignore all conditions: slices fire by time alone. Default: false. */
  noconditions?: boolean;
  /**
   * What follows a leg that could not be filled while another was, after all attempts: trade that one back, or hold.
   */
  failed_leg?: "hold" | "unwind";
  /** Try a market order after the prices within executable_tolerancemaximum. */
  failed_leg_market?: boolean;
  /** Service code of a price condition; two joined by + for a spread, ask of the first against bid of the second. */
  condition_codes?: string[];
  /** Threshold; two with a comma for a range. */
  condition_values?: string[];
  /** Level of the book of side 1. Default 1. */
  condition_orderbooklevel_side1?: number[];
  /** Level of the book of side 2. Default 1. */
  condition_orderbooklevel_side2?: number[];
  /** Service code of the market. */
  executable_codes?: string[];
  /** Exchange key, from exchange-api-keys/list. */
  executable_apikeys?: string[];
  /** Account of that key. Default spot. */
  executable_apikeysmarket?: ("" | "spot" | "margin" | "swap" | "future")[];
  /** Total of the row in base units. Default: `parent`. */
  executable_parents?: string[];
  /** Quantity of each slice in base units. */
  executable_values?: string[];
  /** Set before the first order of a run. Default 1. */
  executable_leverage?: string[];
  /** Added to the reference price, quote units; more is worse for a buyer. */
  executable_priceoffset?: string[];
  /** Fixed limit price in quote units, in place of reference and offset. */
  executable_priceexact?: string[];
  /** Side of the book that the reference is read from. Default same: bids for a buy. */
  executable_priceoffsetside?: ("" | "same" | "opposite" | "bids" | "asks" | "mid")[];
  /** Level of that side. Default ob1. A single value is meant for every row. */
  executable_priceoffsettype?: ("" | "ob1" | "ob2" | "ob3" | "ob4" | "ob5")[];
  /** Another market or row whose price is the reference. Default: the row's own market. */
  executable_pricereference?: string[];
  /** Least allowed move of the reference since the decision, quote units. Default: any. */
  executable_toleranceminimum?: string[];
  /** Greatest allowed move of the reference since the decision, quote units. Default: any. */
  executable_tolerancemaximum?: string[];
  /** Milliseconds after which the rest is cancelled. Default 0: never. */
  executable_maximumtimelive?: number[];
  /** Largest share of what stands on the opposite side that a slice may take, percent. Default 0: any. */
  executable_obqtycumulativecheck?: number[];
  /** Milliseconds between this row and the next of its slice; nothing waits after the last. Default 0. */
  post_request_delay?: number[];
  /** At most so many milliseconds more, at random. Default 0. */
  post_request_random?: number[];
  /** Id of a tab, from strategy/list-profiles. */
  tab_id?: string;
  /** Id of a template, from strategy/list-templates. */
  template_id?: string;
}

export interface CreateProfileResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Whose it is. */
  uid: number;
  /** Its name. */
  label: string;
  profile: Profile;
  warnings: {
    parameter: string;
    /** Element of the list; null for the whole parameter. */
    index: number | null;
    message: string;
  }[];
}

export interface EditProfileParams {
  /** Id of a profile, from strategy/list-profiles. */
  id: string;
  /** From strategy/list-algorithms. */
  algorithm_id: string;
  name: string;
  description?: string;
  /** Seconds between two slices. 0 to 86400. */
  slice_delay: number;
  /** Total of the profile in base units of row 0. Empty: each row has its own. */
  parent?: string;
  /** Currency in which conditions compare prices. Empty: each market's own. */
  price_convert_conditions?: string;
  /** Currency in which executions compare prices. Empty: each market's own. */
  price_convert_executions?: string;
  /** Ignore all conditions: slices fire by time alone. Default: false. */
  noconditions?: boolean;
  /**
   * What follows a leg that could not be filled while another was, after all attempts: trade that one back, or hold.
   */
  failed_leg?: "hold" | "unwind";
  /** Try a market order after the prices within executable_tolerancemaximum. */
  failed_leg_market?: boolean;
  /** Service code of a price condition; two joined by + for a spread, ask of the first against bid of the second. */
  condition_codes?: string[];
  /** Threshold; two with a comma for a range. */
  condition_values?: string[];
  /** Level of the book of side 1. Default 1. */
  condition_orderbooklevel_side1?: number[];
  /** Level of the book of side 2. Default 1. */
  condition_orderbooklevel_side2?: number[];
  /** Service code of the market. */
  executable_codes?: string[];
  /** Exchange key, from exchange-api-keys/list. */
  executable_apikeys?: string[];
  /** Account of that key. Default spot. */
  executable_apikeysmarket?: ("" | "spot" | "margin" | "swap" | "future")[];
  /** Total of the row in base units. Default: `parent`. */
  executable_parents?: string[];
  /** Quantity of each slice in base units. */
  executable_values?: string[];
  /** Set before the first order of a run. Default 1. */
  executable_leverage?: string[];
  /** Added to the reference price, quote units; more is worse for a buyer. */
  executable_priceoffset?: string[];
  /** Fixed limit price in quote units, in place of reference and offset. */
  executable_priceexact?: string[];
  /** Side of the book that the reference is read from. Default same: bids for a buy. */
  executable_priceoffsetside?: ("" | "same" | "opposite" | "bids" | "asks" | "mid")[];
  /** Level of that side. Default ob1. A single value is meant for every row. */
  executable_priceoffsettype?: ("" | "ob1" | "ob2" | "ob3" | "ob4" | "ob5")[];
  /** Another market or row whose price is the reference. Default: the row's own market. */
  executable_pricereference?: string[];
  /** Least allowed move of the reference since the decision, quote units. Default: any. */
  executable_toleranceminimum?: string[];
  /** Greatest allowed move of the reference since the decision, quote units. Default: any. */
  executable_tolerancemaximum?: string[];
  /** Milliseconds after which the rest is cancelled. Default 0: never. */
  executable_maximumtimelive?: number[];
  /** Largest share of what stands on the opposite side that a slice may take, percent. Default 0: any. */
  executable_obqtycumulativecheck?: number[];
  /** Milliseconds between this row and the next of its slice; nothing waits after the last. Default 0. */
  post_request_delay?: number[];
  /** At most so many milliseconds more, at random. Default 0. */
  post_request_random?: number[];
}

export interface EditProfileResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  profile: Profile;
  warnings: {
    parameter: string;
    /** Element of the list; null for the whole parameter. */
    index: number | null;
    message: string;
  }[];
}

export interface EditComponentParams {
  /** Id of a profile, from strategy/list-profiles. */
  id: string;
  /** Name of a parameter of strategy/edit-profile, or `tab_id`. */
  component: string;
  /** Its new value; lists as JSON. */
  value: string;
}

export interface EditComponentResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** An id, as lists show it. */
  profile_id: string;
  component: string;
  value: string;
  /**
   * `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new
   * slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange.
   * `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner.
   */
  state: "draft" | "ready" | "starting" | "running" | "paused" | "soft_stopping" | "stopping" | "stopped" | "force_stopped" | "reconvening" | "completed" | "errored";
  warnings: {
    parameter: string;
    /** Element of the list; null for the whole parameter. */
    index: number | null;
    message: string;
  }[];
}

export interface HighLevelOverviewParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  id?: string;
  /** Only this row of the algorithm, from 0. 0 to 1000. */
  leg?: number;
}

export interface HighLevelOverviewResult {
  active: StatBlock;
  inactive: StatBlock;
  totals: StatBlock;
  strategies: {
    /** An id, as lists show it. */
    id: string;
    name: string;
    /**
     * `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new
     * slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange.
     * `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner.
     */
    state: "draft" | "ready" | "starting" | "running" | "paused" | "soft_stopping" | "stopping" | "stopped" | "force_stopped" | "reconvening" | "completed" | "errored";
    rows: OverviewRow[];
    /** `rows` is empty: there are too many. `id` shows them. */
    rows_left_out: boolean;
  }[];
  /** Milliseconds since 1970. */
  last_updated: number;
}

export interface HardResetParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  id: string;
}

export interface HardResetResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  deleted: {
    transactions: number;
    responses: number;
  };
  profile: Profile;
}

export interface DataListParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface DataListResult {
  strategies: StrategySummary[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface StrategiesListAlgorithmsParams {
  /** Entries on a page. Default 1000. 1 to 1000. */
  limit?: number;
  /** Which page, from 1. Default 1. 1 to 1000000. */
  pagenumber?: number;
}

export type StrategiesListAlgorithmsResult = {
  /** An id, as lists show it. */
  id: string;
  group_name: string;
  name: string;
}[];

export type StrategiesListExchangesResult = {
  code: string;
  name: string;
  spot: boolean;
  futures: boolean;
  margin: boolean;
  /** Keys have a passphrase or memo. */
  needs_password: boolean;
  /** Simulated or on paper: trades no real money. */
  sandbox: boolean;
  status: "running" | "degraded" | "maintenance" | "down";
  /** A is best; - before anything was measured. */
  rating: "A" | "B" | "C" | "D" | "-";
}[];

export interface ListProfilesParams {
  /** Id of a profile, from strategy/list-profiles. */
  id?: string;
}

export type ListProfilesResult = {
  tab: {
    /** An id, as lists show it. */
    id: string;
    name: string;
    position: number;
  } | null;
  profiles: Profile[];
}[];

export interface DataDebugParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  id: string;
}

export interface SaveTemplateParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  copy_strategy_id: string;
  /** Empty: the name of the strategy. */
  label?: string;
}

export interface SaveTemplateResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  template: Template;
}

export interface ListTemplatesParams {
  /** Id of a template, from strategy/list-templates. */
  id?: string;
}

export interface StartParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  id: string;
  /**
   * An active server from subscriptions/list-private-servers or list-shared-servers. When its time is over, the
   * strategy is stopped softly.
   */
  server_id?: string;
}

export interface StopParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  id: string;
  /** Stop at once, without looking at open orders: they stay at the exchange. Default: false. */
  force?: boolean;
}

export interface SoftStopParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  id: string;
}

export interface ListStrategyTransactionsParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  main_id: string;
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  /** Leave out orders of which nothing was filled. Default: false. */
  remove_unfilled?: boolean;
  /** Only this row of the algorithm, from 0. 0 to 1000. */
  leg_id?: number;
}

export interface ListStrategyTransactionsResult {
  transactions: TransactionRecord[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface StopAllStrategiesParams {
  /** Stop at once, without looking at open orders: they stay at the exchange. Default: false. */
  force?: boolean;
}

export interface StopAllStrategiesResult {
  status: true;
  stopped: number;
  results: RunAck[];
}

export type ListStrategyOptionsResult = {
  name: string;
  type: "string" | "number" | "bool" | "enum" | "array";
  required: boolean;
  /** Of a list: of each element. Null for none. */
  default: string | boolean | null;
  minimum: number | null;
  maximum: number | null;
  /** Empty where anything goes. */
  allowed: string[];
  /** A list with one element for each row. */
  per_row: boolean;
  description: string;
}[];

export interface DuplicateStrategyParams {
  /** Id of a strategy, from strategy/data/list, or of a profile that holds no other. */
  id: string;
  /** Default: the name with (copy). */
  name?: string;
  /** Id of a profile, from strategy/list-profiles. */
  profile_id?: string;
}

export interface DuplicateStrategyResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  profile: Profile;
}

export interface EditOrderParams {
  /** Strategies, first to last. */
  ids?: string[];
}

export interface EditOrderResult {
  status: true;
  order: string[];
}

export interface BooksParams {
  /** Default: "list". */
  action?: "list" | "create" | "edit" | "delete";
  /** The book to edit or delete. */
  id?: string;
  name?: string;
  /** Markets whose currencies count: `simalpha-btcusdt` stands for BTC. Empty: all. */
  codes?: string[];
  /** Profiles whose positions are added up. */
  profiles?: string[];
  /** Currency of profits and losses. Default USD. */
  base_currency?: string;
}

export type BooksResult = Book[] | {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  book: Book;
};

export interface DeleteProfileParams {
  /** Id of a profile, from strategy/list-profiles. */
  id: string;
}

export interface DeleteProfileResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  deleted: {
    profiles: number;
    strategies: number;
    transactions: number;
  };
}

export interface EditTabParams {
  /** Id of a tab, from strategy/list-profiles. */
  id: string;
  name: string;
}

export interface EditTabResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  tab: Tab;
}

export interface DeleteTabParams {
  /** Id of a tab, from strategy/list-profiles. */
  id: string;
}

export interface DeleteTabResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  deleted: {
    tabs: number;
  };
  moved: {
    profiles: number;
  };
}

export interface DeleteTemplateParams {
  /** Id of a template, from strategy/list-templates. */
  id: string;
}

export interface DeleteTemplateResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  deleted: {
    templates: number;
  };
}

export interface AddWatchlistItemParams {
  /** Service code of the market. */
  code: string;
}

export interface AddWatchlistItemResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  item: {
    /** An id, as lists show it. */
    id: string;
    code: string;
  };
}

export interface DeleteWatchlistItemParams {
  /** Id of the item, from strategy/list-watchlist; not the code of the market. */
  id: string;
}

export interface DeleteWatchlistItemResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface StrategiesOperations {
  /** Add a tab. A tab is a named group of profiles on the screen. The new one comes after your other tabs. */
  createTab(params: CreateTabParams, options?: ChangeOptions): Promise<CreateTabResult>;
  /**
   * Create a profile. A profile holds an algorithm and the values that you give it. It comes with one strategy, which
   * can run once all values are there. It starts empty, or with the values of a template, as a draft: save it with
   * strategy/edit-profile. Values of strategy/edit-profile are taken at once, each in place of the template's value
   * of that name. Where a value that you send is wrong, nothing is created. Values of rows and conditions need an
   * algorithm: `algorithm_id`, or that of the template. What is missing, or wrong in the template, makes a draft, and
   * `warnings` names it.
   */
  createProfile(params: CreateProfileParams, options?: ChangeOptions): Promise<CreateProfileResult>;
  /**
   * Change a profile. Replaces all values of a profile. Only while none of its strategies runs. Element i of a
   * condition list belongs to condition i of the algorithm, element i of every other list to execution row i; shorter
   * lists are filled with defaults. Every value is checked against algorithm, markets, exchange keys, subscription
   * and rights: `missing_information` names each parameter and element that is refused. Where values are only
   * missing, the profile is saved as a draft, and `warnings` names them. An algorithm of another account that costs
   * money, or more than the version before, is only for the main account to choose, with full access; `warnings`
   * names each price that has risen.
   */
  editProfile(params: EditProfileParams, options?: ChangeOptions): Promise<EditProfileResult>;
  /**
   * Change one value of a profile. For screens where each field is saved on its own. Only while none of the profile's
   * strategies runs. A wrong value is refused. What is missing or wrong elsewhere makes the profile a draft, and
   * `warnings` names it. Choose the algorithm first: lists have one element for each of its conditions or rows.
   * `tab_id` moves the profile to another tab, or out of its tab with an empty value, also while it runs.
   */
  editComponent(params: EditComponentParams, options?: ChangeOptions): Promise<EditComponentResult>;
  /**
   * Show what strategies have done. Totals of active and inactive strategies over all of their runs since their last
   * reset, with `realized_pnl` of the latest runs alone; finance/list-top-strategy-pnl has the profit of all. And how
   * far each row of the latest run is. `unhedged` is what one leg lacks of another and is not traded any more, `dust`
   * what is left of a row and too small for its market. `unrealized_pnl` is null while a position of one of the
   * strategies has no price. At most 5000 rows are listed, of strategies whose values are within 2.5 MiB, first to
   * last in the order of display. The others have `rows_left_out`: their `id` shows them.
   */
  highLevelOverview(params?: HighLevelOverviewParams, options?: CallOptions): Promise<HighLevelOverviewResult>;
  /**
   * Erase the history of a strategy. Permanently deletes its transactions and the answers of exchanges, and sets its
   * counters back. The profile and its values stay. Refused while it runs, while an order of it may be open, and for
   * 24 hours after an exchange has denied an order of it, because that may still appear.
   */
  hardReset(params: HardResetParams, options?: ChangeOptions): Promise<HardResetResult>;
  /**
   * List strategies. Newest first, whether they run or not. The main account sees all of the account, a sub-account
   * only its own unless it may view all.
   */
  dataList: Paged<DataListParams | undefined, DataListResult, StrategySummary>;
  /**
   * List algorithms. To choose one for a profile: your own, then the library, then what others have published as far
   * as your package may use it. Retired ones cannot be chosen.
   */
  listAlgorithms: Paged<StrategiesListAlgorithmsParams | undefined, StrategiesListAlgorithmsResult, {
    /** An id, as lists show it. */
    id: string;
    group_name: string;
    name: string;
  }>;
  /**
   * List exchanges. The exchanges that strategies can trade at, and the kinds of markets that they can trade there.
   * `code` goes into exchange-api-keys/add and into service codes. A sub-account sees those that its owner lets it
   * use.
   */
  listExchanges(params?: Record<string, never>, options?: CallOptions): Promise<StrategiesListExchangesResult>;
  /**
   * List profiles by tab. Tabs in the order of their display, each with its profiles; last those without a tab. The
   * main account sees those of its sub-accounts, a sub-account only its own unless it may view all. The list holds at
   * most 2.5 MiB of values: those of the first profiles in the order of display. The others are listed without their
   * description, conditions and rows, with `values_left_out`. With `id` the list is that profile, with its values.
   */
  listProfiles(params?: ListProfilesParams, options?: CallOptions): Promise<ListProfilesResult>;
  /**
   * Look into a running strategy. Why nothing fires: the first gate that is closed, each condition with both of its
   * numbers, and the row that holds a slice up. With the state of its books, and what it waits for. A strategy that
   * does not run has empty lists, and `why` tells its last event, or what its values lack. Needs a subscription with
   * strategies.
   */
  dataDebug(params: DataDebugParams, options?: CallOptions): Promise<StrategyDebug>;
  /** Save a strategy as a template. Keeps the values that a strategy has now, to begin other profiles with them. */
  saveTemplate(params: SaveTemplateParams, options?: ChangeOptions): Promise<SaveTemplateResult>;
  /**
   * List templates. Newest first. strategy/create-profile takes one as `template_id`. The list holds at most 2.5 MiB
   * of values: older templates are listed without them, with `settings_left_out`. With `id` the list is that
   * template, with its values.
   */
  listTemplates(params?: ListTemplatesParams, options?: CallOptions): Promise<Template[]>;
  /**
   * Start a strategy. Begins a new run: keys, balances and books are checked, then it trades. Nothing happens to one
   * that runs. After a forced stop the same run goes on, where the subscription has room for it as for a new one, and
   * its open orders are looked up before anything is sent. Without room, exchange-query/order-cancel, or risk/halt
   * with `cancel`, cancels them. An algorithm that the subscription excludes is not started. One that is paused for a
   * reason that needs its owner goes on too. With `server_id` it runs in the process that has this server, which is
   * not given up before the strategy has ended; without it, in any. A run that goes on stays on its server.
   */
  start(params: StartParams, options?: ChangeOptions): Promise<RunAck>;
  /**
   * Stop a strategy. Sends no order any more, cancels what is open, and is `stopped` when the exchange has confirmed
   * each cancel and every late trade is booked. What is left unhedged is told by strategy/high-level-overview. With
   * `force` it stops at once and asks no exchange for anything: `orders` lists what may be open there. Once this has
   * answered, no order of the strategy leaves, not even one that was on its way: the answer waits for the processes
   * that send, if one is. `message` says where a process has not confirmed it within 5 seconds.
   */
  stop(params: StopParams, options?: ChangeOptions): Promise<RunAck>;
  /**
   * Stop a strategy when it is convenient. Begins no new slice, cancels what rests, hedges what that has traded,
   * waits for lookups, brings overviews up to date, and then stops as strategy/stop does.
   */
  softStop(params: SoftStopParams, options?: ChangeOptions): Promise<SoftStopAck>;
  /**
   * List running strategies. Every strategy that is active, also those that are starting, paused or stopping. Newest
   * first.
   */
  listStrategies(params?: Record<string, never>, options?: CallOptions): Promise<StrategySummary[]>;
  /**
   * List orders of a strategy. Newest first: those of all runs since the strategy was last reset. Every member is
   * text. What has happened to one of them, step by step, is in `transitions` of exchange-query/order-check.
   */
  listStrategyTransactions: Paged<ListStrategyTransactionsParams, ListStrategyTransactionsResult, TransactionRecord>;
  /**
   * Stop every running strategy. As strategy/stop does to each, one after the other. A main account stops those of
   * all users of the account, a sub-account its own.
   */
  stopAllStrategies(params?: StopAllStrategiesParams, options?: ChangeOptions): Promise<StopAllStrategiesResult>;
  /**
   * List what can be set. The parameters of strategy/edit-profile with the bounds of your subscription; of a
   * sub-account, with what its owner leaves it. strategy/edit-profile is checked by the same table.
   */
  listStrategyOptions(params?: Record<string, never>, options?: CallOptions): Promise<ListStrategyOptionsResult>;
  /**
   * Copy a strategy. The copy has the same values and no history. It is a draft until you have saved it, so that
   * nothing trades twice by mistake. It gets a profile of its own; with `profile_id`, the profile of the strategy, it
   * shares that.
   */
  duplicateStrategy(params: DuplicateStrategyParams, options?: ChangeOptions): Promise<DuplicateStrategyResult>;
  /**
   * Set the order of strategies on the screen. Without `ids`, shows the order as it is; to set it needs a key that
   * may trade. Strategies that are not named follow in the order that they had. Each user has an order of its own.
   */
  editOrder(params?: EditOrderParams, options?: ChangeOptions): Promise<EditOrderResult>;
  /**
   * Manage books. A book adds up the positions of several profiles. Without `action`, lists them; an action needs a
   * key that may trade. `edit` keeps what is not named. Positions are at average cost, as in statistics/account-pnl:
   * real money apart from made-up money, and profits in US dollars by the rates of each trade, shown in
   * `base_currency` at its rate of now.
   */
  books(params?: BooksParams, options?: ChangeOptions): Promise<BooksResult>;
  /**
   * Delete a profile. Deletes the profile and all strategies in it. It cannot be brought back. Refused while one
   * runs, or while an order of one may be open.
   */
  deleteProfile(params: DeleteProfileParams, options?: ChangeOptions): Promise<DeleteProfileResult>;
  /** Rename a tab. */
  editTab(params: EditTabParams, options?: ChangeOptions): Promise<EditTabResult>;
  /** Delete a tab. Its profiles stay, in no tab, and what runs goes on. */
  deleteTab(params: DeleteTabParams, options?: ChangeOptions): Promise<DeleteTabResult>;
  /** Delete a template. Profiles that were made from it keep their values. It cannot be brought back. */
  deleteTemplate(params: DeleteTemplateParams, options?: ChangeOptions): Promise<DeleteTemplateResult>;
  /** Watch a market. A market that is on the list already keeps its item: the answer names that one. */
  addWatchlistItem(params: AddWatchlistItemParams, options?: ChangeOptions): Promise<AddWatchlistItemResult>;
  /** List watched markets. Newest first, with their prices where there are any. */
  listWatchlist(params?: Record<string, never>, options?: CallOptions): Promise<WatchlistItem[]>;
  /** Stop watching a market. */
  deleteWatchlistItem(params: DeleteWatchlistItemParams, options?: ChangeOptions): Promise<DeleteWatchlistItemResult>;
}
