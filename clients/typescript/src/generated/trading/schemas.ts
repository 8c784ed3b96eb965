// Made by scripts/generate.js from the OpenAPI document. Do not edit.

export interface AcceptedTrigger {
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
}

export interface Access {
  /** An id, as lists show it. */
  id: string;
  ip: string;
  /** Always null: addresses are not looked up. */
  country: string | null;
  user_agent: string;
  method: "web" | "api";
  result: "success" | "failed" | "blocked";
  /** Seconds since 1970. */
  time_created: number;
}

export interface AccountInvitation {
  /** An id, as lists show it. */
  id: string;
  label: string;
  status: "open" | "used" | "revoked" | "expired";
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  expires_at: number;
  used_at: number | null;
  revoked_at: number | null;
  /** An id, as lists show it. */
  uid: string;
  /** Of the account that invites. */
  username: string;
}

export interface AdminUser {
  /** An id, as lists show it. */
  uid: string;
  /** Of a sub-account: its main account. */
  owner_uid: string | null;
  role: "user" | "support" | "admin";
  username: string;
  name: string;
  email: string;
  email_verified: boolean;
  /** The user's own: a sub-account cannot get in while its main account is disabled. */
  status: "enabled" | "disabled" | "closed";
  /** Whether a second factor is set up. */
  two_factor: boolean;
  may_invite: boolean;
  /** Seconds since 1970. */
  time_created: number;
  last_login: number | null;
}

export interface Alert {
  /** An id, as lists show it. */
  id: string;
  alert: "order_missing" | "order_appeared" | "order_late_fill" | "order_overfilled" | "order_raised" | "order_adopted" | "order_unknown" | "run_paused" | "run_held" | "run_unhedged" | "run_stopping" | "run_errored" | "halted" | "key_refused" | "exchange_banned" | "drivetime_low" | "signal_not_closed";
  reason: string | null;
  /** Whose it is; null for every user of the account. */
  uid: string | null;
  /** Seconds since 1970. */
  time: number;
  /**
   * By mail and Telegram. `not_wanted`: neither is on for a user who sees it; `over_limit`: the day had as many;
   * `late`: nothing could be sent for a day.
   */
  sent: "waiting" | "sent" | "not_wanted" | "over_limit" | "late";
  /** As webhooks receive it. */
  about: Record<string, unknown>;
}

/** Conditions and executions in their order; charges in USD */
export interface Algorithm {
  /** An id, as lists show it. */
  id: string;
  group_name: string;
  name: string;
  reverse_id: string | null;
  status: "draft" | "published" | "retired";
  maximum_transactions_successful: number | null;
  maximum_transactions_canceled: number | null;
  /** Decimal, 8 places. */
  cpa_successful: string;
  /** Decimal, 8 places. */
  cpa_canceled: string;
  package_minimum: string | null;
  /** Decimal, 8 places. */
  monthly_fee: string;
  comments: string;
  /** The account; null for the library. */
  owner_uid: number | null;
  conditions: Condition[];
  executions: Execution[];
  /** Yours: the latest. Of others: the published one. */
  version: number;
  published_version: number | null;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_updated: number;
}

export interface AlgorithmProblem {
  severity: "error" | "warning";
  part: "algorithm" | "condition" | "execution";
  /** An id, as lists show it. */
  id: string;
  position: number | null;
  /** Stable name of the problem. */
  code: string;
  message: string;
}

export interface Announcement {
  /** An id, as lists show it. */
  id: string;
  title: string;
  body: string;
  category: "maintenance" | "release" | "exchange" | "security";
  severity: "info" | "warning" | "critical";
  /** Seconds since 1970. */
  time_created: number;
  expires_at: number | null;
  /** When planned maintenance begins. */
  starts_at: number | null;
  /** When planned maintenance ends; null where that is open. */
  ends_at: number | null;
}

export interface ApiKey {
  /** An id, as lists show it. */
  id: string;
  label: string;
  /** First and last four characters. */
  key: string;
  access: "read_only" | "trade" | "full_access";
  addresses: string[];
  allow_bearer: boolean;
  strict: boolean;
  /** Seconds since 1970. */
  created_at: number;
  /** Exact to about a minute. */
  last_used: number | null;
}

export interface Article {
  /** An id, as lists show it. */
  id: string;
  title: string;
  brief: string;
  images: string[];
  state: "draft" | "scheduled" | "published" | "rejected";
  rejection_reason: string | null;
  /** Seconds since 1970. */
  publishdate: number;
  views: number;
  /** What was paid, and what is pending at the rate of today. */
  earnings: string;
  url: string;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_updated: number;
  /** HTML. */
  body: string;
}

export interface ArticleSummary {
  /** An id, as lists show it. */
  id: string;
  title: string;
  brief: string;
  images: string[];
  state: "draft" | "scheduled" | "published" | "rejected";
  rejection_reason: string | null;
  /** Seconds since 1970. */
  publishdate: number;
  views: number;
  /** What was paid, and what is pending at the rate of today. */
  earnings: string;
  url: string;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_updated: number;
}

export interface AuditEntry {
  /** An id, as lists show it. */
  id: string;
  /** Who made the change; null for the platform itself. */
  uid: string | null;
  /** What was done, such as ticket.create. */
  action: string;
  /** Id of what was changed. */
  subject: string;
  details: Record<string, unknown>;
  /** Seconds since 1970. */
  at: number;
}

export interface BillingHistoryEntry {
  /** An id, as lists show it. */
  id: string;
  /** topup: drivetime; subscription: packages, settings and servers. */
  type: "topup" | "deposit" | "subscription" | "commission" | "refund";
  currency: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Of everything, also of what is not listed here. */
  balance_after: string;
  status: "completed";
  reference: string;
  /** Seconds since 1970. */
  time_created: number;
}

/** A named set of profiles whose positions are added up */
export interface Book {
  /** An id, as lists show it. */
  id: string;
  name: string;
  codes: string[];
  profiles: string[];
  base_currency: string;
  /** What its strategies hold or have traded. Prices and profits are in the book's base currency. */
  position: {
    currency: string;
    money: "real" | "simulated";
    /** Below 0 where more was sold than bought. */
    amount: string;
    /** Null without an amount, where one strategy owes what another holds, or without a rate. */
    average_price: string | null;
    /** Null while the currency has no price. */
    unrealized_pnl: string | null;
    /** Before fees. Null while the book's base currency has no rate. */
    realized_pnl: string | null;
  }[];
  /** Trades of the account that are not in the positions yet. They follow. */
  uncounted: number;
  /** Trades of its strategies that are not in the positions, or without their fee, for want of a rate. */
  unvalued: number;
  /** Seconds since 1970. */
  time_created: number;
}

export interface Broadcast {
  /** An id, as lists show it. */
  id: string;
  title: string;
  body: string;
  /** Sub-accounts that there were when it was sent. */
  recipients: number;
  /** How many of them have read its present text. */
  read_by: number;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_updated: number;
}

