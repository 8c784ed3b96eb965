// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { AcceptedTrigger, Developer, Signal, SignalHead, SignalHook, SignalSubscription } from "./schemas.ts";

export interface AddSignalParams {
  key: string;
  payload: string;
}

export interface AddSignalResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  signal: Signal;
}

export interface CreateDeveloperKeyResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  key: string;
  /** 32 bytes as base64url, shown once. */
  secret: string;
}

export interface CreateHookParams {
  /** An id, as lists show it. */
  id: string;
  /** Decimal, at most 8 places. */
  maximum_amount: string;
  /** Milliseconds in which strategies that follow the signal may begin. 1 to 86400000. Default: 60000. */
  execute_within?: number;
  /** Default: "". */
  label?: string;
}

export interface CreateHookResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Shown once; begins with TRIPOD_TRADING_BASE_URL, where the operator has set it. */
  url: string;
  hook: SignalHook;
}

export interface DeleteHookParams {
  /** An id, as lists show it. */
  id: string;
}

export interface DeleteHookResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface DeleteSignalParams {
  /** The id of a signal. */
  id: string;
}

export interface DeleteSignalResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** That have ended. */
  subscriptions: number;
}

export interface EditDeveloperParams {
  name?: string;
  description?: string;
  /** Empty for none. */
  website?: string;
}

export interface EditDeveloperResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  developer: Developer;
}

export interface EditSignalParams {
  /** An id, as lists show it. */
  id: string;
  name?: string;
  custom_1?: string;
  custom_2?: string;
  custom_3?: string;
  custom_4?: string;
}

export interface EditSignalResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  signal: Signal;
}

export interface ListBacktestedSubscriptionsParams {
  /** Signals on a page. 1 to 100. Default: 100. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export type ListBacktestedSubscriptionsResult = {
  id: string;
  signal_id: string;
  name: string;
  code: string;
  interval: string;
  /** Seconds since 1970. */
  from: number;
  /** Seconds since 1970. */
  to: number;
  trades: number;
  win_rate: number;
  profit_percent: number;
  max_drawdown_percent: number;
  sharpe: number;
  equity: number[][];
  equity_left_out: number;
  /** The subscription is active. */
  monitored: boolean;
}[];

export interface ListFeaturedResult {
  signals: SignalHead[];
  subscriptions: {
    id: string;
    name: string;
    price: string;
    currency: string;
    subscribers_current: number;
    subscribers_max: number;
  }[];
}

export interface ListFeedParams {
  /** An id, as lists show it. */
  id?: string;
  /** A market: exchange code, hyphen, pair id. */
  code?: string;
  more?: boolean;
  /** 1 to 1000. Default: 100. */
  limit?: number;
  /** 0 to 1000000. */
  min_iterations?: number;
  /** 0 to 1000000. */
  from_iteration?: number;
  /** 1 to 1000000. Default: 1. */
  pagenumber?: number;
  /** Which signals, from 1. 1 to 1000000. Default: 1. */
  signalpage?: number;
}

export interface ListFeedResult {
  signals: Signal[];
  /** As signalpage. */
  page: number;
  /** Signals on this page. */
  showing: number;
  /** Signals on all pages. */
  total: number;
}

export interface ListHooksParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListHooksResult {
  hooks: SignalHook[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface ManageSubscriptionsParams {
  /** An id, as lists show it. */
  id?: string;
  action?: "subscribe" | "unsubscribe" | "pause";
  /** Profiles or strategies. */
  profiles?: string[];
  /** Profiles or strategies. */
  closing_profiles?: string[];
}

export type ManageSubscriptionsResult = SignalSubscription[] | {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  subscription: SignalSubscription;
};

export interface PublishSignalParams {
  name: string;
  /** A market: exchange code, hyphen, pair id. */
  code: string;
  description?: string;
  /** Both where it is left out. */
  position?: "long" | "short";
  /** Percent that each side costs. The market's own taker fee counts where it is higher. */
  commissions?: string;
  /** US dollars a month that each subscriber pays to the author. */
  price?: string;
  /** 1 to 1000. */
  subscribers_max?: number;
  custom_1?: string;
  custom_2?: string;
  custom_3?: string;
  custom_4?: string;
}

export interface PublishSignalResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  signal: Signal;
}

export interface ReceiveMessageParams {
  /** The secret part of the address. */
  token: string;
  body: string;
}

export interface ReceiveMessageResult {
  status: true;
  id: string;
  iteration: number;
  signal: string;
  action: string;
  c_status: "open" | "closed";
  /** Milliseconds since 1970. */
  accepted_at: number;
  /** Milliseconds since 1970. */
  execute_before: number;
  maximum_amount: string;
  /** It came before. */
  repeated: boolean;
}

export interface ResetSignalParams {
  /** An id, as lists show it. */
  id: string;
}

export interface ResetSignalResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  deleted: {
    iterations: number;
    price_points: number;
  };
}