export interface CheckedOrder {
  /** The exchange's id. */
  id: string;
  client_order_id: string | null;
  /** Id of the exchange key, by exchange-api-keys/list. */
  apikey: string;
  /** Code of the exchange. */
  exchange: string;
  /** Service code of the market. */
  code: string;
  /** BASE/QUOTE. */
  symbol: string;
  type: "market" | "limit";
  side: "buy" | "sell";
  time_in_force: string | null;
  /** Always false for an order that was placed elsewhere: it is not known. */
  post_only: boolean;
  reduce_only: boolean;
  price: string | null;
  average: string | null;
  /** Decimal, 8 to 18 places. */
  amount: string;
  /** Decimal, 8 to 18 places. */
  filled: string;
  /** Decimal, 8 to 18 places. */
  remaining: string;
  /** Decimal, 8 to 18 places. */
  cost: string;
  status: "open" | "closed" | "canceled" | "expired" | "rejected";
  fee: {
    currency: string;
    /** Decimal, 8 to 18 places. */
    cost: string;
  } | null;
  /** Oldest first: 1000 of one order, and 5000 of all orders of an answer. */
  trades: {
    /** The exchange's id. */
    id: string;
    /** Decimal, 8 to 18 places. */
    price: string;
    /** Decimal, 8 to 18 places. */
    amount: string;
    fee: {
      currency: string;
      /** Decimal, 8 to 18 places. */
      cost: string;
    } | null;
    taker_or_maker: "taker" | "maker" | null;
    /** Milliseconds since 1970. */
    time: number;
  }[];
  /**
   * Whether it has more trades than are here; `fee` is null then. exchange-query/order-check has those of one order,
   * and the question my_trades of exchange-query/create-query all of a market.
   */
  trades_left_out: boolean;
  /** Milliseconds since 1970. */
  time_created: number;
  /** Milliseconds since 1970. */
  last_updated: number;
  /** Placed elsewhere with the same key. It is shown, and left alone. */
  is_foreign: boolean;
  /**
   * The platform's knowledge of it. `unknown`: the exchange did not answer; it is looked up until it is certain.
   * `missing`: the exchange denies it.
   */
  state?: "created" | "sent" | "open" | "partially_filled" | "cancel_pending" | "unknown" | "missing" | "rejected" | "filled" | "canceled" | "expired" | "not_sent";
  reason?: string | null;
  /** Milliseconds since 1970. */
  checked_at: number;
  /** `cache`: the exchange did not answer. */
  source: "exchange" | "cache";
  /** Everything that has happened to the order, the oldest first; the last 100 of it. */
  transitions: {
    from: "created" | "sent" | "open" | "partially_filled" | "cancel_pending" | "unknown" | "missing" | "rejected" | "filled" | "canceled" | "expired" | "not_sent";
    to: "created" | "sent" | "open" | "partially_filled" | "cancel_pending" | "unknown" | "missing" | "rejected" | "filled" | "canceled" | "expired" | "not_sent";
    /** What happened: `handed` when it was sent, `report` when the exchange showed it, `fill` ... */
    event: string;
    reason: string | null;
    /** Milliseconds since 1970. */
    time: number;
  }[];
}

export interface Commission {
  /** An id, as lists show it. */
  id: string;
  /** `cpa` and `monthly_fee` go to the author of the algorithm. */
  kind: "commission" | "cpa" | "monthly_fee";
  /** An id, as lists show it. */
  subaccount_id: string;
  /** An id, as lists show it. */
  strategy_id: string;
  /** An id, as lists show it. */
  transaction_id: string;
  /** A currency, such as USDT. */
  currency: string;
  /** A share: 0.00100000 is a tenth of a percent; 0 for a fixed charge. */
  rate: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Seconds since 1970. */
  time_created: number;
}

export interface Competition {
  /** An id, as lists show it. */
  id: string;
  title: string;
  description: string;
  state: "upcoming" | "running" | "finished";
  /** Seconds since 1970. */
  starts_at: number;
  /** Seconds since 1970. */
  ends_at: number;
  /** Decimal, 8 places. */
  prize: string;
  currency: string;
  /** By what participants are compared. */
  metric: "return_percent" | "net_pnl" | "volume";
  /** Whether one may join once it runs. */
  late_join: boolean;
  /** Whether one may leave once it runs. */
  leave_after_start: boolean;
}

export interface CompetitionView {
  /** An id, as lists show it. */
  id: string;
  title: string;
  description: string;
  state: "upcoming" | "running" | "finished";
  /** Seconds since 1970. */
  starts_at: number;
  /** Seconds since 1970. */
  ends_at: number;
  /** Decimal, 8 places. */
  prize: string;
  currency: string;
  /** By what participants are compared. */
  metric: "return_percent" | "net_pnl" | "volume";
  /** Whether one may join once it runs. */
  late_join: boolean;
  /** Whether one may leave once it runs. */
  leave_after_start: boolean;
  participants: number;
  enrolled: boolean;
  /** One's own; null without a result. */
  rank: number | null;
  leaderboard: {
    rank: number;
    username_masked: string;
    /** Decimal, 8 places. */
    value: string;
    /** The account that a prize is paid to; for admins alone. */
    uid?: string;
  }[];
}

/** A test that must hold before a slice fires */
export interface Condition {
  /** An id, as lists show it. */
  id: string;
  /** An id, as lists show it. */
  algorithm_id: string;
  /** From 0. */
  position: number;
  name: string;
  /** From algorithm-creator/list-condition-operators. */
  operator: "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal" | "equal" | "not_equal" | "between" | "outside" | "crosses_above" | "crosses_below" | "increased_percent_in" | "decreased_percent_in" | "unchanged_for" | "is_true" | "is_false";
  /** A metric, or what it is compared with. */
  operand1: "spread" | "spread_ratio" | "spread_percent" | "price_ask" | "price_bid" | "price_mid" | "price_last" | "price_depth" | "qty_level" | "qty_cumulative" | "book_imbalance" | "balance_free" | "position" | "time_of_day" | "time_elapsed" | "transactions_successful" | "transactions_canceled" | "realized_pnl" | "funding_rate" | "indicator" | "signal_status" | "news_impact" | "news_tone_anger" | "news_tone_fear" | "news_tone_joy" | "news_tone_sadness" | "news_tone_analytical" | "news_tone_confident" | "news_tone_tentative" | "system_status" | "input_number" | "input_percent" | "input_seconds" | "other_code" | "previous_value" | "average_of_n";
  operand2: "spread" | "spread_ratio" | "spread_percent" | "price_ask" | "price_bid" | "price_mid" | "price_last" | "price_depth" | "qty_level" | "qty_cumulative" | "book_imbalance" | "balance_free" | "position" | "time_of_day" | "time_elapsed" | "transactions_successful" | "transactions_canceled" | "realized_pnl" | "funding_rate" | "indicator" | "signal_status" | "news_impact" | "news_tone_anger" | "news_tone_fear" | "news_tone_joy" | "news_tone_sadness" | "news_tone_analytical" | "news_tone_confident" | "news_tone_tentative" | "system_status" | "input_number" | "input_percent" | "input_seconds" | "other_code" | "previous_value" | "average_of_n" | null;
  side1: "asks" | "bids";
  side2: "asks" | "bids";
  /** `or` makes a group with the condition before. */
  join: "and" | "or";
  /** A profile names a market for it. */
  needs_code: boolean;
  /** A profile gives it a threshold. */
  needs_value: boolean;
  /** A profile chooses levels of the book for it. */
  needs_level: boolean;
}

/** One evaluation of a condition */
export interface ConditionEval {
  position: number;
  name: string;
  codes: string[];
  /** 1 to 10. */
  level1: number;
  level2: number | null;
  left: number | null;
  operator: string;
  right: number | null;
  right_end: number | null;
  result: boolean;
  unknown: string | null;
  age_ms: number | null;
  /** Milliseconds since 1970. */
  evaluated_at: number;
}

export interface ConditionOperator {
  /** As conditions name it. */
  id: string;
  name: string;
  /** How many stand beside the metric. */
  operands: number;
  /** For each of them, what it may be. */
  operand_types: ("input_number" | "input_percent" | "input_seconds" | "other_code" | "previous_value" | "average_of_n")[][];
  /** The result is a yes or a no. */
  returns: true;
  description: string;
}

export interface Developer {
  /** The author's account, `c_uid` of its signals. */
  id: string;
  name: string;
  description: string;
  website: string;
  /** The platform knows who it is. */
  verified: boolean;
  /** Seconds since 1970. */
  joined: number;
}

export interface DoubtfulDeposit {
  /** An id, as lists show it. */
  id: string;
  currency: string;
  /** `manual` for a deposit that was credited by hand. */
  network: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Decimal, 8 places. */
  fee: string;
  address: string;
  txid: string | null;
  confirmations: number | null;
  status: "pending_review" | "pending" | "completed" | "rejected" | "failed";
  /** Seconds since 1970. */
  time_created: number;
  completed_at: number | null;
  /** An id, as lists show it. */
  owner_uid: string;
  /** Lost for good, and the balance was too low to take it back. */
  needs_review: boolean;
}

export interface ExchangeAnnouncement {
  id: string;
  exchange: string;
  title: string;
  body: string;
  url: string;
  category: "listing" | "delisting" | "maintenance" | "rules" | "other";
  symbols: string[];
  time_published: number;
}

/** `used` is held by open orders */
export interface ExchangeBalance {
  currency: string;
  /** Decimal, 8 to 18 places. */
  free: string;
  /** Decimal, 8 to 18 places. */
  used: string;
  /** Decimal, 8 to 18 places. */
  total: string;
  usd_value: string | null;
  account: "spot" | "margin" | "swap" | "future";
}

export interface ExchangeKey {
  /** An id, as lists show it. */
  id: string;
  /** Code of the exchange. */
  exchange: string;
  label: string;
  /** First and last four characters; nothing of a short one. */
  token: string;
  /** `testing` until its first test has passed; only an active key trades. */
  status: "testing" | "active" | "disabled" | "invalid";
  permissions: {
    /** Reads balances and orders; null until tested. */
    read: boolean | null;
    /** Places orders; null until tested. */
    trade: boolean | null;
    /** Withdraws: a key for trading should not; null until tested. */
    withdraw: boolean | null;
  };
  /** Works from certain addresses only; null until tested. */
  ip_restricted: boolean | null;
  /** The user who added it. */
  owner_uid: number;
  /** It is the main account's, and the caller a sub-account of it. */
  shared: boolean;
  /** Ids of the running strategies that use it. */
  in_use_by: string[];
  /** What the first test of the key waits for; null where nothing is waited for. */
  waits_for: string | null;
  last_tested: number | null;
  /** The exchange's answer at the last test. */
  last_error: string | null;
  /** Seconds since 1970. */
  time_created: number;
}

/** A question to an exchange */
export interface ExchangeQuery {
  /** An id, as lists show it. */
  id: string;
  /** An id, as lists show it. */
  apikey: string;
  /** Code of the exchange. */
  exchange: string;
  /** From exchange-query/list-exchange-requests. */
  exchange_query: "balance" | "open_orders" | "closed_orders" | "order_check" | "order_cancel" | "positions" | "my_trades" | "trading_fees" | "deposit_address";
  state: "queued" | "running" | "completed" | "failed";
  /** The parameters of the request. */
  parameters: Record<string, unknown>;
  /** The exchange's answer; null until there is one, and where it is left out. */
  result: unknown;
  result_bytes: number | null;
  /** Whether there is an answer that this list leaves out: list-exchange-queries with `id` shows it. */
  result_left_out: boolean;
  error: string | null;
  latency_ms: number | null;
  /** Seconds since 1970. */
  time_created: number;
  completed_at: number | null;
}

/** A recipe for one order: a row of the algorithm */
export interface Execution {
  /** An id, as lists show it. */
  id: string;
  /** An id, as lists show it. */
  algorithm_id: string;
  /** From 0. */
  position: number;
  label: string;
  /** `from_condition`: buys or sells as the condition that held says. */
  side: "buy" | "sell" | "from_condition";
  /** From algorithm-creator/list-order-types. */
  order_type: "market" | "limit" | "maker" | "taker" | "fok" | "maker_taker" | "market_maker_taker" | "twap" | "iceberg" | "stop" | "stop_limit" | "trailing_stop" | "matrix_price_movement";
  depends_on: number | null;
  /** Fires with the slice, or by what happens to the row that it depends on. */
  trigger: "on_conditions" | "on_fill" | "on_partial_fill" | "on_send";
  /** Book that the price is read from: the row's own, that of another row, or the profile's reference. */
  price_source: "same" | "other" | "reference";
  /**
   * Sells no more than the run has bought of the currency, or buys no more than it has sold. With nothing to reduce,
   * it waits, and the other rows go on.
   */
  reduce_only: boolean;
}

export interface Export {
  /** An id, as lists show it. */
  id: string;
  /** Transactions of strategies, the strategies themselves, or news that name the market's coin. */
  system: "strategy_transactions" | "all_strategies" | "news";
  /** A workbook, or text with commas. */
  type: ".xls" | ".csv";
  /** A market: exchange code, hyphen, pair id. */
  symbol: string;
  /** At most so many rows. */
  limit: number;
  state: "queued" | "running" | "completed" | "failed" | "expired";
  /** So far. */
  rows: number;
  /** Of the complete file, in bytes. */
  size: number | null;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  expires_at: number;
}

export interface FollowedKeyword {
  keywordid: string;
  name: string;
  articles: number;
  last_match: number | null;
  time_created: number;
  /** By mail to the verified address, by the bot of alerts/telegram-edit, or both. */
  notify: "none" | "email" | "telegram" | "both";
  /** Whether it has an address for feed readers, and when that was read, to the hour. */
  feed: {
    /** Seconds since 1970. */
    time_created: number;
    time_read: number | null;
  } | null;
}

export interface Gap {
  /** Its first millisecond. */
  from: number;
  /** The first millisecond after it. */
  to: number;
  /**
   * `not_recorded`: neither recorded nor imported. `exchange_has_none`: the exchange was asked too, and has none.
   * `exchange_did_not_answer` and `too_much_at_once`: asking again may bring the rest.
   */
  reason: "not_recorded" | "exchange_has_none" | "exchange_did_not_answer" | "too_much_at_once";
}

export interface Invitation {
  /** An id, as lists show it. */
  id: string;
  label: string;
  status: "open" | "used" | "revoked" | "expired";
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  expires_at: number;
  used_at: number | null;
  revoked_at: number | null;
}

export interface Invoice {
  /** An id, as lists show it. */
  id: string;
  /** Without gaps in each year: 2026-000001. */
  number: string;
  /** Seconds since 1970. */
  period_from: number;
  /** Seconds since 1970. */
  period_to: number;
  currency: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Decimal, 8 places. */
  tax: string;
  /** Decimal, 8 places. */
  total: string;
  status: "zero" | "due" | "paid" | "void";
  items: {
    description: string;
    quantity: string;
    /** Decimal, 8 places. */
    amount: string;
  }[];
  /** Seconds since 1970. */
  time_created: number;
  paid_at: number | null;
}

export interface Iteration {
  id: string;
  signal_id: string;
  iteration: string;
  status: string;
  direction: string;
  open_time: string;
  close_time: string;
  open_price: string;
  close_price: string;
  amount: string;
  profit: string;
  profit_percent: string;
  runtime: string;
  /** compiled, waiting for the tape, or no recorded price: then nothing is computed from it. */
  price_status: string;
  /** true for one from before the last reset, which counts for nothing. */
  reset: string;
}

export interface Latency {
  code: string;
  minimum_ms: number | null;
  average_ms: number | null;
  maximum_ms: number | null;
  /** 0 to 100. */
  loss_percent: number;
  samples: number;
}

export interface Ledger {
  /** An id, as lists show it. */
  id: string;
  type: "subscription" | "commission" | "server" | "signal" | "referral" | "refund" | "withdraw" | "deposit" | "article" | "drivetime";
  /** A currency, such as USDT. */
  currency: string;
  /** Below 0 for what was paid. */
  amount: string;
  /** Decimal, 8 places. */
  balance_after: string;
  /** The purpose; never posted twice. */
  reference: string;
  description: string;
  /** Seconds since 1970. */
  time_created: number;
}

export interface MatchedPair {
  pair: string;
  count: number;
  /** Names of exchanges. */
  active: string[];
  detail: Record<string, Symbol>;
  possible_combinations: number;
}

export interface Meta {
  api_version: number;
  system_version: string;
  /** The HTTP status. */
  status: number;
  /** What was asked, without the leading slash. */
  endpoint: string;
  auth_required: boolean;
  /** There only where a key was shown or needed. */
  auth_success?: boolean;
  rateLimits: {
    minute: number;
  };
  subscription?: {
    id: string;
    name: string;
  };
  /** When it was answered, in milliseconds since 1970. */
  ms: number;
  /** The same in seconds. */
  time: number;
  /** The caller; -1 without a key. */
  uid: number;
  /** Of this request, as in the log. */
  id: string;
  /** Seconds that the answer took. */
  process_time: string;
}

export interface MissingOrders {
  /** Id of the exchange key. */
  apikey: string;
  exchange: string;
  code: string | null;
  /** Why orders are missing, and which. */
  error: string;
}