export interface ShowDeveloperParams {
  /** An id, as lists show it. */
  id: string;
}

export interface ShowDeveloperResult {
  /** The author's account, `c_uid` of its signals. */
  id: string;
  name: string;
  description: string;
  website: string;
  /** The platform knows who it is. */
  verified: boolean;
  /** Seconds since 1970. */
  joined: number;
  signals: SignalHead[];
  subscribers: number;
  success_rate: number;
}

export interface ShowPositionParams {
  /** An id, as lists show it. */
  id: string;
  /** Default: "1h". */
  interval?: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h";
  /** Seconds since 1970. 0 to 8900000000. */
  from?: number;
  /** Seconds since 1970. 0 to 8900000000. */
  to?: number;
}

export interface ShowPositionResult {
  id: string;
  code: string;
  interval: string;
  klines: number[][];
  positions: {
    iteration: number;
    action: string;
    side: string;
    price: number;
    time: number;
  }[];
}

export interface ShowPriceMovementParams {
  /** The id of a signal. */
  id: string;
  /** The number of an iteration, as marketplace/signals-feed shows it. */
  iteration: string;
}

export interface ShowPriceMovementResult {
  id: string;
  iteration: number;
  code: string;
  opened: number;
  closed: number | null;
  open_price: number | null;
  close_price: number | null;
  points: number[][];
  /** Null where nothing was recorded. */
  high: {
    ms: number;
    price: number;
  } | null;
  /** Null where nothing was recorded. */
  low: {
    ms: number;
    price: number;
  } | null;
  gaps: number[][];
}

export interface ShowSubscriptionInformationResult {
  id: string;
  plan: string;
  /** Signals that the account may publish. */
  signals_maximum: number;
  signals_used: number;
  /** Signals that it may follow. */
  subscriptions_maximum: number;
  subscriptions_used: number;
  api_delay_ms: number;
  /** The channel `signals/<id>` may be followed. */
  websocket: boolean;
  /** When the package's month ends; null without one. */
  renews_at: number | null;
}

export interface TriggerSignalParams {
  /** An id, as lists show it. */
  id: string;
  signal: "buy" | "sell";
  action: "open" | "close";
  /** Milliseconds in which strategies that follow the signal may begin. 1 to 86400000. */
  execute_within: number;
  /** Decimal, at most 8 places. */
  maximum_amount: string;
}

export interface VerifyDeveloperParams {
  /** An id, as lists show it. */
  id: string;
  verified: boolean;
}

export interface VerifyDeveloperResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  developer: Developer;
}