export interface NewsItem {
  id: string;
  date: {
    /** Seconds since 1970. */
    time_published: string;
    /** Of the week. */
    day: string;
    /** YYYY-MM-DD. */
    format1: string;
    /** `1 July 2020`. */
    format2: string;
  };
  title: string;
  brief: string;
  /** What of the watchlist it names, separated by commas. */
  keywords: string;
  url: string;
  source: string;
  image: string;
  domain: string;
  author: string;
  price_impact_120s: {
    /** `completed`, `Still processing.` or `subscription required`. */
    status: string;
    data: unknown[] | Record<string, {
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
    }>;
  };
  price_impact_300s: {
    /** `completed`, `Still processing.` or `subscription required`. */
    status: string;
    data: unknown[] | Record<string, {
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
    }>;
  };
  price_impact_600s: {
    /** `completed`, `Still processing.` or `subscription required`. */
    status: string;
    data: unknown[] | Record<string, {
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
    }>;
  };
  price_impact_900s: {
    /** `completed`, `Still processing.` or `subscription required`. */
    status: string;
    data: unknown[] | Record<string, {
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
    }>;
  };
  price_impact_1200s: {
    /** `completed`, `Still processing.` or `subscription required`. */
    status: string;
    data: unknown[] | Record<string, {
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
    }>;
  };
  price_impact_1800s: {
    /** `completed`, `Still processing.` or `subscription required`. */
    status: string;
    data: unknown[] | Record<string, {
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
    }>;
  };
  price_impact_3600s: {
    /** `completed`, `Still processing.` or `subscription required`. */
    status: string;
    data: unknown[] | Record<string, {
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
    }>;
  };
  tone: {
    status: string;
    data: {
      tone_id: string;
      tone_name: string;
      score: number;
    }[];
  };
  /** ISO 639-1. */
  language: string;
  /** How often it was published again, by this and other sources. */
  echoes: number;
  /** Seconds since 1970. */
  time_seen: number;
  time_edited: number | null;
}

export interface Operation {
  path: string;
  parent: string;
  name: string;
  description: string;
  auth_required: boolean;
  methods: string[];
  /** One of our own, which the public documentation does not have. */
  beyond_documentation: boolean;
  parameters: {
    name: string;
    required: boolean;
    minimum_length: number | null;
    default: unknown;
    description: string;
  }[];
}

export interface Opportunity {
  /** Two service codes joined by +. */
  code: string;
  /** current_opt2 less current_opt1. */
  spread: number;
  /** btc_opt1 less btc_opt2, in bitcoin. */
  difference: number | null;
  /** Proceeds of one unit, in bitcoin. */
  btc_opt1: number | null;
  /** Cost of one unit, in bitcoin. */
  btc_opt2: number | null;
  current_opt1: number;
  current_opt2: number;
  /** (btc_opt1 - btc_opt2) / btc_opt2 x 100, before fees. */
  return_percent: number;
  fees_percent: number;
  net_percent: number;
  /** Milliseconds since 1970. */
  time: number;
}

/** Quantities in units of the base currency; prices and cost in the quote's */
export interface Order {
  /** The exchange's id. */
  id: string;
  client_order_id: string | null;
  /** Id of the exchange key, by exchange-api-keys/list. */
  apikey: string;
  /** Code of the exchange. */
  exchange: string;
  /** Service code of the market. */
  code: string;
  /** BASE/QUOTE. */
  symbol: string;
  type: "market" | "limit";
  side: "buy" | "sell";
  time_in_force: string | null;
  /** Always false for an order that was placed elsewhere: it is not known. */
  post_only: boolean;
  reduce_only: boolean;
  price: string | null;
  average: string | null;
  /** Decimal, 8 to 18 places. */
  amount: string;
  /** Decimal, 8 to 18 places. */
  filled: string;
  /** Decimal, 8 to 18 places. */
  remaining: string;
  /** Decimal, 8 to 18 places. */
  cost: string;
  status: "open" | "closed" | "canceled" | "expired" | "rejected";
  fee: {
    currency: string;
    /** Decimal, 8 to 18 places. */
    cost: string;
  } | null;
  /** Oldest first: 1000 of one order, and 5000 of all orders of an answer. */
  trades: {
    /** The exchange's id. */
    id: string;
    /** Decimal, 8 to 18 places. */
    price: string;
    /** Decimal, 8 to 18 places. */
    amount: string;
    fee: {
      currency: string;
      /** Decimal, 8 to 18 places. */
      cost: string;
    } | null;
    taker_or_maker: "taker" | "maker" | null;
    /** Milliseconds since 1970. */
    time: number;
  }[];
  /**
   * Whether it has more trades than are here; `fee` is null then. exchange-query/order-check has those of one order,
   * and the question my_trades of exchange-query/create-query all of a market.
   */
  trades_left_out: boolean;
  /** Milliseconds since 1970. */
  time_created: number;
  /** Milliseconds since 1970. */
  last_updated: number;
  /** Placed elsewhere with the same key. It is shown, and left alone. */
  is_foreign: boolean;
  /**
   * The platform's knowledge of it. `unknown`: the exchange did not answer; it is looked up until it is certain.
   * `missing`: the exchange denies it.
   */
  state?: "created" | "sent" | "open" | "partially_filled" | "cancel_pending" | "unknown" | "missing" | "rejected" | "filled" | "canceled" | "expired" | "not_sent";
  reason?: string | null;
}

export interface OrderImport {
  /** An id, as lists show it. */
  id: string;
  exchange: string;
  /** An id, as lists show it. */
  key_id: string;
  state: "queued" | "running" | "completed" | "failed";
  /** The oldest trade that was read. */
  from: number | null;
  /** The newest. */
  to: number | null;
  /**
   * Since when the trades of all markets that are imported are known: not before `since` of the settings, nor before
   * what the exchange still told when they were read. Null while markets are not read to their end, and where it is
   * not known.
   */
  complete_since: number | null;
  /** Trades that were not known before. */
  imported: number;
  /** Trades that were known, or are of orders placed here. */
  skipped: number;
  /** What is missing, and why; also of a run that is completed, such as a market that is listed no more. */
  errors: string[];
  /** Seconds since 1970. */
  time_created: number;
}

export interface OrderType {
  /** As executions name it. */
  id: string;
  name: string;
  /** It has a limit price, exact or from a reference. */
  needs_price: boolean;
  /** It may rest in the book and be filled by others. */
  maker: boolean;
  /** It may fill orders of others. */
  taker: boolean;
  /** PO: post only. */
  time_in_force: ("GTC" | "IOC" | "FOK" | "PO")[];
  /** Codes of the exchanges that have it; null for all. */
  exchanges: string[] | null;
  description: string;
}

/** Of the latest run */
export interface OverviewRow {
  row: number;
  code: string;
  side: "buy" | "sell";
  qty_parent: string | null;
  /** Decimal, 8 to 18 places. */
  qty_done: string;
  remaining: string | null;
  /** Decimal, 8 to 18 places. */
  dust: string;
  average_price: string | null;
  slices_done: number;
  slices_total: number | null;
  open_orders: number;
  /** Base units that this row lacks of another one, and that are not traded any more. */
  unhedged: {
    /** Decimal, 8 to 18 places. */
    amount: string;
  };
}

export interface Package {
  /** What to switch to it by. */
  id: string;
  name: string;
  description: string;
  /** Decimal, 8 places. */
  price: string;
  currency: string;
  period: "month";
  pro_version: boolean;
  /** The account has it. */
  current: boolean;
  limits: PlanLimits;
}

export interface PlanLimits {
  user_settings: {
    enabled: boolean;
    twofactor: boolean;
    private_hosting: boolean;
    private_hive: boolean;
    api_access: boolean;
    ratelimit: {
      /** Shortest time between two requests of a key. */
      ms: number;
      /** Requests a minute. */
      minute: number;
    };
  };
  strategies: {
    enabled: boolean;
    /** Percent of the volume of each successful transaction. */
    commissions: number;
    /** Milliseconds between two evaluations. */
    orderbook_refresh: number;
    liquidity_check_maximum: number;
    algos_excluded: string[];
    maximum: {
      strategies: number;
      templates: number;
      concurrent_exchange_api_key: number;
      /** Seconds that a strategy may run without drivetime. */
      duration: number;
    };
    ratelimit: {
      orders_per_second: number;
    };
    spread: {
      minimum: number;
      maximum: number;
    };
    price_offset: {
      minimum: number;
      maximum: number;
    };
    qty_parent: {
      minimum: number;
      maximum: number;
    };
    qty_child: {
      minimum: number;
      maximum: number;
    };
    sleep_interval: {
      minimum: number;
      maximum: number;
    };
    export: {
      transactions_rows: number;
      /** Seconds that an export is kept. */
      maximum_storage_time: number;
    };
    servers: {
      speed_testing: boolean;
      shared_resource: boolean;
      private_resource: boolean;
      locations: {
        private: {
          active: string[];
          inactive: string[];
        };
        shared: {
          active: string[];
          inactive: string[];
        };
      };
    };
  };
  subaccounts: {
    enabled: boolean;
    maximum_accounts: number;
    qty_parent: {
      maximum: number;
    };
    qty_child: {
      minimum: number;
    };
    exchanges: string[];
    see_all_strategies: boolean;
    export: boolean;
    exchange_api_keys: {
      share_master: boolean;
      add_own: boolean;
    };
    api_access: boolean;
    force_twofactor: boolean;
  };
  exchange_api_keys: {
    enabled: boolean;
    maximum_stored: number;
  };
}

/** An algorithm with the values that its owner gave it */
export interface Profile {
  /** An id, as lists show it. */
  id: string;
  tab_id: string | null;
  name: string;
  description: string;
  algorithm_id: string | null;
  algorithm: {
    /** An id, as lists show it. */
    id: string;
    group_name: string;
    name: string;
  } | null;
  parent: {
    qty: string | null;
    currency: string | null;
  };
  /** Seconds between two slices. */
  slice_delay: number;
  /** Slices fire by time alone. */
  noconditions: boolean;
  price_convert_conditions: string | null;
  price_convert_executions: string | null;
  conditions: ProfileCondition[];
  executions: ProfileExecution[];
  /** What can run with these values: one, unless it was duplicated within the profile. */
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
  }[];
  /**
   * `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new
   * slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange.
   * `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner.
   */
  state: "draft" | "ready" | "starting" | "running" | "paused" | "soft_stopping" | "stopping" | "stopped" | "force_stopped" | "reconvening" | "completed" | "errored";
  run_id: string | null;
  /** Of the latest run of each of its strategies. */
  counters: {
    successful: number;
    canceled: number;
    failed: number;
    slices_done: number;
    slices_total: number | null;
    /** One was stopped by force, and its orders have changed since: these figures are those of the stop. */
    is_behind: boolean;
  };
  /** In the display, from 0. */
  position: number;
  template_id: string | null;
  owner_uid: number;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_updated: number;
  /** `description`, `conditions` and `executions` are empty: too much for the list. Its `id` shows them. */
  values_left_out: boolean;
}

export interface ProfileCondition {
  /** Place of the condition in the algorithm, from 0. */
  row: number;
  /** Of the condition, such as `spread_greater_than_input_number`. */
  name: string;
  /** A service code, or two joined by + for a spread. */
  code: string;
  /** Threshold; two with a comma for a range. */
  value: string;
  /** 1 to 10. */
  orderbooklevel_side1: number;
  /** 1 to 10. */
  orderbooklevel_side2: number;
}

/** Quantities in units of the base currency, prices in the quote's */
export interface ProfileExecution {
  /** Place of the execution in the algorithm, from 0. */
  row: number;
  /** Service code of the market. */
  code: string;
  apikey: string | null;
  apikeysmarket: "spot" | "margin" | "swap" | "future";
  parent: string | null;
  value: string | null;
  /** Decimal, 8 to 18 places. */
  leverage: string;
  /** Decimal, 8 to 18 places. */
  priceoffset: string;
  priceexact: string | null;
  priceoffsetside: "same" | "opposite" | "bids" | "asks" | "mid";
  priceoffsettype: "ob1" | "ob2" | "ob3" | "ob4" | "ob5";
  pricereference: string | null;
  toleranceminimum: string | null;
  tolerancemaximum: string | null;
  /** Milliseconds; 0 for no limit. */
  maximumtimelive: number;
  /** Percent; 0 for off. 0 to 100. */
  obqtycumulativecheck: number;
  /** Milliseconds. */
  post_request_delay: number;
  /** Milliseconds. */
  post_request_random: number;
}

export interface PublishedArticle {
  /** An id, as lists show it. */
  article_id: string;
  title: string;
  brief: string;
  author: string;
  url: string;
  /** Seconds since 1970. */
  time_published: number;
  image: string | null;
}

export interface Quote {
  price: number;
  qty: number;
  /** Milliseconds since 1970. */
  time: number;
}

export interface ReceivedBroadcast {
  /** An id, as lists show it. */
  id: string;
  title: string;
  body: string;
  /** Whether its present text had been listed before. */
  was_read: boolean;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_updated: number;
}

export interface Referral {
  /** An id, as lists show it. */
  id: string;
  username_masked: string;
  /** pending until the first login, cancelled when the account is disabled or closed. */
  status: "pending" | "active" | "cancelled";
  commission_percent: number;
  /** Decimal, 8 places. */
  earned: string;
  /** Of earned. Further currencies are in earned_by_currency. */
  currency: string;
  earned_by_currency: Record<string, string>;
  /** Seconds since 1970. */
  time_created: number;
}

export interface Reminder {
  /** An id, as lists show it. */
  id: string;
  title: string;
  body: string;
  /** Seconds since 1970: the next time, or the last when it is over. */
  remind_at: number;
  repeat: "none" | "daily" | "weekly" | "monthly";
  /** Whether it is over: no mail is to come any more. */
  sent: boolean;
  last_sent: number | null;
  /** Seconds since 1970. */
  time_created: number;
}

export interface ReviewedWithdrawal {
  /** An id, as lists show it. */
  id: string;
  currency: string;
  /** `manual` for a deposit that was credited by hand. */
  network: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Decimal, 8 places. */
  fee: string;
  address: string;
  txid: string | null;
  confirmations: number | null;
  status: "pending_review" | "pending" | "completed" | "rejected" | "failed";
  /** Seconds since 1970. */
  time_created: number;
  completed_at: number | null;
  reviewed_by: string | null;
  reviewed_at: number | null;
  reason: string | null;
  /** An id, as lists show it. */
  owner_uid: string;
  /** An id, as lists show it. */
  requested_by: string;
  /** 1 to 2. */
  approvals_needed: number;
  approved_by: string[];
}

/**
 * What limits are compared with. Results count trades of the platform at the rates of now, less fees. They are
 * measured from when a limit on them was set, and are 0 without one. Null where a currency has no rate. `open_orders`
 * counts all orders; an order is compared with those of its own kind of money
 */
export interface RiskFigures {
  open_orders: number;
  /** Orders that exchanges refused in the last 60 seconds. */
  rejects_minute: number;
  result_day: string | null;
  drawdown: string | null;
  /** What the results and the rejects are of: real money where there is any. */
  money: "real" | "simulated";
  /**
   * Currencies and markets that keep the results unknown. Until they have a rate, limits on results refuse orders
   * that do not make a position smaller. Connect an exchange that has a market of them in USD or a stablecoin, or
   * take the limits away.
   */
  without_rate: string[];
  positions: {
    /** A market: exchange code, hyphen, pair id. */
    code: string;
    /** Base units that were bought less those that were sold; a decimal. */
    quantity: string;
    value: string | null;
  }[];
}

export interface RiskHalt {
  /** What it stops. */
  scope: "platform" | "account" | "key" | "strategy";
  /** The main account's uid, or the id of the key or strategy; 0 for the platform. */
  id: string;
  /** Who stopped it. */
  source: "user" | "operator" | "limit";
  mode: "reducing" | "halted";
  limit: string | null;
  reason: string;
  set_by: string | null;
  /** Seconds since 1970. */
  set_at: number;
}