export interface SignalsOperations {
  /**
   * Publish a signal. `key` is the account's developer key (marketplace/developer-key), and `payload` a JSON object
   * that was sealed with its secret: base64url of a nonce of 12 bytes, the AES-256-GCM ciphertext with the key as
   * additional data, and the tag of 16 bytes. The object has `name` and `code` (a market), and may have
   * `description`, `position` (long or short), `commissions` (percent of each side; the market's own fee counts where
   * it is higher), `price` (US dollars a month), `subscribers_max` and `custom_1` to `custom_4`. The package says how
   * many signals an account may publish: `free` 1, `basic` 10, `pro` 100.
   */
  addSignal(params: AddSignalParams, options?: ChangeOptions): Promise<AddSignalResult>;
  /**
   * Make the key that signals are sealed with. The secret is shown once, and the key of before opens nothing any
   * more. What is published with marketplace/signals-add is sealed with it, so that an API key alone does not publish
   * in the account's name.
   */
  createDeveloperKey(params?: Record<string, never>, options?: ChangeOptions): Promise<CreateDeveloperKeyResult>;
  /**
   * Make an address that charting tools trigger a signal with. The address holds a secret and is shown once: anyone
   * with it can trigger the signal. Put it into an alert of TradingView or of another tool as its webhook.
   * `execute_within` and `maximum_amount` count for messages that do not say. A signal has at most 20.
   */
  createHook(params: CreateHookParams, options?: ChangeOptions): Promise<CreateHookResult>;
  /**
   * Revoke an address of charting tools. It takes no messages from then on, and cannot be brought back: make another
   * one.
   */
  deleteHook(params: DeleteHookParams, options?: ChangeOptions): Promise<DeleteHookResult>;
  /**
   * Delete a signal. A signal that is closed is taken off the market: its hooks take no messages any more, and its
   * subscriptions end. What subscribers have paid for time that is left is paid back to them from the author's
   * balance.
   */
  deleteSignal(params: DeleteSignalParams, options?: ChangeOptions): Promise<DeleteSignalResult>;
  /**
   * How the account is shown as a developer of signals. What is not given stays. Without parameters it is shown as it
   * is. With another name or website it is not verified any more, until an admin verifies it again.
   */
  editDeveloper(params?: EditDeveloperParams, options?: ChangeOptions): Promise<EditDeveloperResult>;
  /**
   * Edit a signal. Changes its name and its notes. Market, price and fees stay, and so does everything that was
   * triggered.
   */
  editSignal(params: EditSignalParams, options?: ChangeOptions): Promise<EditSignalResult>;
  /**
   * How subscribed signals would have done. For each signal that the account follows or has followed: the result of
   * putting the same amount into every iteration since its last reset, net of fees, as late as in
   * marketplace/signals-feed. At most the newest 10,000 iterations, and only those whose prices the tape has.
   * `interval` is `iteration`: `equity` has one value for each, the newest 1,000; `equity_left_out` counts those
   * before them. Newest subscriptions first: where as many come as `limit` says, there may be more on the next page.
   * An answer counts as one more request for each 10,000 iterations.
   */
  listBacktestedSubscriptions: Paged<ListBacktestedSubscriptionsParams | undefined, ListBacktestedSubscriptionsResult, {
    id: string;
    signal_id: string;
    name: string;
    code: string;
    interval: string;
    /** Seconds since 1970. */
    from: number;
    /** Seconds since 1970. */
    to: number;
    trades: number;
    win_rate: number;
    profit_percent: number;
    max_drawdown_percent: number;
    sharpe: number;
    equity: number[][];
    equity_left_out: number;
    /** The subscription is active. */
    monitored: boolean;
  }>;
  /**
   * Signals to look at first. The ten with the highest profit since their last reset, as late as in
   * marketplace/signals-feed, and what it costs to follow them. A place cannot be bought.
   */
  listFeatured(params?: Record<string, never>, options?: CallOptions): Promise<ListFeaturedResult>;
  /**
   * Signals with their iterations. Newest signals first, 100 on a page that `signalpage` chooses. Each has its latest
   * iteration; with `more` those of the page that `limit` and `pagenumber` choose. Where `limit` is more than 100
   * then, a page has as many signals as make 10,000 iterations, at least 10. Everything is as it was some time ago:
   * 15 minutes without a key and with the package `free`, one minute with `basic`, nothing with `pro`, and nothing
   * for the account's own signals. Results are percent of the opening price, net of fees, of iterations since the
   * last reset whose prices the tape has.
   */
  listFeed: Paged<ListFeedParams | undefined, ListFeedResult, Signal>;
  /**
   * Addresses of charting tools. Those in force, newest first, each with what became of its newest message. The
   * addresses are not shown.
   */
  listHooks: Paged<ListHooksParams | undefined, ListHooksResult, SignalHook>;
  /**
   * Subscriptions to signals. Without `action` all of them, newest first: at most 1,000, of which those that have
   * ended long ago are left out first. With `action`, `id` names a signal or a subscription, and a key must be
   * allowed to trade. `subscribe` pays the first month to the author, unless it is paid, and sets which strategies
   * act: those of `profiles` start when the signal opens and are stopped softly when it closes; then those of
   * `closing_profiles` trade back exactly what the others have traded. Each acts once for an iteration. To begin or
   * resume what costs money needs full access. `pause` lets nothing start; what is open is still closed.
   * `unsubscribe` ends it: what is open stays as it is. The package says how many signals an account may follow:
   * `free` 1, `basic` 10, `pro` 100. Where it allows fewer than go on, the newest are paused; to go on with one of
   * these, pause another one first.
   */
  manageSubscriptions(params?: ManageSubscriptionsParams, options?: ChangeOptions): Promise<ManageSubscriptionsResult>;
  /**
   * Publish a signal in a session. For browsers: what marketplace/signals-add takes in a sealed payload is sent as it
   * is, and developer keys stay as they are. Only the main account, signed in, may do so. Programs use
   * marketplace/signals-add.
   */
  publishSignal(params: PublishSignalParams, options?: ChangeOptions): Promise<PublishSignalResult>;
  /**
   * Take a message of a charting tool. The address is that of marketplace/hooks/create. The body is JSON or a few
   * words, of any content type: `buy`, `sell open`, `{"action": "{{strategy.order.action}}", "market_position":
   * "{{strategy.market_position}}", "time": "{{timenow}}"}`. The same message again is answered as the first time,
   * and triggers nothing: for seven days where it has an `id` or a `time` and says the same, for a minute where it
   * has none. At most 30 messages a minute.
   */
  receiveMessage(params: ReceiveMessageParams, options?: CallOptions): Promise<ReceiveMessageResult>;
  /**
   * Begin a new record of a signal. Only its owner may reset it, and only while it is closed. Its record so far no
   * longer counts: `deleted` says how much that is. Earlier iterations stay to be seen in marketplace/signals-feed,
   * marked as reset.
   */
  resetSignal(params: ResetSignalParams, options?: ChangeOptions): Promise<ResetSignalResult>;
  /**
   * A developer of signals. With its signals, newest first, as late as in marketplace/signals-feed. `success_rate` is
   * the percentage of all their iterations since the last reset that have brought something, and `subscribers` how
   * many users follow one of them.
   */
  showDeveloper(params: ShowDeveloperParams, options?: CallOptions): Promise<ShowDeveloperResult>;
  /**
   * Positions of a signal on a chart. Candles of its market, and when it was opened and closed, as late as in
   * marketplace/signals-feed: at most 1,500 candles and the newest 1,000 iterations between `from` and `to`, the last
   * 300 candles where they are left out. A trigger whose price the tape does not have is not shown.
   */
  showPosition(params: ShowPositionParams, options?: CallOptions): Promise<ShowPositionResult>;
  /**
   * The price during an iteration. Closing prices of the candles that begin after its opening and end by its closing,
   * or until now where it is open, with the profit that each would have brought net of fees: at most 1,000, so of one
   * that is longer than 166 days the end. Each is named by the first millisecond of its candle; `high` and `low` are
   * of these candles. It is seen as late as in marketplace/signals-feed. `gaps` says from when to when nothing is
   * known; nothing is interpolated.
   */
  showPriceMovement(params: ShowPriceMovementParams, options?: CallOptions): Promise<ShowPriceMovementResult>;
  /**
   * What the plan allows with signals. `api_delay_ms` is how late the account learns of triggers of others, by
   * requests and by the WebSocket alike.
   */
  showSubscriptionInformation(params?: Record<string, never>, options?: CallOptions): Promise<ShowSubscriptionInformationResult>;
  /**
   * Open or close a position of a signal. `action` must fit the present status, and the closing `signal` is the
   * opposite of the opening one. Strategies of subscribers act once for each. They begin within `execute_within` of
   * the moment at which their subscriber's package lets them know, and each trades at most `maximum_amount` in quote
   * units; what was opened is closed however late it is. A signal opens at most 1,440 times within 24 hours.
   */
  triggerSignal(params: TriggerSignalParams, options?: ChangeOptions): Promise<AcceptedTrigger>;
  /** Say that a developer is who it says it is, or take that back. */
  verifyDeveloper(params: VerifyDeveloperParams, options?: ChangeOptions): Promise<VerifyDeveloperResult>;
}