/** Null without a limit. Money in USD */
export interface RiskLimits {
  scope: "account" | "key" | "strategy";
  /** The main account's uid, or the id of the key or strategy. */
  id: string;
  maximum_open_orders: number | null;
  maximum_notional: string | null;
  maximum_position: string | null;
  maximum_loss_day: string | null;
  maximum_drawdown: string | null;
  maximum_rejects_minute: number | null;
  price_collar_percent: string | null;
  maximum_book_age_ms: number | null;
  resume: "auto" | "manual";
  /** Seconds since 1970. */
  updated_at: number;
}

export interface RunAck {
  status: true;
  /** An id, as lists show it. */
  id: string;
  run_id: string | null;
  /**
   * `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new
   * slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange.
   * `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner.
   */
  state: "draft" | "ready" | "starting" | "running" | "paused" | "soft_stopping" | "stopping" | "stopped" | "force_stopped" | "reconvening" | "completed" | "errored";
  /** It was so before: nothing happened. */
  already: boolean;
  /** Orders that are still open at exchanges. */
  open_orders: number;
  /** Those orders. */
  orders: {
    /** An id, as lists show it. */
    id: string;
    /** Ours; the exchange knows it too. */
    client_order_id: string;
    /** Service code. */
    code: string;
    /** Empty before the exchange has told it. */
    exchange_order_id: string;
  }[];
  message: string;
}

export interface ScheduleEntry {
  /** Of what it is about; a repeating one is there several times. */
  id: string;
  type: "reminder" | "maintenance" | "subscription" | "competition" | "order_send";
  title: string;
  /** Seconds since 1970. */
  starts_at: number;
  ends_at: number | null;
  reference: string;
}

export interface SecurityApiKey {
  /** An id, as lists show it. */
  id: string;
  label: string;
  key_masked: string;
  access: "read_only" | "trade" | "full_access";
  /** Addresses and CIDR ranges; empty for any. */
  ip_whitelist: string[];
  last_used: number | null;
  /** Seconds since 1970. */
  time_created: number;
}

export interface Server {
  /** An id, as lists show it. */
  id: string;
  type: "private" | "shared";
  region: string;
  /** Id of the machine, as server-types shows it. */
  server_package: string;
  /** Comes with the package; cannot be disabled. */
  default: boolean;
  status: "provisioning" | "active" | "stopping" | "disabled" | "failed";
  cpu: number;
  memory_mb: number;
  /** Decimal, 8 places. */
  price_hour: string;
  active_strategies: number;
  /** Seconds since 1970. */
  time_created: number;
  /** Null until it is active, and for default ones. */
  expires_at: number | null;
  /** While a rented one waits for its machine: if there is none by then, it fails and is paid back. */
  fails_at: number | null;
  /** What the status means, in words. */
  status_text: string;
}

export interface ServerSpeed {
  server_id: string;
  exchange1: Latency;
  exchange2: Latency;
  combined_ms: number | null;
  /** Milliseconds since 1970. */
  tested_at: number;
}

export interface ServerType {
  /** What to rent it by. */
  id: string;
  type: "private" | "shared";
  name: string;
  cpu: number;
  memory_mb: number;
  disk_gb: number;
  network_mbps: number;
  /** Where the plan lets you rent it. */
  regions: string[];
  /** Decimal, 8 places. */
  price_hour: string;
  /** Decimal, 8 places. */
  price_total: string;
  currency: string;
  duration: number;
}

export interface Session {
  /** An id, as lists show it. */
  id: string;
  ip: string;
  /** Not known. */
  country: null;
  user_agent: string;
  /** The one that asks. */
  current: boolean;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_seen: number;
}

export interface Signal {
  id: string;
  time_created: string;
  last_updated: string;
  c_uid: string;
  c_name: string;
  c_status: string;
  c_iteration: string;
  c_profit: string;
  c_order: string;
  c_average: string;
  c_usdt_volume: string;
  c_last_profit: string;
  c_last_runtime: string;
  c_direction: string;
  c_codes: string;
  c_description: string;
  c_price: string;
  c_subscribers_current: string;
  c_subscribers_max: string;
  c_success_rate: string;
  c_current_success_streak: string;
  c_action_direction_1: string;
  c_action_direction_2: string;
  c_action_maxtime_1: string;
  c_action_maxtime_2: string;
  c_action_maxamount_1: string;
  c_action_maxamount_2: string;
  custom_1: string;
  custom_2: string;
  custom_3: string;
  custom_4: string;
  iteration_children: Iteration[];
}

export interface SignalHead {
  id: string;
  time_created: string;
  last_updated: string;
  c_uid: string;
  c_name: string;
  c_status: string;
  c_iteration: string;
  c_profit: string;
  c_order: string;
  c_average: string;
  c_usdt_volume: string;
  c_last_profit: string;
  c_last_runtime: string;
  c_direction: string;
  c_codes: string;
  c_description: string;
  c_price: string;
  c_subscribers_current: string;
  c_subscribers_max: string;
  c_success_rate: string;
  c_current_success_streak: string;
  c_action_direction_1: string;
  c_action_direction_2: string;
  c_action_maxtime_1: string;
  c_action_maxtime_2: string;
  c_action_maxamount_1: string;
  c_action_maxamount_2: string;
  custom_1: string;
  custom_2: string;
  custom_3: string;
  custom_4: string;
}

export interface SignalHook {
  id: string;
  signal_id: string;
  label: string;
  execute_within: number;
  maximum_amount: string;
  /** Seconds since 1970. */
  time_created: number;
  last_message: {
    /** Milliseconds since 1970. */
    time: number;
    outcome: "triggered" | "refused";
    /** Why it was refused. */
    reason: string;
  } | null;
}

export interface SignalSubscription {
  id: string;
  signal_id: string;
  name: string;
  /** A month. */
  price: string;
  currency: string;
  state: "active" | "paused" | "cancelled";
  /** Null where nothing is paid. */
  renews_at: number | null;
  /** Strategies that start when the signal opens. */
  profiles: string[];
  /** Those that trade back what was traded. */
  closing_profiles: string[];
  /** Why it is paused or cancelled, where its user did not ask for it. */
  reason: string;
  /** The last act of a strategy, or why it did not act. */
  last_act: string | null;
}

export interface SoftStopAck {
  status: true;
  /** An id, as lists show it. */
  id: string;
  run_id: string | null;
  /**
   * `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new
   * slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange.
   * `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner.
   */
  state: "draft" | "ready" | "starting" | "running" | "paused" | "soft_stopping" | "stopping" | "stopped" | "force_stopped" | "reconvening" | "completed" | "errored";
  /** It was so before: nothing happened. */
  already: boolean;
  /** Orders that are still open at exchanges. */
  open_orders: number;
  /** Those orders. */
  orders: {
    /** An id, as lists show it. */
    id: string;
    /** Ours; the exchange knows it too. */
    client_order_id: string;
    /** Service code. */
    code: string;
    /** Empty before the exchange has told it. */
    exchange_order_id: string;
  }[];
  message: string;
  waiting_for: string[];
}

export interface Spread {
  /** Two service codes joined by +: the first asks, the second bids. */
  combination: string;
  /** Ask less bid. */
  price: number;
  /** Ask divided by bid. */
  ratio: number;
  ask: Quote;
  bid: Quote;
}

export interface SpreadCandle {
  open: number;
  close: number;
  high: number;
  low: number;
  time: string;
}

export interface StaffTicket {
  /** An id, as lists show it. */
  id: string;
  /** What people quote. */
  number: string;
  subject: string;
  category: "general" | "account" | "billing" | "trading" | "exchanges" | "api";
  status: "open" | "answered" | "waiting" | "closed";
  priority: "low" | "normal" | "high";
  /** Oldest first; in lists the latest 10, or fewer where a page would be longer than a megabyte. */
  messages: TicketMessage[];
  messages_total: number;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_updated: number;
  /** An id, as lists show it. */
  uid: string;
  username: string;
  name: string;
  email: string;
}

/** Of all runs since each strategy was last reset, but for `realized_pnl` */
export interface StatBlock {
  /** Of all amounts; by the rates of this moment. */
  currency: "USD";
  /** Currencies that have no rate: amounts in them are left out. */
  without_rate: string[];
  strategies: number;
  open_orders: number;
  transactions: {
    successful: number;
    canceled: number;
    failed: number;
    partial: number;
  };
  /** The price of all that was traded. Decimal, 8 places. */
  volume: string;
  /** What was paid; below 0 for rebates. Decimal, 8 places. */
  fees: string;
  /** Of the latest run of each strategy alone and after its fees, as strategy/data/list. Decimal, 8 places. */
  realized_pnl: string;
  unrealized_pnl: string | null;
  average_spread_entry: string | null;
  average_slippage: string | null;
  average_journey_ms: number | null;
}

export interface StrategyDebug {
  /** An id, as lists show it. */
  id: string;
  /**
   * `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new
   * slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange.
   * `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner.
   */
  state: "draft" | "ready" | "starting" | "running" | "paused" | "soft_stopping" | "stopping" | "stopped" | "force_stopped" | "reconvening" | "completed" | "errored";
  loop: {
    /** Milliseconds since 1970. */
    last_at: number;
    /** Microseconds that the last evaluation took. */
    duration_us: number;
    evaluations: number;
  };
  /** The first gate that is closed; empty where the last evaluation fired. */
  gate: string;
  /** The same in words. */
  why: string;
  /** Rows that hold the slice up. */
  rows: {
    row: number;
    why: string;
  }[];
  /** How often each gate was closed in this process. */
  gates_closed: Record<string, number>;
  conditions: ConditionEval[];
  books: {
    code: string;
    bid: number | null;
    ask: number | null;
    age_ms: number;
    synced: boolean;
    /** Changes of its best prices since the process began. */
    changes: number;
  }[];
  /** Base units that a row owes to the fills of others. */
  owed: {
    row: number;
    amount: string;
  }[];
  /** Stops that follow fills and wait for their price: the base units that each protects, and its trigger. */
  armed: {
    row: number;
    amount: string;
    trigger: string;
  }[];
  /** Transactions whose outcome is not known yet. */
  inflight: string[];
  lookups: {
    /** An id, as lists show it. */
    transaction_id: string;
    attempts: number;
    /** Milliseconds since 1970. */
    next_at: number;
  }[];
  queue_depth: number;
  log: {
    /** Milliseconds since 1970. */
    ms: number;
    level: "debug" | "info" | "warn" | "error";
    message: string;
  }[];
}

export interface StrategyPnl {
  /** An id, as lists show it. */
  id: string;
  /** Empty for a strategy that is gone. */
  name: string;
  /** Null for a strategy that is gone. */
  algorithm_id: string | null;
  /** Decimal, 8 places. */
  realized_pnl: string;
  /** Null while a position of it has no price. */
  unrealized_pnl: string | null;
  /** Decimal, 8 places. */
  fees: string;
  /** Decimal, 8 places. */
  commissions: string;
  /** Realized less fees and commissions. */
  net_pnl: string;
  currency: "USD";
  /** Net, of the most that its positions have cost at a time. */
  return_percent: number;
  trades: number;
  /** Decimal, 8 places. */
  volume: string;
  /** Its first trade. */
  started: number | null;
  /** Its last trade; null while it runs. */
  stopped: number | null;
}

/** Figures of the latest run, but for `pnl.unrealized` */
export interface StrategySummary {
  /** An id, as lists show it. */
  id: string;
  /** An id, as lists show it. */
  profile_id: string;
  name: string;
  tab_id: string | null;
  algorithm_id: string | null;
  /**
   * `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new
   * slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange.
   * `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner.
   */
  state: "draft" | "ready" | "starting" | "running" | "paused" | "soft_stopping" | "stopping" | "stopped" | "force_stopped" | "reconvening" | "completed" | "errored";
  run_id: string | null;
  server_id: string | null;
  /** Service codes of its markets. */
  codes: string[];
  /** 0 to 1. */
  progress: number;
  qty_parent: string | null;
  /** Decimal, 8 to 18 places. */
  qty_done: string;
  open_orders: number;
  transactions: {
    successful: number;
    canceled: number;
    failed: number;
  };
  /**
   * It was stopped by force, and its orders may have changed since. `transactions`, `qty_done`, `progress` and the
   * realized profit are those of the stop or of a moment later, until it is started again. `open_orders` is of now.
   */
  is_behind: boolean;
  pnl: {
    /** What was earned, after fees: `fees` is already taken off. Decimal, 8 places. */
    realized: string;
    unrealized: string | null;
    /**
     * Why `unrealized` is null. `no_price`: a position, or the currency, has no price now. `no_rate`: a trade of it
     * could not be valued. `uncounted`: trades are still being counted.
     */
    unrealized_unknown: "no_price" | "no_rate" | "uncounted" | null;
    /** What was paid; below 0 for rebates. Decimal, 8 places. */
    fees: string;
    currency: string;
  };
  started_at: number | null;
  stops_at: number | null;
  last_event: {
    /** Milliseconds since 1970. */
    ms: number;
    type: string;
    message: string;
  } | null;
}

export interface Subaccount {
  /** An id, as lists show it. */
  id: string;
  /** An id, as lists show it. */
  uid: string;
  name: string;
  email: string;
  username: string;
  active: boolean;
  allow_api_key_usage: boolean;
  /** Null for the plan's own. */
  parent_maximum: string | null;
  /** Null for the plan's own. */
  child_maximum: string | null;
  /** Codes, or All. */
  exchanges_enabled: string[];
  /** Null for the plan's own. */
  concurrent_strategies_maximum: number | null;
  export_enabled: boolean;
  view_all_profiles: boolean;
  manage_own_apikeys: boolean;
  force_twofactor: boolean;
  allow_api_access: boolean;
  strategies: number;
  last_access: number | null;
  /** Seconds since 1970. */
  time_created: number;
}

export interface SubaccountAccess {
  /** An id, as lists show it. */
  id: string;
  /** An id, as lists show it. */
  subaccount_id: string;
  username: string;
  ip: string;
  /** Always null: addresses are not looked up. */
  country: string | null;
  user_agent: string;
  method: "web" | "api";
  result: "success" | "failed" | "blocked";
  /** Seconds since 1970. */
  time_created: number;
}

export interface SubscriptionDetails {
  subscription: {
    pro_version: boolean;
    enabled: boolean;
    name: string;
    /** A month, in USD; 0 for a sub-account, which pays nothing. */
    price: number;
  };
  user_settings: {
    enabled: boolean;
    twofactor: boolean;
    private_hosting: boolean;
    private_hive: boolean;
    api_access: boolean;
    ratelimit: {
      /** Shortest time between two requests of a key. */
      ms: number;
      /** Requests a minute. */
      minute: number;
    };
  };
  strategies: {
    enabled: boolean;
    /** Percent of the volume of each successful transaction. */
    commissions: number;
    /** Milliseconds between two evaluations. */
    orderbook_refresh: number;
    liquidity_check_maximum: number;
    algos_excluded: string[];
    maximum: {
      strategies: number;
      templates: number;
      concurrent_exchange_api_key: number;
      /** Seconds that a strategy may run without drivetime. */
      duration: number;
    };
    ratelimit: {
      orders_per_second: number;
    };
    spread: {
      minimum: number;
      maximum: number;
    };
    price_offset: {
      minimum: number;
      maximum: number;
    };
    qty_parent: {
      minimum: number;
      maximum: number;
    };
    qty_child: {
      minimum: number;
      maximum: number;
    };
    sleep_interval: {
      minimum: number;
      maximum: number;
    };
    export: {
      transactions_rows: number;
      /** Seconds that an export is kept. */
      maximum_storage_time: number;
    };
    servers: {
      speed_testing: boolean;
      shared_resource: boolean;
      private_resource: boolean;
      locations: {
        private: {
          active: string[];
          inactive: string[];
        };
        shared: {
          active: string[];
          inactive: string[];
        };
      };
    };
  };
  subaccounts: {
    enabled: boolean;
    maximum_accounts: number;
    qty_parent: {
      maximum: number;
    };
    qty_child: {
      minimum: number;
    };
    exchanges: string[];
    see_all_strategies: boolean;
    export: boolean;
    exchange_api_keys: {
      share_master: boolean;
      add_own: boolean;
    };
    api_access: boolean;
    force_twofactor: boolean;
  };
  exchange_api_keys: {
    enabled: boolean;
    maximum_stored: number;
  };
}

export interface SupportSettings {
  categories: {
    id: "general" | "account" | "billing" | "trading" | "exchanges" | "api";
    name: string;
  }[];
  priorities: ("low" | "normal" | "high")[];
  /** For users who cannot log in. */
  email: string;
  /** How soon there is usually an answer. */
  response_time_hours: number;
  attachments: boolean;
}

export interface Symbol {
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
}

/** A named group of profiles on the screen */
export interface Tab {
  /** An id, as lists show it. */
  id: string;
  name: string;
  position: number;
  profiles: number;
}

export interface TelegramBot {
  bot_url: string;
  chat_id: string;
  /** Seconds since 1970. */
  time_set: number;
  last_sent: number | null;
  /** Of the last message, if it failed. */
  last_error: string | null;
}

/** Saved values of a profile */
export interface Template {
  /** An id, as lists show it. */
  id: string;
  label: string;
  /** An id, as lists show it. */
  copy_strategy_id: string;
  algorithm_id: string | null;
  /** Parameters of strategy/edit-profile. */
  settings: Record<string, unknown>;
  /** `settings` is empty: too much for the list. Its `id` shows it. */
  settings_left_out: boolean;
  /** Seconds since 1970. */
  time_created: number;
}

export interface Ticket {
  /** An id, as lists show it. */
  id: string;
  /** What people quote. */
  number: string;
  subject: string;
  category: "general" | "account" | "billing" | "trading" | "exchanges" | "api";
  status: "open" | "answered" | "waiting" | "closed";
  priority: "low" | "normal" | "high";
  /** Oldest first; in lists the latest 10, or fewer where a page would be longer than a megabyte. */
  messages: TicketMessage[];
  messages_total: number;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  last_updated: number;
}

export interface TicketMessage {
  /** An id, as lists show it. */
  id: string;
  from: "user" | "staff";
  body: string;
  /** Seconds since 1970. */
  time_created: number;
}

export interface TopOfBook {
  bids: Quote;
  asks: Quote;
  /** Since the last report of the exchange on this market. */
  age_ms: number;
  /** live is in step with the exchange; stale, crossed and none are not to be traded on. */
  state: "none" | "live" | "stale" | "crossed";
}

export interface TransactionRecord {
  id: string;
  /** Seconds since 1970. */
  time_created: string;
  /** Milliseconds since 1970. */
  last_updated: string;
  /** 1 until the order has come to its end. */
  c_active: string;
  /** Slice, row and attempt: 3/0/0. */
  c_order: string;
  /** 0 none, 1 waiting, 2 found, 3 not found. */
  c_lookup_status: string;
  c_lookup_count: string;
  /** Row of the algorithm, from 0. */
  c_row: string;
  /** Service code. */
  c_symbol_code: string;
  /** Exchange code. */
  c_exchange: string;
  /** BASE/QUOTE. */
  c_symbol: string;
  /** Pair id. */
  c_symbolid: string;
  /** As sent to the exchange. */
  c_type: string;
  /** As the algorithm names it. */
  c_type_orig: string;
  /** buy or sell. */
  c_side: string;
  /** Base currency, 8 places. */
  c_amount: string;
  /** Quote currency, 8 places. */
  c_price: string;
  /** Price that the decision was made at. */
  c_price_entry: string;
  /** Added to the reference price. */
  c_price_offset: string;
  /** JSON of the order as the exchange reported it. */
  c_payload: string;
  /** Milliseconds since 1970. */
  c_time_requested: string;
  /** Milliseconds since 1970. */
  c_time_orderplaced: string;
  /** Milliseconds since 1970. */
  c_time_completed: string;
  /** Milliseconds from request to completion. */
  c_time_journey: string;
  /** The exchange's id. */
  c_order_id: string;
  /** Number of the slice. */
  c_order_slice: string;
  /** 0 or 1. */
  c_order_success: string;
  /** 0 or 1. */
  c_order_failed: string;
  /** open, closed, canceled, expired, rejected or unknown. */
  c_order_status: string;
  /** Base currency, 8 places. */
  c_order_remaining: string;
  /** Base currency, 8 places. */
  c_order_filled: string;
  /** Commission, 8 places. */
  c_com: string;
  /** Number of the slice. */
  c_child_id: string;
  /** 1 asked for, 2 confirmed. */
  c_cancel: string;
  /** Milliseconds since 1970. */
  c_cancel_time: string;
  /** The spread when it was decided, as its first condition on one measured it; empty without one. */
  c_spread_entry: string;
  /** Why it was sent: slice, or what one row owed another: hedge, price, market or unwind. */
  c_trace_order: string;
  /** JSON list of the names of the conditions that held. */
  c_conditions: string;
  /** Our own number of the order. */
  custom_id: string;
  /** Milliseconds since 1970: when the rest is cancelled. */
  c_max_time: string;
}

export interface Transfer {
  /** An id, as lists show it. */
  id: string;
  currency: string;
  /** `manual` for a deposit that was credited by hand. */
  network: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Decimal, 8 places. */
  fee: string;
  address: string;
  txid: string | null;
  confirmations: number | null;
  status: "pending_review" | "pending" | "completed" | "rejected" | "failed";
  /** Seconds since 1970. */
  time_created: number;
  completed_at: number | null;
}

export interface WalletBalance {
  /** An id, as lists show it. */
  id: string;
  symbol: string;
  name: string;
  address: string | null;
  /** Decimal, 8 places. */
  balance: string;
  /** Decimal, 8 places. */
  held: string;
  /** Decimal, 8 places. */
  pending: string;
  usd_value: string | null;
  /** Seconds since 1970. */
  last_updated: number;
}

export interface WatchlistItem {
  /** An id, as lists show it. */
  id: string;
  /** Service code. */
  code: string;
  /** Code of the exchange. */
  exchange: string;
  /** BASE/QUOTE; null while the market is not known. */
  symbol: string | null;
  /** Best bid, quote currency; null without a price. */
  bid: number | null;
  /** Best ask, quote currency; null without a price. */
  ask: number | null;
  /** When that was so, milliseconds since 1970. */
  time: number | null;
  /** Seconds since 1970. */
  time_created: number;
}

export interface Webhook {
  /** An id, as lists show it. */
  id: string;
  /** Its user: it receives what this user sees. */
  uid: string;
  url: string;
  label: string;
  events: ("webhook.created" | "order.changed" | "order.filled" | "run.changed" | "risk.halted" | "risk.resumed" | "risk.limits" | "risk.alert" | "news.article" | "news.impact" | "signal.triggered")[];
  enabled: boolean;
  disabled_because: string | null;
  /** Rounds of attempts in a row that have failed. */
  failures: number;
  /** Seconds since 1970. */
  time_created: number;
}

export interface WebhookDelivery {
  /** The same in every attempt. */
  id: string;
  /** An id, as lists show it. */
  webhook_id: string;
  event: "webhook.created" | "order.changed" | "order.filled" | "run.changed" | "risk.halted" | "risk.resumed" | "risk.limits" | "risk.alert" | "news.article" | "news.impact" | "signal.triggered";
  state: "waiting" | "delivered" | "given_up";
  attempts: number;
  last_attempt: number | null;
  last_status: number | null;
  last_error: string | null;
  next_attempt: number | null;
  /** Seconds since 1970. */
  time_created: number;
  /** What is sent, with the id. */
  body: Record<string, unknown>;
}

export interface WithdrawAddress {
  /** An id, as lists show it. */
  id: string;
  currency: string;
  address: string;
  label: string;
  /** Seconds since 1970. */
  time_created: number;
  /** Seconds since 1970. */
  usable_at: number;
}

export interface Withdrawal {
  /** An id, as lists show it. */
  id: string;
  currency: string;
  /** `manual` for a deposit that was credited by hand. */
  network: string;
  /** Decimal, 8 places. */
  amount: string;
  /** Decimal, 8 places. */
  fee: string;
  address: string;
  txid: string | null;
  confirmations: number | null;
  status: "pending_review" | "pending" | "completed" | "rejected" | "failed";
  /** Seconds since 1970. */
  time_created: number;
  completed_at: number | null;
  reviewed_by: string | null;
  reviewed_at: number | null;
  reason: string | null;
}
