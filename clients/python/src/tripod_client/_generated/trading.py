# Made by scripts/generate.js from the OpenAPI document. Do not edit.
"""Trading platform: its operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._area import Area as _Area
from .._send import Connection as _Connection
from .._send import Operation as _Operation


class AcceptedTrigger(TypedDict):
    status: Literal[True]
    id: str
    iteration: int
    signal: str
    action: str
    c_status: Literal["open", "closed"]
    #: Milliseconds since 1970
    accepted_at: int
    #: Milliseconds since 1970
    execute_before: int
    maximum_amount: str


class Access(TypedDict):
    #: An id, as lists show it
    id: str
    ip: str
    #: Always null: addresses are not looked up
    country: str | None
    user_agent: str
    method: Literal["web"] | Literal["api"]
    result: Literal["success"] | Literal["failed"] | Literal["blocked"]
    #: Seconds since 1970
    time_created: int


class AccountInvitation(TypedDict):
    #: An id, as lists show it
    id: str
    label: str
    status: Literal["open"] | Literal["used"] | Literal["revoked"] | Literal["expired"]
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    expires_at: int
    used_at: int | None
    revoked_at: int | None
    #: An id, as lists show it
    uid: str
    #: Of the account that invites
    username: str


class AdminUser(TypedDict):
    #: An id, as lists show it
    uid: str
    #: Of a sub-account: its main account
    owner_uid: str | None
    role: Literal["user"] | Literal["support"] | Literal["admin"]
    username: str
    name: str
    email: str
    email_verified: bool
    #: The user's own: a sub-account cannot get in while its main account is disabled
    status: Literal["enabled"] | Literal["disabled"] | Literal["closed"]
    #: Whether a second factor is set up
    two_factor: bool
    may_invite: bool
    #: Seconds since 1970
    time_created: int
    last_login: int | None


class Alert(TypedDict):
    #: An id, as lists show it
    id: str
    alert: Literal["order_missing", "order_appeared", "order_late_fill", "order_overfilled", "order_raised", "order_adopted", "order_unknown", "run_paused", "run_held", "run_unhedged", "run_stopping", "run_errored", "halted", "key_refused", "exchange_banned", "drivetime_low", "signal_not_closed"]
    reason: str | None
    #: Whose it is; null for every user of the account
    uid: str | None
    #: Seconds since 1970
    time: int
    #: By mail and Telegram. `not_wanted`: neither is on for a user who sees it; `over_limit`: the day had as many; `late`: nothing could be sent for a day
    sent: Literal["waiting", "sent", "not_wanted", "over_limit", "late"]
    #: As webhooks receive it
    about: dict[str, Any]


class Algorithm(TypedDict):
    """Conditions and executions in their order; charges in USD"""

    #: An id, as lists show it
    id: str
    group_name: str
    name: str
    reverse_id: str | None
    status: Literal["draft", "published", "retired"]
    maximum_transactions_successful: int | None
    maximum_transactions_canceled: int | None
    #: Decimal, 8 places
    cpa_successful: str
    #: Decimal, 8 places
    cpa_canceled: str
    package_minimum: str | None
    #: Decimal, 8 places
    monthly_fee: str
    comments: str
    #: The account; null for the library
    owner_uid: int | None
    conditions: list[Condition]
    executions: list[Execution]
    #: Yours: the latest. Of others: the published one
    version: int
    published_version: int | None
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_updated: int


class AlgorithmProblem(TypedDict):
    severity: Literal["error", "warning"]
    part: Literal["algorithm", "condition", "execution"]
    #: An id, as lists show it
    id: str
    position: int | None
    #: Stable name of the problem
    code: str
    message: str


class Announcement(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    body: str
    category: Literal["maintenance", "release", "exchange", "security"]
    severity: Literal["info", "warning", "critical"]
    #: Seconds since 1970
    time_created: int
    expires_at: int | None
    #: When planned maintenance begins
    starts_at: int | None
    #: When planned maintenance ends; null where that is open
    ends_at: int | None


class ApiKey(TypedDict):
    #: An id, as lists show it
    id: str
    label: str
    #: First and last four characters
    key: str
    access: Literal["read_only", "trade", "full_access"]
    addresses: list[str]
    allow_bearer: bool
    strict: bool
    #: Seconds since 1970
    created_at: int
    #: Exact to about a minute
    last_used: int | None


class Article(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    brief: str
    images: list[str]
    state: Literal["draft", "scheduled", "published", "rejected"]
    rejection_reason: str | None
    #: Seconds since 1970
    publishdate: int
    views: int
    #: What was paid, and what is pending at the rate of today
    earnings: str
    url: str
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_updated: int
    #: HTML
    body: str


class ArticleSummary(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    brief: str
    images: list[str]
    state: Literal["draft", "scheduled", "published", "rejected"]
    rejection_reason: str | None
    #: Seconds since 1970
    publishdate: int
    views: int
    #: What was paid, and what is pending at the rate of today
    earnings: str
    url: str
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_updated: int


class AuditEntry(TypedDict):
    #: An id, as lists show it
    id: str
    #: Who made the change; null for the platform itself
    uid: str | None
    #: What was done, such as ticket.create
    action: str
    #: Id of what was changed
    subject: str
    details: dict[str, Any]
    #: Seconds since 1970
    at: int


class BillingHistoryEntry(TypedDict):
    #: An id, as lists show it
    id: str
    #: topup: drivetime; subscription: packages, settings and servers
    type: Literal["topup", "deposit", "subscription", "commission", "refund"]
    currency: str
    #: Decimal, 8 places
    amount: str
    #: Of everything, also of what is not listed here
    balance_after: str
    status: Literal["completed"]
    reference: str
    #: Seconds since 1970
    time_created: int


class Book(TypedDict):
    """A named set of profiles whose positions are added up"""

    #: An id, as lists show it
    id: str
    name: str
    codes: list[str]
    profiles: list[str]
    base_currency: str
    #: What its strategies hold or have traded. Prices and profits are in the book's base currency
    position: list[BookPositionItem]
    #: Trades of the account that are not in the positions yet. They follow
    uncounted: int
    #: Trades of its strategies that are not in the positions, or without their fee, for want of a rate
    unvalued: int
    #: Seconds since 1970
    time_created: int


class BookPositionItem(TypedDict):
    currency: str
    money: Literal["real", "simulated"]
    #: Below 0 where more was sold than bought
    amount: str
    #: Null without an amount, where one strategy owes what another holds, or without a rate
    average_price: str | None
    #: Null while the currency has no price
    unrealized_pnl: str | None
    #: Before fees. Null while the book's base currency has no rate
    realized_pnl: str | None


class Broadcast(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    body: str
    #: Sub-accounts that there were when it was sent
    recipients: int
    #: How many of them have read its present text
    read_by: int
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_updated: int


class CheckedOrder(TypedDict):
    #: The exchange's id
    id: str
    client_order_id: str | None
    #: Id of the exchange key, by exchange-api-keys/list
    apikey: str
    #: Code of the exchange
    exchange: str
    #: Service code of the market
    code: str
    #: BASE/QUOTE
    symbol: str
    type: Literal["market", "limit"]
    side: Literal["buy", "sell"]
    time_in_force: str | None
    #: Always false for an order that was placed elsewhere: it is not known
    post_only: bool
    reduce_only: bool
    price: str | None
    average: str | None
    #: Decimal, 8 to 18 places
    amount: str
    #: Decimal, 8 to 18 places
    filled: str
    #: Decimal, 8 to 18 places
    remaining: str
    #: Decimal, 8 to 18 places
    cost: str
    status: Literal["open", "closed", "canceled", "expired", "rejected"]
    fee: CheckedOrderFee | None
    #: Oldest first: 1000 of one order, and 5000 of all orders of an answer
    trades: list[CheckedOrderTradesItem]
    #: Whether it has more trades than are here; `fee` is null then. exchange-query/order-check has those of one order, and the question my_trades of exchange-query/create-query all of a market
    trades_left_out: bool
    #: Milliseconds since 1970
    time_created: int
    #: Milliseconds since 1970
    last_updated: int
    #: Placed elsewhere with the same key. It is shown, and left alone
    is_foreign: bool
    #: The platform's knowledge of it. `unknown`: the exchange did not answer; it is looked up until it is certain. `missing`: the exchange denies it
    state: NotRequired[Literal["created", "sent", "open", "partially_filled", "cancel_pending", "unknown", "missing", "rejected", "filled", "canceled", "expired", "not_sent"]]
    reason: NotRequired[str | None]
    #: Milliseconds since 1970
    checked_at: int
    #: `cache`: the exchange did not answer
    source: Literal["exchange", "cache"]
    #: Everything that has happened to the order, the oldest first; the last 100 of it
    transitions: list[CheckedOrderTransitionsItem]


class CheckedOrderFee(TypedDict):
    currency: str
    #: Decimal, 8 to 18 places
    cost: str


class CheckedOrderTradesItem(TypedDict):
    #: The exchange's id
    id: str
    #: Decimal, 8 to 18 places
    price: str
    #: Decimal, 8 to 18 places
    amount: str
    fee: CheckedOrderTradesItemFee | None
    taker_or_maker: Literal["taker", "maker"] | None
    #: Milliseconds since 1970
    time: int


class CheckedOrderTradesItemFee(TypedDict):
    currency: str
    #: Decimal, 8 to 18 places
    cost: str


CheckedOrderTransitionsItem = TypedDict(
    "CheckedOrderTransitionsItem",
    {
        "from": "Literal[\"created\", \"sent\", \"open\", \"partially_filled\", \"cancel_pending\", \"unknown\", \"missing\", \"rejected\", \"filled\", \"canceled\", \"expired\", \"not_sent\"]",
        "to": "Literal[\"created\", \"sent\", \"open\", \"partially_filled\", \"cancel_pending\", \"unknown\", \"missing\", \"rejected\", \"filled\", \"canceled\", \"expired\", \"not_sent\"]",
        "event": "str",
        "reason": "str | None",
        "time": "int",
    },
)


class Commission(TypedDict):
    #: An id, as lists show it
    id: str
    #: `cpa` and `monthly_fee` go to the author of the algorithm
    kind: Literal["commission", "cpa", "monthly_fee"]
    #: An id, as lists show it
    subaccount_id: str
    #: An id, as lists show it
    strategy_id: str
    #: An id, as lists show it
    transaction_id: str
    #: A currency, such as USDT
    currency: str
    #: A share: 0.00100000 is a tenth of a percent; 0 for a fixed charge
    rate: str
    #: Decimal, 8 places
    amount: str
    #: Seconds since 1970
    time_created: int


class Competition(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    description: str
    state: Literal["upcoming", "running", "finished"]
    #: Seconds since 1970
    starts_at: int
    #: Seconds since 1970
    ends_at: int
    #: Decimal, 8 places
    prize: str
    currency: str
    #: By what participants are compared
    metric: Literal["return_percent", "net_pnl", "volume"]
    #: Whether one may join once it runs
    late_join: bool
    #: Whether one may leave once it runs
    leave_after_start: bool


class CompetitionView(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    description: str
    state: Literal["upcoming", "running", "finished"]
    #: Seconds since 1970
    starts_at: int
    #: Seconds since 1970
    ends_at: int
    #: Decimal, 8 places
    prize: str
    currency: str
    #: By what participants are compared
    metric: Literal["return_percent", "net_pnl", "volume"]
    #: Whether one may join once it runs
    late_join: bool
    #: Whether one may leave once it runs
    leave_after_start: bool
    participants: int
    enrolled: bool
    #: One's own; null without a result
    rank: int | None
    leaderboard: list[CompetitionViewLeaderboardItem]


class CompetitionViewLeaderboardItem(TypedDict):
    rank: int
    username_masked: str
    #: Decimal, 8 places
    value: str
    #: The account that a prize is paid to; for admins alone
    uid: NotRequired[str]


class Condition(TypedDict):
    """A test that must hold before a slice fires"""

    #: An id, as lists show it
    id: str
    #: An id, as lists show it
    algorithm_id: str
    #: From 0
    position: int
    name: str
    #: From algorithm-creator/list-condition-operators
    operator: Literal["greater_than", "greater_or_equal", "less_than", "less_or_equal", "equal", "not_equal", "between", "outside", "crosses_above", "crosses_below", "increased_percent_in", "decreased_percent_in", "unchanged_for", "is_true", "is_false"]
    #: A metric, or what it is compared with
    operand1: Literal["spread", "spread_ratio", "spread_percent", "price_ask", "price_bid", "price_mid", "price_last", "price_depth", "qty_level", "qty_cumulative", "book_imbalance", "balance_free", "position", "time_of_day", "time_elapsed", "transactions_successful", "transactions_canceled", "realized_pnl", "funding_rate", "indicator", "signal_status", "news_impact", "news_tone_anger", "news_tone_fear", "news_tone_joy", "news_tone_sadness", "news_tone_analytical", "news_tone_confident", "news_tone_tentative", "system_status", "input_number", "input_percent", "input_seconds", "other_code", "previous_value", "average_of_n"]
    operand2: Literal["spread", "spread_ratio", "spread_percent", "price_ask", "price_bid", "price_mid", "price_last", "price_depth", "qty_level", "qty_cumulative", "book_imbalance", "balance_free", "position", "time_of_day", "time_elapsed", "transactions_successful", "transactions_canceled", "realized_pnl", "funding_rate", "indicator", "signal_status", "news_impact", "news_tone_anger", "news_tone_fear", "news_tone_joy", "news_tone_sadness", "news_tone_analytical", "news_tone_confident", "news_tone_tentative", "system_status", "input_number", "input_percent", "input_seconds", "other_code", "previous_value", "average_of_n"] | None
    side1: Literal["asks", "bids"]
    side2: Literal["asks", "bids"]
    #: `or` makes a group with the condition before
    join: Literal["and", "or"]
    #: A profile names a market for it
    needs_code: bool
    #: A profile gives it a threshold
    needs_value: bool
    #: A profile chooses levels of the book for it
    needs_level: bool


class ConditionEval(TypedDict):
    """One evaluation of a condition"""

    position: int
    name: str
    codes: list[str]
    level1: int
    level2: int | None
    left: float | None
    operator: str
    right: float | None
    right_end: float | None
    result: bool
    unknown: str | None
    age_ms: int | None
    #: Milliseconds since 1970
    evaluated_at: int


class ConditionOperator(TypedDict):
    #: As conditions name it
    id: str
    name: str
    #: How many stand beside the metric
    operands: int
    #: For each of them, what it may be
    operand_types: list[list[Literal["input_number", "input_percent", "input_seconds", "other_code", "previous_value", "average_of_n"]]]
    #: The result is a yes or a no
    returns: Literal[True]
    description: str


class Developer(TypedDict):
    #: The author's account, `c_uid` of its signals
    id: str
    name: str
    description: str
    website: str
    #: The platform knows who it is
    verified: bool
    #: Seconds since 1970
    joined: int


class DoubtfulDeposit(TypedDict):
    #: An id, as lists show it
    id: str
    currency: str
    #: `manual` for a deposit that was credited by hand
    network: str
    #: Decimal, 8 places
    amount: str
    #: Decimal, 8 places
    fee: str
    address: str
    txid: str | None
    confirmations: int | None
    status: Literal["pending_review"] | Literal["pending"] | Literal["completed"] | Literal["rejected"] | Literal["failed"]
    #: Seconds since 1970
    time_created: int
    completed_at: int | None
    #: An id, as lists show it
    owner_uid: str
    #: Lost for good, and the balance was too low to take it back
    needs_review: bool


class ExchangeAnnouncement(TypedDict):
    id: str
    exchange: str
    title: str
    body: str
    url: str
    category: Literal["listing", "delisting", "maintenance", "rules", "other"]
    symbols: list[str]
    time_published: int


class ExchangeBalance(TypedDict):
    """`used` is held by open orders"""

    currency: str
    #: Decimal, 8 to 18 places
    free: str
    #: Decimal, 8 to 18 places
    used: str
    #: Decimal, 8 to 18 places
    total: str
    usd_value: str | None
    account: Literal["spot", "margin", "swap", "future"]


class ExchangeKey(TypedDict):
    #: An id, as lists show it
    id: str
    #: Code of the exchange
    exchange: str
    label: str
    #: First and last four characters; nothing of a short one
    token: str
    #: `testing` until its first test has passed; only an active key trades
    status: Literal["testing", "active", "disabled", "invalid"]
    permissions: ExchangeKeyPermissions
    #: Works from certain addresses only; null until tested
    ip_restricted: bool | None
    #: The user who added it
    owner_uid: int
    #: It is the main account's, and the caller a sub-account of it
    shared: bool
    #: Ids of the running strategies that use it
    in_use_by: list[str]
    #: What the first test of the key waits for; null where nothing is waited for
    waits_for: str | None
    last_tested: int | None
    #: The exchange's answer at the last test
    last_error: str | None
    #: Seconds since 1970
    time_created: int


class ExchangeKeyPermissions(TypedDict):
    #: Reads balances and orders; null until tested
    read: bool | None
    #: Places orders; null until tested
    trade: bool | None
    #: Withdraws: a key for trading should not; null until tested
    withdraw: bool | None


class ExchangeQuery(TypedDict):
    """A question to an exchange"""

    #: An id, as lists show it
    id: str
    #: An id, as lists show it
    apikey: str
    #: Code of the exchange
    exchange: str
    #: From exchange-query/list-exchange-requests
    exchange_query: Literal["balance", "open_orders", "closed_orders", "order_check", "order_cancel", "positions", "my_trades", "trading_fees", "deposit_address"]
    state: Literal["queued", "running", "completed", "failed"]
    #: The parameters of the request
    parameters: dict[str, Any]
    #: The exchange's answer; null until there is one, and where it is left out
    result: Any
    result_bytes: int | None
    #: Whether there is an answer that this list leaves out: list-exchange-queries with `id` shows it
    result_left_out: bool
    error: str | None
    latency_ms: int | None
    #: Seconds since 1970
    time_created: int
    completed_at: int | None


class Execution(TypedDict):
    """A recipe for one order: a row of the algorithm"""

    #: An id, as lists show it
    id: str
    #: An id, as lists show it
    algorithm_id: str
    #: From 0
    position: int
    label: str
    #: `from_condition`: buys or sells as the condition that held says
    side: Literal["buy", "sell", "from_condition"]
    #: From algorithm-creator/list-order-types
    order_type: Literal["market", "limit", "maker", "taker", "fok", "maker_taker", "market_maker_taker", "twap", "iceberg", "stop", "stop_limit", "trailing_stop", "matrix_price_movement"]
    depends_on: int | None
    #: Fires with the slice, or by what happens to the row that it depends on
    trigger: Literal["on_conditions", "on_fill", "on_partial_fill", "on_send"]
    #: Book that the price is read from: the row's own, that of another row, or the profile's reference
    price_source: Literal["same", "other", "reference"]
    #: Sells no more than the run has bought of the currency, or buys no more than it has sold. With nothing to reduce, it waits, and the other rows go on
    reduce_only: bool


class Export(TypedDict):
    #: An id, as lists show it
    id: str
    #: Transactions of strategies, the strategies themselves, or news that name the market's coin
    system: Literal["strategy_transactions", "all_strategies", "news"]
    #: A workbook, or text with commas
    type: Literal[".xls", ".csv"]
    #: A market: exchange code, hyphen, pair id
    symbol: str
    #: At most so many rows
    limit: int
    state: Literal["queued", "running", "completed", "failed", "expired"]
    #: So far
    rows: int
    #: Of the complete file, in bytes
    size: int | None
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    expires_at: int


class FollowedKeyword(TypedDict):
    keywordid: str
    name: str
    articles: int
    last_match: int | None
    time_created: int
    #: By mail to the verified address, by the bot of alerts/telegram-edit, or both
    notify: Literal["none", "email", "telegram", "both"]
    #: Whether it has an address for feed readers, and when that was read, to the hour
    feed: FollowedKeywordFeed | None


class FollowedKeywordFeed(TypedDict):
    #: Seconds since 1970
    time_created: int
    time_read: int | None


Gap = TypedDict(
    "Gap",
    {
        "from": "int",
        "to": "int",
        "reason": "Literal[\"not_recorded\", \"exchange_has_none\", \"exchange_did_not_answer\", \"too_much_at_once\"]",
    },
)


class Invitation(TypedDict):
    #: An id, as lists show it
    id: str
    label: str
    status: Literal["open"] | Literal["used"] | Literal["revoked"] | Literal["expired"]
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    expires_at: int
    used_at: int | None
    revoked_at: int | None


class Invoice(TypedDict):
    #: An id, as lists show it
    id: str
    #: Without gaps in each year: 2026-000001
    number: str
    #: Seconds since 1970
    period_from: int
    #: Seconds since 1970
    period_to: int
    currency: str
    #: Decimal, 8 places
    amount: str
    #: Decimal, 8 places
    tax: str
    #: Decimal, 8 places
    total: str
    status: Literal["zero", "due", "paid", "void"]
    items: list[InvoiceItemsItem]
    #: Seconds since 1970
    time_created: int
    paid_at: int | None


class InvoiceItemsItem(TypedDict):
    description: str
    quantity: str
    #: Decimal, 8 places
    amount: str


class Iteration(TypedDict):
    id: str
    signal_id: str
    iteration: str
    status: str
    direction: str
    open_time: str
    close_time: str
    open_price: str
    close_price: str
    amount: str
    profit: str
    profit_percent: str
    runtime: str
    #: compiled, waiting for the tape, or no recorded price: then nothing is computed from it
    price_status: str
    #: true for one from before the last reset, which counts for nothing
    reset: str


class Latency(TypedDict):
    code: str
    minimum_ms: float | None
    average_ms: float | None
    maximum_ms: float | None
    loss_percent: float
    samples: int


class Ledger(TypedDict):
    #: An id, as lists show it
    id: str
    type: Literal["subscription", "commission", "server", "signal", "referral", "refund", "withdraw", "deposit", "article", "drivetime"]
    #: A currency, such as USDT
    currency: str
    #: Below 0 for what was paid
    amount: str
    #: Decimal, 8 places
    balance_after: str
    #: The purpose; never posted twice
    reference: str
    description: str
    #: Seconds since 1970
    time_created: int


class MatchedPair(TypedDict):
    pair: str
    count: int
    #: Names of exchanges
    active: list[str]
    detail: dict[str, Symbol]
    possible_combinations: int


class Meta(TypedDict):
    api_version: int
    system_version: str
    #: The HTTP status
    status: int
    #: What was asked, without the leading slash
    endpoint: str
    auth_required: bool
    #: There only where a key was shown or needed
    auth_success: NotRequired[bool]
    rateLimits: MetaRateLimits
    subscription: NotRequired[MetaSubscription]
    #: When it was answered, in milliseconds since 1970
    ms: int
    #: The same in seconds
    time: int
    #: The caller; -1 without a key
    uid: int
    #: Of this request, as in the log
    id: str
    #: Seconds that the answer took
    process_time: str


class MetaRateLimits(TypedDict):
    minute: int


class MetaSubscription(TypedDict):
    id: str
    name: str


class MissingOrders(TypedDict):
    #: Id of the exchange key
    apikey: str
    exchange: str
    code: str | None
    #: Why orders are missing, and which
    error: str


class NewsItem(TypedDict):
    id: str
    date: NewsItemDate
    title: str
    brief: str
    #: What of the watchlist it names, separated by commas
    keywords: str
    url: str
    source: str
    image: str
    domain: str
    author: str
    price_impact_120s: NewsItemPriceImpact120s
    price_impact_300s: NewsItemPriceImpact300s
    price_impact_600s: NewsItemPriceImpact600s
    price_impact_900s: NewsItemPriceImpact900s
    price_impact_1200s: NewsItemPriceImpact1200s
    price_impact_1800s: NewsItemPriceImpact1800s
    price_impact_3600s: NewsItemPriceImpact3600s
    tone: NewsItemTone
    #: ISO 639-1
    language: str
    #: How often it was published again, by this and other sources
    echoes: int
    #: Seconds since 1970
    time_seen: int
    time_edited: int | None


class NewsItemDate(TypedDict):
    #: Seconds since 1970
    time_published: str
    #: Of the week
    day: str
    #: YYYY-MM-DD
    format1: str
    #: `1 July 2020`
    format2: str


class NewsItemPriceImpact120s(TypedDict):
    #: `completed`, `Still processing.` or `subscription required`
    status: str
    data: list[Any] | dict[str, NewsItemPriceImpact120sData2Value]


class NewsItemPriceImpact120sData2Value(TypedDict):
    #: `compiled`, or `no recorded price`: then the values are empty
    status: str
    pair: str
    before: str
    after: str
    difference: str
    #: Median move of the pair in as much time, in this hour of the last seven days; null where unknown
    usual: str | None
    #: The difference as a multiple of what is usual
    z: float | None


class NewsItemPriceImpact300s(TypedDict):
    #: `completed`, `Still processing.` or `subscription required`
    status: str
    data: list[Any] | dict[str, NewsItemPriceImpact300sData2Value]


class NewsItemPriceImpact300sData2Value(TypedDict):
    #: `compiled`, or `no recorded price`: then the values are empty
    status: str
    pair: str
    before: str
    after: str
    difference: str
    #: Median move of the pair in as much time, in this hour of the last seven days; null where unknown
    usual: str | None
    #: The difference as a multiple of what is usual
    z: float | None


class NewsItemPriceImpact600s(TypedDict):
    #: `completed`, `Still processing.` or `subscription required`
    status: str
    data: list[Any] | dict[str, NewsItemPriceImpact600sData2Value]


class NewsItemPriceImpact600sData2Value(TypedDict):
    #: `compiled`, or `no recorded price`: then the values are empty
    status: str
    pair: str
    before: str
    after: str
    difference: str
    #: Median move of the pair in as much time, in this hour of the last seven days; null where unknown
    usual: str | None
    #: The difference as a multiple of what is usual
    z: float | None


class NewsItemPriceImpact900s(TypedDict):
    #: `completed`, `Still processing.` or `subscription required`
    status: str
    data: list[Any] | dict[str, NewsItemPriceImpact900sData2Value]


class NewsItemPriceImpact900sData2Value(TypedDict):
    #: `compiled`, or `no recorded price`: then the values are empty
    status: str
    pair: str
    before: str
    after: str
    difference: str
    #: Median move of the pair in as much time, in this hour of the last seven days; null where unknown
    usual: str | None
    #: The difference as a multiple of what is usual
    z: float | None


class NewsItemPriceImpact1200s(TypedDict):
    #: `completed`, `Still processing.` or `subscription required`
    status: str
    data: list[Any] | dict[str, NewsItemPriceImpact1200sData2Value]


class NewsItemPriceImpact1200sData2Value(TypedDict):
    #: `compiled`, or `no recorded price`: then the values are empty
    status: str
    pair: str
    before: str
    after: str
    difference: str
    #: Median move of the pair in as much time, in this hour of the last seven days; null where unknown
    usual: str | None
    #: The difference as a multiple of what is usual
    z: float | None


class NewsItemPriceImpact1800s(TypedDict):
    #: `completed`, `Still processing.` or `subscription required`
    status: str
    data: list[Any] | dict[str, NewsItemPriceImpact1800sData2Value]


class NewsItemPriceImpact1800sData2Value(TypedDict):
    #: `compiled`, or `no recorded price`: then the values are empty
    status: str
    pair: str
    before: str
    after: str
    difference: str
    #: Median move of the pair in as much time, in this hour of the last seven days; null where unknown
    usual: str | None
    #: The difference as a multiple of what is usual
    z: float | None


class NewsItemPriceImpact3600s(TypedDict):
    #: `completed`, `Still processing.` or `subscription required`
    status: str
    data: list[Any] | dict[str, NewsItemPriceImpact3600sData2Value]


class NewsItemPriceImpact3600sData2Value(TypedDict):
    #: `compiled`, or `no recorded price`: then the values are empty
    status: str
    pair: str
    before: str
    after: str
    difference: str
    #: Median move of the pair in as much time, in this hour of the last seven days; null where unknown
    usual: str | None
    #: The difference as a multiple of what is usual
    z: float | None


class NewsItemTone(TypedDict):
    status: str
    data: list[NewsItemToneDataItem]


class NewsItemToneDataItem(TypedDict):
    tone_id: str
    tone_name: str
    score: float


class Operation(TypedDict):
    path: str
    parent: str
    name: str
    description: str
    auth_required: bool
    methods: list[str]
    #: One of our own, which the public documentation does not have
    beyond_documentation: bool
    parameters: list[OperationParametersItem]


class OperationParametersItem(TypedDict):
    name: str
    required: bool
    minimum_length: int | None
    default: Any
    description: str


class Opportunity(TypedDict):
    #: Two service codes joined by +
    code: str
    #: current_opt2 less current_opt1
    spread: float
    #: btc_opt1 less btc_opt2, in bitcoin
    difference: float | None
    #: Proceeds of one unit, in bitcoin
    btc_opt1: float | None
    #: Cost of one unit, in bitcoin
    btc_opt2: float | None
    current_opt1: float
    current_opt2: float
    #: (btc_opt1 - btc_opt2) / btc_opt2 x 100, before fees
    return_percent: float
    fees_percent: float
    net_percent: float
    #: Milliseconds since 1970
    time: int


class Order(TypedDict):
    """Quantities in units of the base currency; prices and cost in the quote's"""

    #: The exchange's id
    id: str
    client_order_id: str | None
    #: Id of the exchange key, by exchange-api-keys/list
    apikey: str
    #: Code of the exchange
    exchange: str
    #: Service code of the market
    code: str
    #: BASE/QUOTE
    symbol: str
    type: Literal["market", "limit"]
    side: Literal["buy", "sell"]
    time_in_force: str | None
    #: Always false for an order that was placed elsewhere: it is not known
    post_only: bool
    reduce_only: bool
    price: str | None
    average: str | None
    #: Decimal, 8 to 18 places
    amount: str
    #: Decimal, 8 to 18 places
    filled: str
    #: Decimal, 8 to 18 places
    remaining: str
    #: Decimal, 8 to 18 places
    cost: str
    status: Literal["open", "closed", "canceled", "expired", "rejected"]
    fee: OrderFee | None
    #: Oldest first: 1000 of one order, and 5000 of all orders of an answer
    trades: list[OrderTradesItem]
    #: Whether it has more trades than are here; `fee` is null then. exchange-query/order-check has those of one order, and the question my_trades of exchange-query/create-query all of a market
    trades_left_out: bool
    #: Milliseconds since 1970
    time_created: int
    #: Milliseconds since 1970
    last_updated: int
    #: Placed elsewhere with the same key. It is shown, and left alone
    is_foreign: bool
    #: The platform's knowledge of it. `unknown`: the exchange did not answer; it is looked up until it is certain. `missing`: the exchange denies it
    state: NotRequired[Literal["created", "sent", "open", "partially_filled", "cancel_pending", "unknown", "missing", "rejected", "filled", "canceled", "expired", "not_sent"]]
    reason: NotRequired[str | None]


class OrderFee(TypedDict):
    currency: str
    #: Decimal, 8 to 18 places
    cost: str


class OrderTradesItem(TypedDict):
    #: The exchange's id
    id: str
    #: Decimal, 8 to 18 places
    price: str
    #: Decimal, 8 to 18 places
    amount: str
    fee: OrderTradesItemFee | None
    taker_or_maker: Literal["taker", "maker"] | None
    #: Milliseconds since 1970
    time: int


class OrderTradesItemFee(TypedDict):
    currency: str
    #: Decimal, 8 to 18 places
    cost: str


OrderImport = TypedDict(
    "OrderImport",
    {
        "id": "str",
        "exchange": "str",
        "key_id": "str",
        "state": "Literal[\"queued\", \"running\", \"completed\", \"failed\"]",
        "from": "int | None",
        "to": "int | None",
        "complete_since": "int | None",
        "imported": "int",
        "skipped": "int",
        "errors": "list[str]",
        "time_created": "int",
    },
)


class OrderType(TypedDict):
    #: As executions name it
    id: str
    name: str
    #: It has a limit price, exact or from a reference
    needs_price: bool
    #: It may rest in the book and be filled by others
    maker: bool
    #: It may fill orders of others
    taker: bool
    #: PO: post only
    time_in_force: list[Literal["GTC", "IOC", "FOK", "PO"]]
    #: Codes of the exchanges that have it; null for all
    exchanges: list[str] | None
    description: str


class OverviewRow(TypedDict):
    """Of the latest run"""

    row: int
    code: str
    side: Literal["buy", "sell"]
    qty_parent: str | None
    #: Decimal, 8 to 18 places
    qty_done: str
    remaining: str | None
    #: Decimal, 8 to 18 places
    dust: str
    average_price: str | None
    slices_done: int
    slices_total: int | None
    open_orders: int
    #: Base units that this row lacks of another one, and that are not traded any more
    unhedged: OverviewRowUnhedged


class OverviewRowUnhedged(TypedDict):
    """Base units that this row lacks of another one, and that are not traded any more"""

    #: Decimal, 8 to 18 places
    amount: str


class Package(TypedDict):
    #: What to switch to it by
    id: str
    name: str
    description: str
    #: Decimal, 8 places
    price: str
    currency: str
    period: Literal["month"]
    pro_version: bool
    #: The account has it
    current: bool
    limits: PlanLimits


class PlanLimits(TypedDict):
    user_settings: PlanLimitsUserSettings
    strategies: PlanLimitsStrategies
    subaccounts: PlanLimitsSubaccounts
    exchange_api_keys: PlanLimitsExchangeApiKeys


class PlanLimitsUserSettings(TypedDict):
    enabled: bool
    twofactor: bool
    private_hosting: bool
    private_hive: bool
    api_access: bool
    ratelimit: PlanLimitsUserSettingsRatelimit


class PlanLimitsUserSettingsRatelimit(TypedDict):
    #: Shortest time between two requests of a key
    ms: int
    #: Requests a minute
    minute: int


class PlanLimitsStrategies(TypedDict):
    enabled: bool
    #: Percent of the volume of each successful transaction
    commissions: float
    #: Milliseconds between two evaluations
    orderbook_refresh: int
    liquidity_check_maximum: int
    algos_excluded: list[str]
    maximum: PlanLimitsStrategiesMaximum
    ratelimit: PlanLimitsStrategiesRatelimit
    spread: PlanLimitsStrategiesSpread
    price_offset: PlanLimitsStrategiesPriceOffset
    qty_parent: PlanLimitsStrategiesQtyParent
    qty_child: PlanLimitsStrategiesQtyChild
    sleep_interval: PlanLimitsStrategiesSleepInterval
    export: PlanLimitsStrategiesExport
    servers: PlanLimitsStrategiesServers


class PlanLimitsStrategiesMaximum(TypedDict):
    strategies: int
    templates: int
    concurrent_exchange_api_key: int
    #: Seconds that a strategy may run without drivetime
    duration: int


class PlanLimitsStrategiesRatelimit(TypedDict):
    orders_per_second: int


class PlanLimitsStrategiesSpread(TypedDict):
    minimum: float
    maximum: float


class PlanLimitsStrategiesPriceOffset(TypedDict):
    minimum: float
    maximum: float


class PlanLimitsStrategiesQtyParent(TypedDict):
    minimum: float
    maximum: float


class PlanLimitsStrategiesQtyChild(TypedDict):
    minimum: float
    maximum: float


class PlanLimitsStrategiesSleepInterval(TypedDict):
    minimum: float
    maximum: float


class PlanLimitsStrategiesExport(TypedDict):
    transactions_rows: int
    #: Seconds that an export is kept
    maximum_storage_time: int


class PlanLimitsStrategiesServers(TypedDict):
    speed_testing: bool
    shared_resource: bool
    private_resource: bool
    locations: PlanLimitsStrategiesServersLocations


class PlanLimitsStrategiesServersLocations(TypedDict):
    private: PlanLimitsStrategiesServersLocationsPrivate
    shared: PlanLimitsStrategiesServersLocationsShared


class PlanLimitsStrategiesServersLocationsPrivate(TypedDict):
    active: list[str]
    inactive: list[str]


class PlanLimitsStrategiesServersLocationsShared(TypedDict):
    active: list[str]
    inactive: list[str]


class PlanLimitsSubaccounts(TypedDict):
    enabled: bool
    maximum_accounts: int
    qty_parent: PlanLimitsSubaccountsQtyParent
    qty_child: PlanLimitsSubaccountsQtyChild
    exchanges: list[str]
    see_all_strategies: bool
    export: bool
    exchange_api_keys: PlanLimitsSubaccountsExchangeApiKeys
    api_access: bool
    force_twofactor: bool


class PlanLimitsSubaccountsQtyParent(TypedDict):
    maximum: float


class PlanLimitsSubaccountsQtyChild(TypedDict):
    minimum: float


class PlanLimitsSubaccountsExchangeApiKeys(TypedDict):
    share_master: bool
    add_own: bool


class PlanLimitsExchangeApiKeys(TypedDict):
    enabled: bool
    maximum_stored: int


class Profile(TypedDict):
    """An algorithm with the values that its owner gave it"""

    #: An id, as lists show it
    id: str
    tab_id: str | None
    name: str
    description: str
    algorithm_id: str | None
    algorithm: ProfileAlgorithm | None
    parent: ProfileParent
    #: Seconds between two slices
    slice_delay: float
    #: Slices fire by time alone
    noconditions: bool
    price_convert_conditions: str | None
    price_convert_executions: str | None
    conditions: list[ProfileCondition]
    executions: list[ProfileExecution]
    #: What can run with these values: one, unless it was duplicated within the profile
    strategies: list[ProfileStrategiesItem]
    #: `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner
    state: Literal["draft", "ready", "starting", "running", "paused", "soft_stopping", "stopping", "stopped", "force_stopped", "reconvening", "completed", "errored"]
    run_id: str | None
    #: Of the latest run of each of its strategies
    counters: ProfileCounters
    #: In the display, from 0
    position: int
    template_id: str | None
    owner_uid: int
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_updated: int
    #: `description`, `conditions` and `executions` are empty: too much for the list. Its `id` shows them
    values_left_out: bool


class ProfileAlgorithm(TypedDict):
    #: An id, as lists show it
    id: str
    group_name: str
    name: str


class ProfileParent(TypedDict):
    qty: str | None
    currency: str | None


class ProfileStrategiesItem(TypedDict):
    #: An id, as lists show it
    id: str
    name: str
    #: `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner
    state: Literal["draft", "ready", "starting", "running", "paused", "soft_stopping", "stopping", "stopped", "force_stopped", "reconvening", "completed", "errored"]


class ProfileCounters(TypedDict):
    """Of the latest run of each of its strategies"""

    successful: int
    canceled: int
    failed: int
    slices_done: int
    slices_total: int | None
    #: One was stopped by force, and its orders have changed since: these figures are those of the stop
    is_behind: bool


class ProfileCondition(TypedDict):
    #: Place of the condition in the algorithm, from 0
    row: int
    #: Of the condition, such as `spread_greater_than_input_number`
    name: str
    #: A service code, or two joined by + for a spread
    code: str
    #: Threshold; two with a comma for a range
    value: str
    orderbooklevel_side1: int
    orderbooklevel_side2: int


class ProfileExecution(TypedDict):
    """Quantities in units of the base currency, prices in the quote's"""

    #: Place of the execution in the algorithm, from 0
    row: int
    #: Service code of the market
    code: str
    apikey: str | None
    apikeysmarket: Literal["spot", "margin", "swap", "future"]
    parent: str | None
    value: str | None
    #: Decimal, 8 to 18 places
    leverage: str
    #: Decimal, 8 to 18 places
    priceoffset: str
    priceexact: str | None
    priceoffsetside: Literal["same", "opposite", "bids", "asks", "mid"]
    priceoffsettype: Literal["ob1", "ob2", "ob3", "ob4", "ob5"]
    pricereference: str | None
    toleranceminimum: str | None
    tolerancemaximum: str | None
    #: Milliseconds; 0 for no limit
    maximumtimelive: int
    #: Percent; 0 for off
    obqtycumulativecheck: int
    #: Milliseconds
    post_request_delay: int
    #: Milliseconds
    post_request_random: int


class PublishedArticle(TypedDict):
    #: An id, as lists show it
    article_id: str
    title: str
    brief: str
    author: str
    url: str
    #: Seconds since 1970
    time_published: int
    image: str | None


class Quote(TypedDict):
    price: float
    qty: float
    #: Milliseconds since 1970
    time: int


class ReceivedBroadcast(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    body: str
    #: Whether its present text had been listed before
    was_read: bool
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_updated: int


class Referral(TypedDict):
    #: An id, as lists show it
    id: str
    username_masked: str
    #: pending until the first login, cancelled when the account is disabled or closed
    status: Literal["pending"] | Literal["active"] | Literal["cancelled"]
    commission_percent: float
    #: Decimal, 8 places
    earned: str
    #: Of earned. Further currencies are in earned_by_currency
    currency: str
    earned_by_currency: dict[str, str]
    #: Seconds since 1970
    time_created: int


class Reminder(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    body: str
    #: Seconds since 1970: the next time, or the last when it is over
    remind_at: int
    repeat: Literal["none", "daily", "weekly", "monthly"]
    #: Whether it is over: no mail is to come any more
    sent: bool
    last_sent: int | None
    #: Seconds since 1970
    time_created: int


class ReviewedWithdrawal(TypedDict):
    #: An id, as lists show it
    id: str
    currency: str
    #: `manual` for a deposit that was credited by hand
    network: str
    #: Decimal, 8 places
    amount: str
    #: Decimal, 8 places
    fee: str
    address: str
    txid: str | None
    confirmations: int | None
    status: Literal["pending_review"] | Literal["pending"] | Literal["completed"] | Literal["rejected"] | Literal["failed"]
    #: Seconds since 1970
    time_created: int
    completed_at: int | None
    reviewed_by: str | None
    reviewed_at: int | None
    reason: str | None
    #: An id, as lists show it
    owner_uid: str
    #: An id, as lists show it
    requested_by: str
    approvals_needed: int
    approved_by: list[str]


class RiskFigures(TypedDict):
    """What limits are compared with. Results count trades of the platform at the rates of now, less fees. They are measured from when a limit on them was set, and are 0 without one. Null where a currency has no rate. `open_orders` counts all orders; an order is compared with those of its own kind of money"""

    open_orders: int
    #: Orders that exchanges refused in the last 60 seconds
    rejects_minute: int
    result_day: str | None
    drawdown: str | None
    #: What the results and the rejects are of: real money where there is any
    money: Literal["real", "simulated"]
    #: Currencies and markets that keep the results unknown. Until they have a rate, limits on results refuse orders that do not make a position smaller. Connect an exchange that has a market of them in USD or a stablecoin, or take the limits away
    without_rate: list[str]
    positions: list[RiskFiguresPositionsItem]


class RiskFiguresPositionsItem(TypedDict):
    #: A market: exchange code, hyphen, pair id
    code: str
    #: Base units that were bought less those that were sold; a decimal
    quantity: str
    value: str | None


class RiskHalt(TypedDict):
    #: What it stops
    scope: Literal["platform", "account", "key", "strategy"]
    #: The main account's uid, or the id of the key or strategy; 0 for the platform
    id: str
    #: Who stopped it
    source: Literal["user", "operator", "limit"]
    mode: Literal["reducing", "halted"]
    limit: str | None
    reason: str
    set_by: str | None
    #: Seconds since 1970
    set_at: int


class RiskLimits(TypedDict):
    """Null without a limit. Money in USD"""

    scope: Literal["account", "key", "strategy"]
    #: The main account's uid, or the id of the key or strategy
    id: str
    maximum_open_orders: int | None
    maximum_notional: str | None
    maximum_position: str | None
    maximum_loss_day: str | None
    maximum_drawdown: str | None
    maximum_rejects_minute: int | None
    price_collar_percent: str | None
    maximum_book_age_ms: int | None
    resume: Literal["auto", "manual"]
    #: Seconds since 1970
    updated_at: int


class RunAck(TypedDict):
    status: Literal[True]
    #: An id, as lists show it
    id: str
    run_id: str | None
    #: `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner
    state: Literal["draft", "ready", "starting", "running", "paused", "soft_stopping", "stopping", "stopped", "force_stopped", "reconvening", "completed", "errored"]
    #: It was so before: nothing happened
    already: bool
    #: Orders that are still open at exchanges
    open_orders: int
    #: Those orders
    orders: list[RunAckOrdersItem]
    message: str


class RunAckOrdersItem(TypedDict):
    #: An id, as lists show it
    id: str
    #: Ours; the exchange knows it too
    client_order_id: str
    #: Service code
    code: str
    #: Empty before the exchange has told it
    exchange_order_id: str


class ScheduleEntry(TypedDict):
    #: Of what it is about; a repeating one is there several times
    id: str
    type: Literal["reminder", "maintenance", "subscription", "competition", "order_send"]
    title: str
    #: Seconds since 1970
    starts_at: int
    ends_at: int | None
    reference: str


class SecurityApiKey(TypedDict):
    #: An id, as lists show it
    id: str
    label: str
    key_masked: str
    access: Literal["read_only", "trade", "full_access"]
    #: Addresses and CIDR ranges; empty for any
    ip_whitelist: list[str]
    last_used: int | None
    #: Seconds since 1970
    time_created: int


class Server(TypedDict):
    #: An id, as lists show it
    id: str
    type: Literal["private"] | Literal["shared"]
    region: str
    #: Id of the machine, as server-types shows it
    server_package: str
    #: Comes with the package; cannot be disabled
    default: bool
    status: Literal["provisioning", "active", "stopping", "disabled", "failed"]
    cpu: int
    memory_mb: int
    #: Decimal, 8 places
    price_hour: str
    active_strategies: int
    #: Seconds since 1970
    time_created: int
    #: Null until it is active, and for default ones
    expires_at: int | None
    #: While a rented one waits for its machine: if there is none by then, it fails and is paid back
    fails_at: int | None
    #: What the status means, in words
    status_text: str


class ServerSpeed(TypedDict):
    server_id: str
    exchange1: Latency
    exchange2: Latency
    combined_ms: float | None
    #: Milliseconds since 1970
    tested_at: int


class ServerType(TypedDict):
    #: What to rent it by
    id: str
    type: Literal["private"] | Literal["shared"]
    name: str
    cpu: int
    memory_mb: int
    disk_gb: int
    network_mbps: int
    #: Where the plan lets you rent it
    regions: list[str]
    #: Decimal, 8 places
    price_hour: str
    #: Decimal, 8 places
    price_total: str
    currency: str
    duration: int


class Session(TypedDict):
    #: An id, as lists show it
    id: str
    ip: str
    #: Not known
    country: None
    user_agent: str
    #: The one that asks
    current: bool
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_seen: int


class Signal(TypedDict):
    id: str
    time_created: str
    last_updated: str
    c_uid: str
    c_name: str
    c_status: str
    c_iteration: str
    c_profit: str
    c_order: str
    c_average: str
    c_usdt_volume: str
    c_last_profit: str
    c_last_runtime: str
    c_direction: str
    c_codes: str
    c_description: str
    c_price: str
    c_subscribers_current: str
    c_subscribers_max: str
    c_success_rate: str
    c_current_success_streak: str
    c_action_direction_1: str
    c_action_direction_2: str
    c_action_maxtime_1: str
    c_action_maxtime_2: str
    c_action_maxamount_1: str
    c_action_maxamount_2: str
    custom_1: str
    custom_2: str
    custom_3: str
    custom_4: str
    iteration_children: list[Iteration]


class SignalHead(TypedDict):
    id: str
    time_created: str
    last_updated: str
    c_uid: str
    c_name: str
    c_status: str
    c_iteration: str
    c_profit: str
    c_order: str
    c_average: str
    c_usdt_volume: str
    c_last_profit: str
    c_last_runtime: str
    c_direction: str
    c_codes: str
    c_description: str
    c_price: str
    c_subscribers_current: str
    c_subscribers_max: str
    c_success_rate: str
    c_current_success_streak: str
    c_action_direction_1: str
    c_action_direction_2: str
    c_action_maxtime_1: str
    c_action_maxtime_2: str
    c_action_maxamount_1: str
    c_action_maxamount_2: str
    custom_1: str
    custom_2: str
    custom_3: str
    custom_4: str


class SignalHook(TypedDict):
    id: str
    signal_id: str
    label: str
    execute_within: int
    maximum_amount: str
    #: Seconds since 1970
    time_created: int
    last_message: SignalHookLastMessage | None


class SignalHookLastMessage(TypedDict):
    #: Milliseconds since 1970
    time: int
    outcome: Literal["triggered", "refused"]
    #: Why it was refused
    reason: str


class SignalSubscription(TypedDict):
    id: str
    signal_id: str
    name: str
    #: A month
    price: str
    currency: str
    state: Literal["active", "paused", "cancelled"]
    #: Null where nothing is paid
    renews_at: int | None
    #: Strategies that start when the signal opens
    profiles: list[str]
    #: Those that trade back what was traded
    closing_profiles: list[str]
    #: Why it is paused or cancelled, where its user did not ask for it
    reason: str
    #: The last act of a strategy, or why it did not act
    last_act: str | None


class SoftStopAck(TypedDict):
    status: Literal[True]
    #: An id, as lists show it
    id: str
    run_id: str | None
    #: `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner
    state: Literal["draft", "ready", "starting", "running", "paused", "soft_stopping", "stopping", "stopped", "force_stopped", "reconvening", "completed", "errored"]
    #: It was so before: nothing happened
    already: bool
    #: Orders that are still open at exchanges
    open_orders: int
    #: Those orders
    orders: list[SoftStopAckOrdersItem]
    message: str
    waiting_for: list[str]


class SoftStopAckOrdersItem(TypedDict):
    #: An id, as lists show it
    id: str
    #: Ours; the exchange knows it too
    client_order_id: str
    #: Service code
    code: str
    #: Empty before the exchange has told it
    exchange_order_id: str


class Spread(TypedDict):
    #: Two service codes joined by +: the first asks, the second bids
    combination: str
    #: Ask less bid
    price: float
    #: Ask divided by bid
    ratio: float
    ask: Quote
    bid: Quote


class SpreadCandle(TypedDict):
    open: float
    close: float
    high: float
    low: float
    time: str


class StaffTicket(TypedDict):
    #: An id, as lists show it
    id: str
    #: What people quote
    number: str
    subject: str
    category: Literal["general", "account", "billing", "trading", "exchanges", "api"]
    status: Literal["open", "answered", "waiting", "closed"]
    priority: Literal["low", "normal", "high"]
    #: Oldest first; in lists the latest 10, or fewer where a page would be longer than a megabyte
    messages: list[TicketMessage]
    messages_total: int
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_updated: int
    #: An id, as lists show it
    uid: str
    username: str
    name: str
    email: str


class StatBlock(TypedDict):
    """Of all runs since each strategy was last reset, but for `realized_pnl`"""

    #: Of all amounts; by the rates of this moment
    currency: Literal["USD"]
    #: Currencies that have no rate: amounts in them are left out
    without_rate: list[str]
    strategies: int
    open_orders: int
    transactions: StatBlockTransactions
    #: The price of all that was traded. Decimal, 8 places
    volume: str
    #: What was paid; below 0 for rebates. Decimal, 8 places
    fees: str
    #: Of the latest run of each strategy alone and after its fees, as strategy/data/list. Decimal, 8 places
    realized_pnl: str
    unrealized_pnl: str | None
    average_spread_entry: str | None
    average_slippage: str | None
    average_journey_ms: float | None


class StatBlockTransactions(TypedDict):
    successful: int
    canceled: int
    failed: int
    partial: int


class StrategyDebug(TypedDict):
    #: An id, as lists show it
    id: str
    #: `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner
    state: Literal["draft", "ready", "starting", "running", "paused", "soft_stopping", "stopping", "stopped", "force_stopped", "reconvening", "completed", "errored"]
    loop: StrategyDebugLoop
    #: The first gate that is closed; empty where the last evaluation fired
    gate: str
    #: The same in words
    why: str
    #: Rows that hold the slice up
    rows: list[StrategyDebugRowsItem]
    #: How often each gate was closed in this process
    gates_closed: dict[str, int]
    conditions: list[ConditionEval]
    books: list[StrategyDebugBooksItem]
    #: Base units that a row owes to the fills of others
    owed: list[StrategyDebugOwedItem]
    #: Stops that follow fills and wait for their price: the base units that each protects, and its trigger
    armed: list[StrategyDebugArmedItem]
    #: Transactions whose outcome is not known yet
    inflight: list[str]
    lookups: list[StrategyDebugLookupsItem]
    queue_depth: int
    log: list[StrategyDebugLogItem]


class StrategyDebugLoop(TypedDict):
    #: Milliseconds since 1970
    last_at: int
    #: Microseconds that the last evaluation took
    duration_us: int
    evaluations: int


class StrategyDebugRowsItem(TypedDict):
    row: int
    why: str


class StrategyDebugBooksItem(TypedDict):
    code: str
    bid: float | None
    ask: float | None
    age_ms: int
    synced: bool
    #: Changes of its best prices since the process began
    changes: int


class StrategyDebugOwedItem(TypedDict):
    row: int
    amount: str


class StrategyDebugArmedItem(TypedDict):
    row: int
    amount: str
    trigger: str


class StrategyDebugLookupsItem(TypedDict):
    """Orders being looked up"""

    #: An id, as lists show it
    transaction_id: str
    attempts: int
    #: Milliseconds since 1970
    next_at: int


class StrategyDebugLogItem(TypedDict):
    #: Milliseconds since 1970
    ms: int
    level: Literal["debug", "info", "warn", "error"]
    message: str


class StrategyPnl(TypedDict):
    #: An id, as lists show it
    id: str
    #: Empty for a strategy that is gone
    name: str
    #: Null for a strategy that is gone
    algorithm_id: str | None
    #: Decimal, 8 places
    realized_pnl: str
    #: Null while a position of it has no price
    unrealized_pnl: str | None
    #: Decimal, 8 places
    fees: str
    #: Decimal, 8 places
    commissions: str
    #: Realized less fees and commissions
    net_pnl: str
    currency: Literal["USD"]
    #: Net, of the most that its positions have cost at a time
    return_percent: float
    trades: int
    #: Decimal, 8 places
    volume: str
    #: Its first trade
    started: int | None
    #: Its last trade; null while it runs
    stopped: int | None


class StrategySummary(TypedDict):
    """Figures of the latest run, but for `pnl.unrealized`"""

    #: An id, as lists show it
    id: str
    #: An id, as lists show it
    profile_id: str
    name: str
    tab_id: str | None
    algorithm_id: str | None
    #: `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner
    state: Literal["draft", "ready", "starting", "running", "paused", "soft_stopping", "stopping", "stopped", "force_stopped", "reconvening", "completed", "errored"]
    run_id: str | None
    server_id: str | None
    #: Service codes of its markets
    codes: list[str]
    progress: float
    qty_parent: str | None
    #: Decimal, 8 to 18 places
    qty_done: str
    open_orders: int
    transactions: StrategySummaryTransactions
    #: It was stopped by force, and its orders may have changed since. `transactions`, `qty_done`, `progress` and the realized profit are those of the stop or of a moment later, until it is started again. `open_orders` is of now
    is_behind: bool
    pnl: StrategySummaryPnl
    started_at: int | None
    stops_at: int | None
    last_event: StrategySummaryLastEvent | None


class StrategySummaryTransactions(TypedDict):
    successful: int
    canceled: int
    failed: int


class StrategySummaryPnl(TypedDict):
    #: What was earned, after fees: `fees` is already taken off. Decimal, 8 places
    realized: str
    unrealized: str | None
    #: Why `unrealized` is null. `no_price`: a position, or the currency, has no price now. `no_rate`: a trade of it could not be valued. `uncounted`: trades are still being counted
    unrealized_unknown: Literal["no_price", "no_rate", "uncounted"] | None
    #: What was paid; below 0 for rebates. Decimal, 8 places
    fees: str
    currency: str


class StrategySummaryLastEvent(TypedDict):
    #: Milliseconds since 1970
    ms: int
    type: str
    message: str


class Subaccount(TypedDict):
    #: An id, as lists show it
    id: str
    #: An id, as lists show it
    uid: str
    name: str
    email: str
    username: str
    active: bool
    allow_api_key_usage: bool
    #: Null for the plan's own
    parent_maximum: str | None
    #: Null for the plan's own
    child_maximum: str | None
    #: Codes, or All
    exchanges_enabled: list[str]
    #: Null for the plan's own
    concurrent_strategies_maximum: int | None
    export_enabled: bool
    view_all_profiles: bool
    manage_own_apikeys: bool
    force_twofactor: bool
    allow_api_access: bool
    strategies: int
    last_access: int | None
    #: Seconds since 1970
    time_created: int


class SubaccountAccess(TypedDict):
    #: An id, as lists show it
    id: str
    #: An id, as lists show it
    subaccount_id: str
    username: str
    ip: str
    #: Always null: addresses are not looked up
    country: str | None
    user_agent: str
    method: Literal["web", "api"]
    result: Literal["success", "failed", "blocked"]
    #: Seconds since 1970
    time_created: int


class SubscriptionDetails(TypedDict):
    subscription: SubscriptionDetailsSubscription
    user_settings: SubscriptionDetailsUserSettings
    strategies: SubscriptionDetailsStrategies
    subaccounts: SubscriptionDetailsSubaccounts
    exchange_api_keys: SubscriptionDetailsExchangeApiKeys


class SubscriptionDetailsSubscription(TypedDict):
    pro_version: bool
    enabled: bool
    name: str
    #: A month, in USD; 0 for a sub-account, which pays nothing
    price: float


class SubscriptionDetailsUserSettings(TypedDict):
    enabled: bool
    twofactor: bool
    private_hosting: bool
    private_hive: bool
    api_access: bool
    ratelimit: SubscriptionDetailsUserSettingsRatelimit


class SubscriptionDetailsUserSettingsRatelimit(TypedDict):
    #: Shortest time between two requests of a key
    ms: int
    #: Requests a minute
    minute: int


class SubscriptionDetailsStrategies(TypedDict):
    enabled: bool
    #: Percent of the volume of each successful transaction
    commissions: float
    #: Milliseconds between two evaluations
    orderbook_refresh: int
    liquidity_check_maximum: int
    algos_excluded: list[str]
    maximum: SubscriptionDetailsStrategiesMaximum
    ratelimit: SubscriptionDetailsStrategiesRatelimit
    spread: SubscriptionDetailsStrategiesSpread
    price_offset: SubscriptionDetailsStrategiesPriceOffset
    qty_parent: SubscriptionDetailsStrategiesQtyParent
    qty_child: SubscriptionDetailsStrategiesQtyChild
    sleep_interval: SubscriptionDetailsStrategiesSleepInterval
    export: SubscriptionDetailsStrategiesExport
    servers: SubscriptionDetailsStrategiesServers


class SubscriptionDetailsStrategiesMaximum(TypedDict):
    strategies: int
    templates: int
    concurrent_exchange_api_key: int
    #: Seconds that a strategy may run without drivetime
    duration: int


class SubscriptionDetailsStrategiesRatelimit(TypedDict):
    orders_per_second: int


class SubscriptionDetailsStrategiesSpread(TypedDict):
    minimum: float
    maximum: float


class SubscriptionDetailsStrategiesPriceOffset(TypedDict):
    minimum: float
    maximum: float


class SubscriptionDetailsStrategiesQtyParent(TypedDict):
    minimum: float
    maximum: float


class SubscriptionDetailsStrategiesQtyChild(TypedDict):
    minimum: float
    maximum: float


class SubscriptionDetailsStrategiesSleepInterval(TypedDict):
    minimum: float
    maximum: float


class SubscriptionDetailsStrategiesExport(TypedDict):
    transactions_rows: int
    #: Seconds that an export is kept
    maximum_storage_time: int


class SubscriptionDetailsStrategiesServers(TypedDict):
    speed_testing: bool
    shared_resource: bool
    private_resource: bool
    locations: SubscriptionDetailsStrategiesServersLocations


class SubscriptionDetailsStrategiesServersLocations(TypedDict):
    private: SubscriptionDetailsStrategiesServersLocationsPrivate
    shared: SubscriptionDetailsStrategiesServersLocationsShared


class SubscriptionDetailsStrategiesServersLocationsPrivate(TypedDict):
    active: list[str]
    inactive: list[str]


class SubscriptionDetailsStrategiesServersLocationsShared(TypedDict):
    active: list[str]
    inactive: list[str]


class SubscriptionDetailsSubaccounts(TypedDict):
    enabled: bool
    maximum_accounts: int
    qty_parent: SubscriptionDetailsSubaccountsQtyParent
    qty_child: SubscriptionDetailsSubaccountsQtyChild
    exchanges: list[str]
    see_all_strategies: bool
    export: bool
    exchange_api_keys: SubscriptionDetailsSubaccountsExchangeApiKeys
    api_access: bool
    force_twofactor: bool


class SubscriptionDetailsSubaccountsQtyParent(TypedDict):
    maximum: float


class SubscriptionDetailsSubaccountsQtyChild(TypedDict):
    minimum: float


class SubscriptionDetailsSubaccountsExchangeApiKeys(TypedDict):
    share_master: bool
    add_own: bool


class SubscriptionDetailsExchangeApiKeys(TypedDict):
    enabled: bool
    maximum_stored: int


class SupportSettings(TypedDict):
    categories: list[SupportSettingsCategoriesItem]
    priorities: list[Literal["low", "normal", "high"]]
    #: For users who cannot log in
    email: str
    #: How soon there is usually an answer
    response_time_hours: int
    attachments: bool


class SupportSettingsCategoriesItem(TypedDict):
    id: Literal["general", "account", "billing", "trading", "exchanges", "api"]
    name: str


class Symbol(TypedDict):
    #: Pair id in lower case
    id: str
    #: BASE/QUOTE
    symbol: str
    quote: str
    base: str
    #: Smallest amount of an order
    min: float
    #: Places of prices
    pp: int
    #: Places of amounts; -1 for steps of ten
    pa: int
    #: Smallest step of a price, decimal
    tick_size: str
    #: Smallest step of an amount, decimal
    step_size: str
    #: Smallest value of an order in the quote currency, decimal
    min_notional: str
    #: Fraction of the value; 0.001 is 0.1 %
    maker_fee: float
    #: Fraction of the value; 0.001 is 0.1 %
    taker_fee: float


class Tab(TypedDict):
    """A named group of profiles on the screen"""

    #: An id, as lists show it
    id: str
    name: str
    position: int
    profiles: int


class TelegramBot(TypedDict):
    bot_url: str
    chat_id: str
    #: Seconds since 1970
    time_set: int
    last_sent: int | None
    #: Of the last message, if it failed
    last_error: str | None


class Template(TypedDict):
    """Saved values of a profile"""

    #: An id, as lists show it
    id: str
    label: str
    #: An id, as lists show it
    copy_strategy_id: str
    algorithm_id: str | None
    #: Parameters of strategy/edit-profile
    settings: dict[str, Any]
    #: `settings` is empty: too much for the list. Its `id` shows it
    settings_left_out: bool
    #: Seconds since 1970
    time_created: int


class Ticket(TypedDict):
    #: An id, as lists show it
    id: str
    #: What people quote
    number: str
    subject: str
    category: Literal["general", "account", "billing", "trading", "exchanges", "api"]
    status: Literal["open", "answered", "waiting", "closed"]
    priority: Literal["low", "normal", "high"]
    #: Oldest first; in lists the latest 10, or fewer where a page would be longer than a megabyte
    messages: list[TicketMessage]
    messages_total: int
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    last_updated: int


TicketMessage = TypedDict(
    "TicketMessage",
    {
        "id": "str",
        "from": "Literal[\"user\", \"staff\"]",
        "body": "str",
        "time_created": "int",
    },
)


class TopOfBook(TypedDict):
    bids: Quote
    asks: Quote
    #: Since the last report of the exchange on this market
    age_ms: int
    #: live is in step with the exchange; stale, crossed and none are not to be traded on
    state: Literal["none", "live", "stale", "crossed"]


class TransactionRecord(TypedDict):
    id: str
    #: Seconds since 1970
    time_created: str
    #: Milliseconds since 1970
    last_updated: str
    #: 1 until the order has come to its end
    c_active: str
    #: Slice, row and attempt: 3/0/0
    c_order: str
    #: 0 none, 1 waiting, 2 found, 3 not found
    c_lookup_status: str
    c_lookup_count: str
    #: Row of the algorithm, from 0
    c_row: str
    #: Service code
    c_symbol_code: str
    #: Exchange code
    c_exchange: str
    #: BASE/QUOTE
    c_symbol: str
    #: Pair id
    c_symbolid: str
    #: As sent to the exchange
    c_type: str
    #: As the algorithm names it
    c_type_orig: str
    #: buy or sell
    c_side: str
    #: Base currency, 8 places
    c_amount: str
    #: Quote currency, 8 places
    c_price: str
    #: Price that the decision was made at
    c_price_entry: str
    #: Added to the reference price
    c_price_offset: str
    #: JSON of the order as the exchange reported it
    c_payload: str
    #: Milliseconds since 1970
    c_time_requested: str
    #: Milliseconds since 1970
    c_time_orderplaced: str
    #: Milliseconds since 1970
    c_time_completed: str
    #: Milliseconds from request to completion
    c_time_journey: str
    #: The exchange's id
    c_order_id: str
    #: Number of the slice
    c_order_slice: str
    #: 0 or 1
    c_order_success: str
    #: 0 or 1
    c_order_failed: str
    #: open, closed, canceled, expired, rejected or unknown
    c_order_status: str
    #: Base currency, 8 places
    c_order_remaining: str
    #: Base currency, 8 places
    c_order_filled: str
    #: Commission, 8 places
    c_com: str
    #: Number of the slice
    c_child_id: str
    #: 1 asked for, 2 confirmed
    c_cancel: str
    #: Milliseconds since 1970
    c_cancel_time: str
    #: The spread when it was decided, as its first condition on one measured it; empty without one
    c_spread_entry: str
    #: Why it was sent: slice, or what one row owed another: hedge, price, market or unwind
    c_trace_order: str
    #: JSON list of the names of the conditions that held
    c_conditions: str
    #: Our own number of the order
    custom_id: str
    #: Milliseconds since 1970: when the rest is cancelled
    c_max_time: str


class Transfer(TypedDict):
    #: An id, as lists show it
    id: str
    currency: str
    #: `manual` for a deposit that was credited by hand
    network: str
    #: Decimal, 8 places
    amount: str
    #: Decimal, 8 places
    fee: str
    address: str
    txid: str | None
    confirmations: int | None
    status: Literal["pending_review"] | Literal["pending"] | Literal["completed"] | Literal["rejected"] | Literal["failed"]
    #: Seconds since 1970
    time_created: int
    completed_at: int | None


class WalletBalance(TypedDict):
    #: An id, as lists show it
    id: str
    symbol: str
    name: str
    address: str | None
    #: Decimal, 8 places
    balance: str
    #: Decimal, 8 places
    held: str
    #: Decimal, 8 places
    pending: str
    usd_value: str | None
    #: Seconds since 1970
    last_updated: int


class WatchlistItem(TypedDict):
    #: An id, as lists show it
    id: str
    #: Service code
    code: str
    #: Code of the exchange
    exchange: str
    #: BASE/QUOTE; null while the market is not known
    symbol: str | None
    #: Best bid, quote currency; null without a price
    bid: float | None
    #: Best ask, quote currency; null without a price
    ask: float | None
    #: When that was so, milliseconds since 1970
    time: int | None
    #: Seconds since 1970
    time_created: int


class Webhook(TypedDict):
    #: An id, as lists show it
    id: str
    #: Its user: it receives what this user sees
    uid: str
    url: str
    label: str
    events: list[Literal["webhook.created", "order.changed", "order.filled", "run.changed", "risk.halted", "risk.resumed", "risk.limits", "risk.alert", "news.article", "news.impact", "signal.triggered"]]
    enabled: bool
    disabled_because: str | None
    #: Rounds of attempts in a row that have failed
    failures: int
    #: Seconds since 1970
    time_created: int


class WebhookDelivery(TypedDict):
    #: The same in every attempt
    id: str
    #: An id, as lists show it
    webhook_id: str
    event: Literal["webhook.created", "order.changed", "order.filled", "run.changed", "risk.halted", "risk.resumed", "risk.limits", "risk.alert", "news.article", "news.impact", "signal.triggered"]
    state: Literal["waiting", "delivered", "given_up"]
    attempts: int
    last_attempt: int | None
    last_status: int | None
    last_error: str | None
    next_attempt: int | None
    #: Seconds since 1970
    time_created: int
    #: What is sent, with the id
    body: dict[str, Any]


class WithdrawAddress(TypedDict):
    #: An id, as lists show it
    id: str
    currency: str
    address: str
    label: str
    #: Seconds since 1970
    time_created: int
    #: Seconds since 1970
    usable_at: int


class Withdrawal(TypedDict):
    #: An id, as lists show it
    id: str
    currency: str
    #: `manual` for a deposit that was credited by hand
    network: str
    #: Decimal, 8 places
    amount: str
    #: Decimal, 8 places
    fee: str
    address: str
    txid: str | None
    confirmations: int | None
    status: Literal["pending_review"] | Literal["pending"] | Literal["completed"] | Literal["rejected"] | Literal["failed"]
    #: Seconds since 1970
    time_created: int
    completed_at: int | None
    reviewed_by: str | None
    reviewed_at: int | None
    reason: str | None


class ShowTimestampResult(TypedDict):
    #: Seconds since 1970
    seconds: int
    milliseconds: int


class PingResult(TypedDict):
    our_server_ms: int
    your_sent_ms: int
    difference: int
    equation: str
    note: str


class ListAnnouncementsResult(TypedDict):
    announcements: list[Announcement]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class CreateAnnouncementResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class DeleteAnnouncementResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class CheckProgramResult(TypedDict):
    #: Of the program
    version: str
    #: Seconds since 1970
    checked_at: int
    checks: list[CheckProgramResultChecksItem]
    #: What is new in this release
    news: list[CheckProgramResultNewsItem]


class CheckProgramResultChecksItem(TypedDict):
    #: Such as `database`, `disk` or `mail server`
    what: str
    #: False for what has to be mended
    ok: bool
    #: In plain words, without secrets
    says: str


class CheckProgramResultNewsItem(TypedDict):
    #: `Added`, `Changed` or `Fixed`
    kind: str
    #: Markdown in one line
    says: str


ComputeIndicatorsResult = TypedDict(
    "ComputeIndicatorsResult",
    {
        "status": "bool",
        "label": "str",
        "from": "int",
        "to": "int",
        "code": "str",
        "interval": "str",
        "count": "int",
        "candles": "list[list[float]]",
        "gaps": "list[Gap]",
        "indicators": "dict[str, list[float | None] | dict[str, list[float | None]]]",
        "patterns": "list[ComputeIndicatorsResultPatternsItem]",
    },
)


class ComputeIndicatorsResultPatternsItem(TypedDict):
    #: First millisecond of the candle that completes it
    time: int
    name: str
    direction: Literal["bullish", "bearish"]


class EmbedChartResult(TypedDict):
    symbol: str
    tradingview_symbol: str
    #: HTML
    script: str
    #: The element that is drawn into; it is made where it is not there
    container_id: str


FetchOrderbookHistoryResult = TypedDict(
    "FetchOrderbookHistoryResult",
    {
        "status": "bool",
        "label": "str",
        "from": "int",
        "to": "int",
        "seconds": "int",
        "code": "str",
        "count": "int",
        "orderbook": "list[list[float]]",
        "gaps": "list[Gap]",
    },
)


class FetchSpreadDataResult(TypedDict):
    data: list[FetchSpreadDataResultDataItem]
    #: Times that are missing, oldest first. Where there is neither a gap nor a candle, nothing was traded
    gaps: list[Gap]


class FetchSpreadDataResultDataItem(TypedDict):
    price: SpreadCandle
    ratio: SpreadCandle


class FetchSymbolTradesResultValue(TypedDict):
    bids: NotRequired[list[list[float | str]]]
    asks: NotRequired[list[list[float | str]]]
    #: Trades may be missing from that moment on, until those that came after it. Of several such moments, the first; milliseconds since 1970
    broken: NotRequired[int]


class IndexExchangesResultItem(TypedDict):
    code: str
    name: str
    #: A to D, as public/exchange-information tells
    rating: str
    symbols: int
    status: str
    #: Milliseconds since 1970
    last_checked: int
    announcements_monitored: bool


class IndexSymbolsResult(TypedDict):
    symbols: list[IndexSymbolsResultSymbolsItem]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class IndexSymbolsResultSymbolsItem(TypedDict):
    #: Pair id in lower case
    id: str
    #: BASE/QUOTE
    symbol: str
    quote: str
    base: str
    #: Smallest amount of an order
    min: float
    #: Places of prices
    pp: int
    #: Places of amounts; -1 for steps of ten
    pa: int
    #: Smallest step of a price, decimal
    tick_size: str
    #: Smallest step of an amount, decimal
    step_size: str
    #: Smallest value of an order in the quote currency, decimal
    min_notional: str
    #: Fraction of the value; 0.001 is 0.1 %
    maker_fee: float
    #: Fraction of the value; 0.001 is 0.1 %
    taker_fee: float
    code: str
    exchange: str
    status: Literal["trading", "suspended", "delisted"]
    #: Seconds since 1970
    first_seen: int
    #: Seconds since 1970
    last_seen: int


class IndexSymbolsEntry(TypedDict):
    #: Pair id in lower case
    id: str
    #: BASE/QUOTE
    symbol: str
    quote: str
    base: str
    #: Smallest amount of an order
    min: float
    #: Places of prices
    pp: int
    #: Places of amounts; -1 for steps of ten
    pa: int
    #: Smallest step of a price, decimal
    tick_size: str
    #: Smallest step of an amount, decimal
    step_size: str
    #: Smallest value of an order in the quote currency, decimal
    min_notional: str
    #: Fraction of the value; 0.001 is 0.1 %
    maker_fee: float
    #: Fraction of the value; 0.001 is 0.1 %
    taker_fee: float
    code: str
    exchange: str
    status: Literal["trading", "suspended", "delisted"]
    #: Seconds since 1970
    first_seen: int
    #: Seconds since 1970
    last_seen: int


class ListAvailabilityResultItem(TypedDict):
    exchange: str
    symbol: str
    code: str
    type: str
    interval: str
    tick_data: bool
    #: Seconds since 1970
    start: int
    #: Seconds since 1970
    end: int


class ListBestSpreadsResult(TypedDict):
    #: Milliseconds since 1970
    last_updated: int
    spreads: list[Spread]


class ListBitcoinProfitsResult(TypedDict):
    opportunities: list[Opportunity]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class ListExchangeInformationResultItem(TypedDict):
    #: Its name
    exchange: str
    code: str
    #: `running`, or what is wrong; says where an exchange is simulated
    status: str
    rating: str
    uptime_percent: float
    #: Median round trip
    latency_ms: float | None


class MarketListExchangesResultItem(TypedDict):
    code: str
    name: str


class ListRatesResult(TypedDict):
    base: str
    #: `simulated` where only simulated exchanges are connected: then prices are made up
    source: Literal["market", "simulated"]
    #: Seconds since 1970
    last_updated: int
    rates: dict[str, str]


class ListRelevantNewsResult(TypedDict):
    symbol: str
    news: list[ListRelevantNewsResultNewsItem]


class ListRelevantNewsResultNewsItem(TypedDict):
    id: str
    title: str
    brief: str
    source: str
    url: str
    keywords: str
    score: float
    time_published: int
    #: Empty where the title has none that is clear
    tone: list[ListRelevantNewsResultNewsItemToneItem]
    impact: ListRelevantNewsResultNewsItemImpact


class ListRelevantNewsResultNewsItemToneItem(TypedDict):
    tone_id: str
    tone_name: str
    score: float


class ListRelevantNewsResultNewsItemImpact(TypedDict):
    #: `completed`; `Still processing.` while some are to come; or `subscription required`: then there are none
    status: str
    data: list[ListRelevantNewsResultNewsItemImpactDataItem]


class ListRelevantNewsResultNewsItemImpactDataItem(TypedDict):
    #: After the article
    seconds: int
    #: `compiled`, or `no recorded price`: then the values are empty
    status: str
    pair: str
    before: str
    after: str
    difference: str
    #: Median move of the pair in as much time, in this hour of the last seven days; null where unknown
    usual: str | None
    #: The difference as a multiple of what is usual
    z: float | None


class ListSpreadsResult(TypedDict):
    combinations: list[str]
    page: int
    showing: int
    total: int


class ListUniqueSymbolsResultItem(TypedDict):
    #: Pair id
    id: str
    #: BASE/QUOTE
    symbol: str
    base: str
    quote: str
    #: Codes of exchanges
    exchanges: list[str]
    #: How many they are
    count: int


class MeasureServerSpeedResult(TypedDict):
    server_id: str
    exchange1: Latency
    exchange2: Latency
    combined_ms: float | None
    #: Milliseconds since 1970
    tested_at: int
    previous: list[ServerSpeed]


class ShowBitcoinInformationResult(TypedDict):
    #: `simulated` where only simulated exchanges are connected: then prices are made up
    source: Literal["market", "simulated"]
    market_price_usd: float | None
    market_cap_usd: float | None
    total_bitcoins: float | None
    difficulty: float | None
    hash_rate: float | None
    miners_revenue_usd: float | None
    cost_per_transaction_usd: float | None
    transaction_fees_btc: float | None
    trade_volume_usd: float | None
    charts: ShowBitcoinInformationResultCharts
    #: Seconds since 1970
    last_updated: int


class ShowBitcoinInformationResultCharts(TypedDict):
    difficulty: list[list[float]]


class ShowExchangeHealthResult(TypedDict):
    #: Seconds since 1970
    last_issue: int
    #: Seconds since 1970
    time_now: int


class ShowInformationResult(TypedDict):
    #: Milliseconds since 1970
    time: int
    supported: ShowInformationResultSupported


class ShowInformationResultSupported(TypedDict):
    exchanges: list[str]
    symbols: list[str]


class MarketShowStatusResultItem(TypedDict):
    name: str
    status: str
    #: Milliseconds since 1970
    last_checked: int
    #: What is wrong; empty when all is well
    issues: str


class TrackBitcoinPriceResult(TypedDict):
    #: Milliseconds since 1970
    lastupdated: int
    bids: dict[str, list[float]]
    asks: dict[str, list[float]]


class ListCandlesResult(TypedDict):
    symbol: str
    #: Pair and exchange, for people
    name: str
    interval: str
    #: Places of prices
    precision: int
    #: First millisecond, open, high, low, close and volume; oldest first
    candles: list[list[float]]
    #: Times that are missing, oldest first. Where there is neither a gap nor a candle, nothing was traded
    gaps: list[Gap]


class AddKeywordResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    keyword: AddKeywordResultKeyword


class AddKeywordResultKeyword(TypedDict):
    id: str
    name: str
    #: Seconds since 1970
    time_created: int
    articles: int
    #: By mail to the verified address, by the bot of alerts/telegram-edit, or both
    notify: Literal["none", "email", "telegram", "both"]


class CreateFeedResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Shown once
    url: str


class ListMyKeywordsResult(TypedDict):
    keywords: list[FollowedKeyword]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class DeleteFeedResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class RemoveKeywordResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class ListWatchedKeywordsResultItem(TypedDict):
    id: str
    #: Separated by commas
    keywords: str
    #: Of a coin: its currency, such as BTC
    currency: str | None
    articles_last_24_hours: int
    #: Null where the week before had none
    trend: float | None


class ShowSourceImpactResultValueValue(TypedDict):
    total_articles: int
    sum_impact: str
    top_ranking_bull: list[dict[str, str | int]]
    top_ranking_bear: list[dict[str, str | int]]
    most_recent_bull: list[dict[str, str | int]]
    most_recent_bear: list[dict[str, str | int]]


class ShowStatisticsResult(TypedDict):
    keywords_monitored: int
    total_articles_found: int
    total_keywords_matched: int
    history: list[dict[str, int]]
    sources: int
    #: Seconds since 1970
    last_update: int


class CalculateImpliedVolatilityResult(TypedDict):
    implied_volatility: float
    iterations: int
    #: False where the price hardly depends on the volatility
    converged: bool
    #: Of the option at this volatility
    price: float
    greeks: CalculateImpliedVolatilityResultGreeks
    inputs: CalculateImpliedVolatilityResultInputs


class CalculateImpliedVolatilityResultGreeks(TypedDict):
    delta: float
    gamma: float
    vega: float
    theta: float
    rho: float


class CalculateImpliedVolatilityResultInputs(TypedDict):
    option_price: float
    underlying_price: float
    strike: float
    time_to_expiry: float
    rate: float
    option_type: str


class CancelSubscriptionResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class ListInvoicesResult(TypedDict):
    invoices: list[Invoice]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class RecommendPackageResult(TypedDict):
    recommended: Package
    #: Share of the needs that it meets
    score: float
    reasons: list[str]
    #: Others that meet as much, cheapest first
    alternatives: list[Package]


class ChangeSettingRequestResult(TypedDict):
    #: An id, as lists show it
    id: str
    setting: str
    old_value: bool | float | list[str]
    new_value: bool | float | list[str]
    #: Decimal, 8 places
    price_old: str
    #: Decimal, 8 places
    price_new: str
    #: Decimal, 8 places
    price_difference: str
    #: What confirming charges at once: for the rest of the paid month
    charge: str
    currency: str
    becomes_custom: Literal[True]
    #: Seconds since 1970
    effective_at: int
    #: Seconds since 1970
    expires_at: int


class ChangeSettingConfirmResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    subscription: ChangeSettingConfirmResultSubscription
    #: Seconds since 1970
    effective_at: int
    #: The new price of a month less the old one; decimal, 8 places
    price_difference: str
    #: Decimal, 8 places
    charged: str
    applied: ChangeSettingConfirmResultApplied


class ChangeSettingConfirmResultSubscription(TypedDict):
    #: free, basic, pro or custom
    id: str
    name: str


class ChangeSettingConfirmResultApplied(TypedDict):
    setting: str
    new_value: bool | float | list[str]


class ChangePhpSdkResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    subscription: ChangePhpSdkResultSubscription
    #: Seconds since 1970
    effective_at: int
    #: The new price of a month less the old one; decimal, 8 places
    price_difference: str
    #: Decimal, 8 places
    charged: str


class ChangePhpSdkResultSubscription(TypedDict):
    #: free, basic, pro or custom
    id: str
    name: str


class ChangePackageResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    subscription: ChangePackageResultSubscription
    #: Seconds since 1970
    effective_at: int
    #: The new price of a month less the old one; decimal, 8 places
    price_difference: str
    #: Decimal, 8 places
    charged: str


class ChangePackageResultSubscription(TypedDict):
    #: free, basic, pro or custom
    id: str
    name: str


class ChangePackageResult2(TypedDict):
    current: ChangePackageResult2Current
    packages: list[Package]


class ChangePackageResult2Current(TypedDict):
    #: free, basic, pro or custom
    id: str
    name: str


class EnablePrivateServerResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    state: Literal["provisioning"]
    server: Server


class EnableSharedServerResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    state: Literal["provisioning"]
    server: Server


class ListPrivateServersResult(TypedDict):
    servers: list[Server]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class ListSharedServersResult(TypedDict):
    servers: list[Server]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class DisablePrivateServerResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    server: Server


class DisableSharedServerResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    server: Server


class AddDrivetimeResult(TypedDict):
    #: Seconds that can be used
    balance_seconds: int
    used_seconds: int
    #: Null while there is none
    expires_at: int | None
    options: list[AddDrivetimeResultOptionsItem]


class AddDrivetimeResultOptionsItem(TypedDict):
    id: str
    #: Seconds since 1970
    seconds: int
    #: Decimal, 8 places
    price: str
    currency: str


class AddDrivetimeResult2(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Seconds that can be used
    balance_seconds: int


class ListHistoryResult(TypedDict):
    history: list[BillingHistoryEntry]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class AddKeyResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    key: ExchangeKey


class TestKeyResult(TypedDict):
    #: An id, as lists show it
    id: str
    valid: bool
    status: Literal["active", "invalid"]
    permissions: TestKeyResultPermissions
    #: Null where the exchange does not tell
    ip_restricted: bool | None
    #: How long the exchange took to answer
    latency_ms: int
    #: Milliseconds since 1970
    checked_at: int
    message: str


class TestKeyResultPermissions(TypedDict):
    #: Null where the exchange does not tell
    read: bool | None
    #: Null where the exchange does not tell
    trade: bool | None
    #: Null where the exchange does not tell
    withdraw: bool | None


class ListKeysResult(TypedDict):
    keys: list[ExchangeKey]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class EditKeyResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    key: ExchangeKey


class DeleteKeyResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    open_orders: list[DeleteKeyResultOpenOrdersItem]


class DeleteKeyResultOpenOrdersItem(TypedDict):
    id: str
    client_order_id: str
    code: str
    #: Empty where the exchange has not told it
    exchange_order_id: str


class CreateTabResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    tab: Tab


class CreateProfileResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Whose it is
    uid: int
    #: Its name
    label: str
    profile: Profile
    warnings: list[CreateProfileResultWarningsItem]


class CreateProfileResultWarningsItem(TypedDict):
    parameter: str
    #: Element of the list; null for the whole parameter
    index: int | None
    message: str


class EditProfileResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    profile: Profile
    warnings: list[EditProfileResultWarningsItem]


class EditProfileResultWarningsItem(TypedDict):
    parameter: str
    #: Element of the list; null for the whole parameter
    index: int | None
    message: str


class EditComponentResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: An id, as lists show it
    profile_id: str
    component: str
    value: str
    #: `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner
    state: Literal["draft", "ready", "starting", "running", "paused", "soft_stopping", "stopping", "stopped", "force_stopped", "reconvening", "completed", "errored"]
    warnings: list[EditComponentResultWarningsItem]


class EditComponentResultWarningsItem(TypedDict):
    parameter: str
    #: Element of the list; null for the whole parameter
    index: int | None
    message: str


class HighLevelOverviewResult(TypedDict):
    active: StatBlock
    inactive: StatBlock
    totals: StatBlock
    strategies: list[HighLevelOverviewResultStrategiesItem]
    #: Milliseconds since 1970
    last_updated: int


class HighLevelOverviewResultStrategiesItem(TypedDict):
    #: An id, as lists show it
    id: str
    name: str
    #: `draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. `reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner
    state: Literal["draft", "ready", "starting", "running", "paused", "soft_stopping", "stopping", "stopped", "force_stopped", "reconvening", "completed", "errored"]
    rows: list[OverviewRow]
    #: `rows` is empty: there are too many. `id` shows them
    rows_left_out: bool


class HardResetResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    deleted: HardResetResultDeleted
    profile: Profile


class HardResetResultDeleted(TypedDict):
    transactions: int
    responses: int


class DataListResult(TypedDict):
    strategies: list[StrategySummary]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class StrategiesListAlgorithmsResultItem(TypedDict):
    #: An id, as lists show it
    id: str
    group_name: str
    name: str


class StrategiesListAlgorithmsEntry(TypedDict):
    #: An id, as lists show it
    id: str
    group_name: str
    name: str


class StrategiesListExchangesResultItem(TypedDict):
    code: str
    name: str
    spot: bool
    futures: bool
    margin: bool
    #: Keys have a passphrase or memo
    needs_password: bool
    #: Simulated or on paper: trades no real money
    sandbox: bool
    status: Literal["running", "degraded", "maintenance", "down"]
    #: A is best; - before anything was measured
    rating: Literal["A", "B", "C", "D", "-"]


class ListProfilesResultItem(TypedDict):
    tab: ListProfilesResultItemTab | None
    profiles: list[Profile]


class ListProfilesResultItemTab(TypedDict):
    #: An id, as lists show it
    id: str
    name: str
    position: int


class SaveTemplateResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    template: Template


class ListStrategyTransactionsResult(TypedDict):
    transactions: list[TransactionRecord]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class StopAllStrategiesResult(TypedDict):
    status: Literal[True]
    stopped: int
    results: list[RunAck]


class ListStrategyOptionsResultItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool", "enum", "array"]
    required: bool
    #: Of a list: of each element. Null for none
    default: str | bool | None
    minimum: float | None
    maximum: float | None
    #: Empty where anything goes
    allowed: list[str]
    #: A list with one element for each row
    per_row: bool
    description: str


class DuplicateStrategyResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    profile: Profile


class EditOrderResult(TypedDict):
    status: Literal[True]
    order: list[str]


class BooksResult2(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    book: Book


class DeleteProfileResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    deleted: DeleteProfileResultDeleted


class DeleteProfileResultDeleted(TypedDict):
    profiles: int
    strategies: int
    transactions: int


class EditTabResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    tab: Tab


class DeleteTabResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    deleted: DeleteTabResultDeleted
    moved: DeleteTabResultMoved


class DeleteTabResultDeleted(TypedDict):
    tabs: int


class DeleteTabResultMoved(TypedDict):
    profiles: int


class DeleteTemplateResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    deleted: DeleteTemplateResultDeleted


class DeleteTemplateResultDeleted(TypedDict):
    templates: int


class AddWatchlistItemResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    item: AddWatchlistItemResultItem


class AddWatchlistItemResultItem(TypedDict):
    #: An id, as lists show it
    id: str
    code: str


class DeleteWatchlistItemResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class AlgorithmAddResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    algorithm: Algorithm


class AlgorithmUpdateResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    algorithm: Algorithm


class ConditionAddResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    condition: Condition


class ConditionUpdateResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    condition: Condition


class ConditionRemoveResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Those that are left, in their order
    positions: list[str]


class ExecutionAddResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    execution: Execution


class ExecutionUpdateResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    execution: Execution


class ExecutionRemoveResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Those that are left, in their order
    positions: list[str]


class ValidateAlgorithmResult(TypedDict):
    #: An id, as lists show it
    id: str
    valid: bool
    problems: list[AlgorithmProblem]


class PublishAlgorithmResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    algorithm: Algorithm


class UnpublishAlgorithmResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    algorithm: Algorithm
    subscribers_affected: int


class AlgorithmRemoveResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class AlgorithmStatisticsResult(TypedDict):
    #: An id, as lists show it
    id: str
    profiles: int
    running: int
    transactions: AlgorithmStatisticsResultTransactions
    #: Decimal, 8 places
    volume_usd: str
    #: From the request to the end, of orders that were filled wholly
    average_fill_ms: float | None
    #: Quote units by which the average price of an order was worse than the price it was decided at
    average_slippage: str | None
    #: Decimal, 8 places
    cpa_earned: str
    #: Decimal, 8 places
    monthly_fee_earned: str
    by_day: list[AlgorithmStatisticsResultByDayItem]


class AlgorithmStatisticsResultTransactions(TypedDict):
    successful: int
    canceled: int
    failed: int
    partial: int


class AlgorithmStatisticsResultByDayItem(TypedDict):
    #: YYYY-MM-DD
    date: str
    successful: int
    canceled: int
    failed: int
    #: Decimal, 8 places
    volume_usd: str
    #: Decimal, 8 places
    earned: str


class ListExchangeQueriesResult(TypedDict):
    queries: list[ExchangeQuery]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class ListExchangeRequestsResultItem(TypedDict):
    #: From exchange-query/list-exchange-requests
    id: Literal["balance", "open_orders", "closed_orders", "order_check", "order_cancel", "positions", "my_trades", "trading_fees", "deposit_address"]
    name: str
    description: str
    parameters: list[ListExchangeRequestsResultItemParametersItem]
    #: Codes of the exchanges that answer it
    exchanges: list[str]


class ListExchangeRequestsResultItemParametersItem(TypedDict):
    name: str
    required: bool


class DeleteExchangeQueryResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class OrderCreateResult(TypedDict):
    status: Literal[True]
    #: An id, as lists show it
    id: str
    orders: list[OrderCreateResultOrdersItem]


class OrderCreateResultOrdersItem(TypedDict):
    index: int
    #: An id, as lists show it
    id: str
    #: Ours; the exchange knows it too
    client_order_id: str
    #: Milliseconds since 1970
    send_at: int
    cancel_at: int | None
    state: Literal["scheduled", "sent"]
    #: Null until it was sent, or waits for something
    order: Order | None


class OrdersListBalancesResultValue(TypedDict):
    exchange: str
    label: str
    #: Milliseconds since 1970
    last_updated: int
    balances: list[ExchangeBalance]
    #: Decimal, 8 places
    total_usd: str
    #: Why `balances` is empty or not whole
    error: str | None


class ListClosedOrdersResult(TypedDict):
    orders: list[Order]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int
    missing: list[MissingOrders]


class ListOpenOrdersResult(TypedDict):
    orders: list[Order]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int
    missing: list[MissingOrders]


class OrderCancelResult(TypedDict):
    status: Literal[True]
    id: str
    order: Order
    cancel_confirmed: bool


class RiskShowStatusResult(TypedDict):
    #: Of the account and the platform together
    mode: Literal["active", "reducing", "halted"]
    #: Whether every process that sends orders obeys all of this
    confirmed: bool
    platform: RiskShowStatusResultPlatform
    places: list[RiskShowStatusResultPlacesItem]


class RiskShowStatusResultPlatform(TypedDict):
    #: `reducing`: only orders that make a position smaller are sent. `halted`: no new order is sent
    mode: Literal["active", "reducing", "halted"]
    halts: list[RiskHalt]


class RiskShowStatusResultPlacesItem(TypedDict):
    scope: Literal["account", "key", "strategy"]
    id: str
    #: `reducing`: only orders that make a position smaller are sent. `halted`: no new order is sent
    mode: Literal["active", "reducing", "halted"]
    halts: list[RiskHalt]
    limits: RiskLimits | None
    #: Null where a sub-account does not see them
    figures: RiskFigures | None


class SetLimitsResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    limits: RiskLimits


class HaltResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    mode: Literal["reducing", "halted"]
    #: Orders that are being canceled; risk/status counts the open ones
    canceling: int


class ResumeResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: `reducing`: only orders that make a position smaller are sent. `halted`: no new order is sent
    mode: Literal["active", "reducing", "halted"]
    halts: list[RiskHalt]


class CreateWebhookResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: The key of the signatures; it is not shown again
    secret: str
    webhook: Webhook


class ListWebhooksResult(TypedDict):
    webhooks: list[Webhook]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class EditWebhookResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    webhook: Webhook


class ListDeliveriesResult(TypedDict):
    deliveries: list[WebhookDelivery]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class RedeliverResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    delivery: WebhookDelivery


class DeleteWebhookResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class ListAlertsResult(TypedDict):
    alerts: list[Alert]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int
    #: How many alerts of an account are sent by mail and Telegram on a day (UTC)
    daily_limit: int
    #: How many of the account's were due today. Those beyond the limit are listed as `over_limit`
    due_today: int


class TelegramEditResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    bot: TelegramBot


class TelegramResult(TypedDict):
    bot: TelegramBot | None


class TelegramDeleteResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class AddSignalResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    signal: Signal


class CreateDeveloperKeyResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    key: str
    #: 32 bytes as base64url, shown once
    secret: str


class CreateHookResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Shown once; begins with TRIPOD_TRADING_BASE_URL, where the operator has set it
    url: str
    hook: SignalHook


class DeleteHookResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class DeleteSignalResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: That have ended
    subscriptions: int


class EditDeveloperResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    developer: Developer


class EditSignalResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    signal: Signal


ListBacktestedSubscriptionsResultItem = TypedDict(
    "ListBacktestedSubscriptionsResultItem",
    {
        "id": "str",
        "signal_id": "str",
        "name": "str",
        "code": "str",
        "interval": "str",
        "from": "int",
        "to": "int",
        "trades": "int",
        "win_rate": "float",
        "profit_percent": "float",
        "max_drawdown_percent": "float",
        "sharpe": "float",
        "equity": "list[list[float]]",
        "equity_left_out": "int",
        "monitored": "bool",
    },
)


ListBacktestedSubscriptionsEntry = TypedDict(
    "ListBacktestedSubscriptionsEntry",
    {
        "id": "str",
        "signal_id": "str",
        "name": "str",
        "code": "str",
        "interval": "str",
        "from": "int",
        "to": "int",
        "trades": "int",
        "win_rate": "float",
        "profit_percent": "float",
        "max_drawdown_percent": "float",
        "sharpe": "float",
        "equity": "list[list[float]]",
        "equity_left_out": "int",
        "monitored": "bool",
    },
)


class ListFeaturedResult(TypedDict):
    signals: list[SignalHead]
    subscriptions: list[ListFeaturedResultSubscriptionsItem]


class ListFeaturedResultSubscriptionsItem(TypedDict):
    id: str
    name: str
    price: str
    currency: str
    subscribers_current: int
    subscribers_max: int


class ListFeedResult(TypedDict):
    signals: list[Signal]
    #: As signalpage
    page: int
    #: Signals on this page
    showing: int
    #: Signals on all pages
    total: int


class ListHooksResult(TypedDict):
    hooks: list[SignalHook]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class ManageSubscriptionsResult2(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    subscription: SignalSubscription


class PublishSignalResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    signal: Signal


class ReceiveMessageResult(TypedDict):
    status: Literal[True]
    id: str
    iteration: int
    signal: str
    action: str
    c_status: Literal["open", "closed"]
    #: Milliseconds since 1970
    accepted_at: int
    #: Milliseconds since 1970
    execute_before: int
    maximum_amount: str
    #: It came before
    repeated: bool


class ResetSignalResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    deleted: ResetSignalResultDeleted


class ResetSignalResultDeleted(TypedDict):
    iterations: int
    price_points: int


class ShowDeveloperResult(TypedDict):
    #: The author's account, `c_uid` of its signals
    id: str
    name: str
    description: str
    website: str
    #: The platform knows who it is
    verified: bool
    #: Seconds since 1970
    joined: int
    signals: list[SignalHead]
    subscribers: int
    success_rate: float


class ShowPositionResult(TypedDict):
    id: str
    code: str
    interval: str
    klines: list[list[float]]
    positions: list[ShowPositionResultPositionsItem]


class ShowPositionResultPositionsItem(TypedDict):
    iteration: int
    action: str
    side: str
    price: float
    time: int


class ShowPriceMovementResult(TypedDict):
    id: str
    iteration: int
    code: str
    opened: int
    closed: int | None
    open_price: float | None
    close_price: float | None
    points: list[list[float]]
    #: Null where nothing was recorded
    high: ShowPriceMovementResultHigh | None
    #: Null where nothing was recorded
    low: ShowPriceMovementResultLow | None
    gaps: list[list[int]]


class ShowPriceMovementResultHigh(TypedDict):
    ms: int
    price: float


class ShowPriceMovementResultLow(TypedDict):
    ms: int
    price: float


class ShowSubscriptionInformationResult(TypedDict):
    id: str
    plan: str
    #: Signals that the account may publish
    signals_maximum: int
    signals_used: int
    #: Signals that it may follow
    subscriptions_maximum: int
    subscriptions_used: int
    api_delay_ms: int
    #: The channel `signals/<id>` may be followed
    websocket: bool
    #: When the package's month ends; null without one
    renews_at: int | None


class VerifyDeveloperResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    developer: Developer


class SubaccountCreateResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    subaccount: Subaccount


class SubaccountEditResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    subaccount: Subaccount


class SubaccountAccessHistoryResult(TypedDict):
    access: list[SubaccountAccess]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class BroadcastCreateResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    broadcast: Broadcast
    recipients: int


class BroadcastEditResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    broadcast: Broadcast


class BroadcastListResult(TypedDict):
    broadcasts: list[Broadcast]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class BroadcastsResult(TypedDict):
    broadcasts: list[ReceivedBroadcast]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class BroadcastDeleteResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class SubaccountDeleteResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    kept: SubaccountDeleteResultKept


class SubaccountDeleteResultKept(TypedDict):
    strategies: int
    #: Entries of its changes and accesses
    history: int


class AccountsCloseAccountResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class AccountsSettingsResult(TypedDict):
    #: IANA name, such as Europe/London. Reminders by mail tell their times in it
    timezone: str
    #: ISO 639-1, with a country if need be. Kept for clients
    language: str
    #: In which clients show amounts beside their own currency
    currency_display: str
    notifications: AccountsSettingsResultNotifications
    default_exchange: str | None
    #: Seconds. Kept for clients
    default_slice_delay: float
    #: Of reminders by mail, and kept for clients
    date_format: Literal["YYYY-MM-DD"] | Literal["DD.MM.YYYY"] | Literal["DD/MM/YYYY"] | Literal["MM/DD/YYYY"]
    theme: Literal["system"] | Literal["light"] | Literal["dark"]


class AccountsSettingsResultNotifications(TypedDict):
    email: bool
    telegram: bool
    webhook: bool


class AccessHistoryResult(TypedDict):
    access: list[Access]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class AccountDetailsResult(TypedDict):
    uid: int
    username: str
    name: str
    email: str
    email_verified: bool
    #: Always null: the platform does not ask for it
    country: str | None
    twofactor: bool
    subscription: AccountDetailsResultSubscription
    is_subaccount: bool
    parent_uid: int | None
    #: Seconds since 1970
    time_created: int
    last_login: int | None


class AccountDetailsResultSubscription(TypedDict):
    id: str
    name: str


class ListReferralsResult(TypedDict):
    referrals: list[Referral]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int
    #: Given by a newcomer at sign-up, who is then listed here
    referral_code: str


class SecuritySettingsResult(TypedDict):
    twofactor: bool
    twofactor_method: Literal["totp"]
    recovery_codes_left: int
    #: From where the user's API keys can be used; empty when one of them can be from anywhere
    ip_whitelist: list[str]
    #: A mail about each login from a new place
    login_alerts: bool
    #: Whether withdrawals go to addresses of a list only
    withdraw_whitelist: bool
    #: Seconds until a session that is not used ends
    session_timeout: int
    #: Seconds since 1970
    password_changed: int
    api_keys: list[SecurityApiKey]
    applies_to_subaccounts: bool


class PasswordChangeResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class PasswordResetRequestResult(TypedDict):
    status: Literal[True]
    message: str


class PasswordResetResult(TypedDict):
    status: Literal[True]
    message: str


class EmailVerifyRequestResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class EmailVerifyConfirmResult(TypedDict):
    status: Literal[True]
    message: str


class EmailChangeRequestResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class EmailChangeConfirmResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class TwoFactorSetupResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Base 32, to be typed in
    secret: str
    #: otpauth://, the content of the QR code
    uri: str
    #: The QR code, as a data URI of a PNG
    qr: str


class TwoFactorConfirmResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    recovery_codes: list[str]


class TwoFactorDisableResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class TwoFactorRecoveryCodesResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    recovery_codes: list[str]


class LoginsResult(TypedDict):
    #: This browser has a session; session/current then says whose
    signed_in: bool
    #: session/demo-login logs in without a password
    demo_login: bool
    #: Who may make an account
    sign_up: Literal["off"] | Literal["invited"] | Literal["open"]


class LoginResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    uid: int
    username: str
    csrf_token: str
    #: Seconds since 1970
    expires_at: int


class DemoLoginResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    uid: int
    username: str
    csrf_token: str
    #: Seconds since 1970
    expires_at: int


class LogoutResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class CurrentResult(TypedDict):
    #: An id, as lists show it
    id: str
    uid: int
    username: str
    role: Literal["user"] | Literal["support"] | Literal["admin"]
    is_subaccount: bool
    twofactor: bool
    #: Nothing else is allowed before a second factor is set up
    twofactor_needed: bool
    csrf_token: str
    #: Seconds until a session that is not used ends
    session_timeout: int
    #: When it ends however much it is used
    expires_at: int | None


class CreatePushTicketResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Not for an address: addresses are logged
    ticket: str
    #: Seconds
    expires_in: int


class SessionsCloseAccountResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class GetSignUpResult(TypedDict):
    sign_up: Literal["off"] | Literal["invited"] | Literal["open"]


class RequestSignUpResult(TypedDict):
    status: Literal[True]
    message: str


class ConfirmSignUpResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    uid: int


class CreateInvitationResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: The code of an invitation, as its maker received it
    code: str
    invitation: Invitation


class ListInvitationsResult(TypedDict):
    invitations: list[Invitation]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class RevokeInvitationResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class AdminListInvitationsResult(TypedDict):
    invitations: list[AccountInvitation]
    #: What to send as `before`; null on the last page
    next: str | None


class AdminRevokeInvitationResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class ListUsersResult(TypedDict):
    users: list[AdminUser]
    #: What to send as `after`; null on the last page
    next: str | None


class CreateUserResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    user: AdminUser
    #: Where the link was mailed, such as `a***@example.com`; null where it was not
    mailed_to: str | None
    #: Shown in this answer only, where no mail is set up or the address is not verified; else null
    link: CreateUserResultLink | None


class CreateUserResultLink(TypedDict):
    #: For `user/password/reset`
    token: str
    #: The console's page with the token
    url: str | None
    #: Seconds since 1970
    expires_at: int


class DisableUserResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    user: AdminUser
    #: Of the account, which trade on
    active_strategies: list[str]


class EnableUserResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    user: AdminUser


class SetRoleResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    user: AdminUser


class ResetPasswordResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: Where the link was mailed, such as `a***@example.com`; null where it was not
    mailed_to: str | None
    #: Shown in this answer only, where no mail is set up or the address is not verified; else null
    link: ResetPasswordResultLink | None


class ResetPasswordResultLink(TypedDict):
    #: For `user/password/reset`
    token: str
    #: The console's page with the token
    url: str | None
    #: Seconds since 1970
    expires_at: int


class ResetTwoFactorResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    user: AdminUser


class CreateApiKeyResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: For the header Key
    key: str
    #: For signing; it is not shown again
    secret: str
    api_key: ApiKey


class ListApiKeysResult(TypedDict):
    keys: list[ApiKey]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class EditApiKeyResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    api_key: ApiKey


class RevokeApiKeyResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class ListAuditResult(TypedDict):
    entries: list[AuditEntry]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class AdminCreditResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: An id, as lists show it
    uid: str
    #: A currency, such as USDT
    currency: str
    #: Decimal, 8 places
    amount: str
    #: Of the user, afterwards
    balance: str


class AdminRefundResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    #: An id, as lists show it
    uid: str
    #: A currency, such as USDT
    currency: str
    #: Decimal, 8 places
    amount: str
    #: Of the user, afterwards
    balance: str


class ListCommissionsPaidResult(TypedDict):
    commissions: list[Commission]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int
    #: What all pages come to; null when that is in several currencies
    total_amount: str | None
    #: The same for each currency
    total_amounts: list[ListCommissionsPaidResultTotalAmountsItem]
    #: What is charged and not paid yet, because the balance was too low: it is taken when there is enough. `awaiting_rate` charges more are not known yet, as their market has no rate in US dollars so far
    due: ListCommissionsPaidResultDue


class ListCommissionsPaidResultTotalAmountsItem(TypedDict):
    #: A currency, such as USDT
    currency: str
    #: Decimal, 8 places
    amount: str


class ListCommissionsPaidResultDue(TypedDict):
    """What is charged and not paid yet, because the balance was too low: it is taken when there is enough. `awaiting_rate` charges more are not known yet, as their market has no rate in US dollars so far"""

    #: A currency, such as USDT
    currency: str
    #: Decimal, 8 places
    amount: str
    awaiting_rate: int


class ListRecentTransactionsResult(TypedDict):
    transactions: list[Ledger]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class AccountPnlResult(TypedDict):
    currency: Literal["USD"]
    money: Literal["real", "simulated"]
    #: Decimal, 8 places
    realized: str
    #: Decimal, 8 places
    unrealized: str
    #: Decimal, 8 places
    fees: str
    #: What strategies were charged, paid or due
    commissions: str
    #: Decimal, 8 places
    net: str
    #: Decimal, 8 places
    volume: str
    trades: int
    #: Trades that are not in the figures yet. They follow
    uncounted: int
    #: Before fees, of trades that gave up something that was held
    win_rate: float
    #: Before fees: what was gained for each dollar that was lost; null without a loss
    profit_factor: float | None
    #: The largest fall of the net result from its height, USD
    max_drawdown: float
    by_day: list[AccountPnlResultByDayItem]
    by_exchange: list[AccountPnlResultByExchangeItem]
    by_strategy: list[AccountPnlResultByStrategyItem]
    #: What could not be valued, as its currency has no rate in US dollars at that time
    without_rate: list[AccountPnlResultWithoutRateItem]
    #: Keys whose trades made elsewhere are imported, or were. Both times are null before all of its markets were read once
    imported: list[AccountPnlResultImportedItem]


class AccountPnlResultByDayItem(TypedDict):
    date: str
    #: Decimal, 8 places
    realized: str
    #: Decimal, 8 places
    net: str
    #: Decimal, 8 places
    volume: str
    trades: int


class AccountPnlResultByExchangeItem(TypedDict):
    exchange: str
    #: Decimal, 8 places
    realized: str
    #: Decimal, 8 places
    net: str
    #: Decimal, 8 places
    volume: str
    trades: int


class AccountPnlResultByStrategyItem(TypedDict):
    #: An id, as lists show it
    id: str
    name: str
    #: Decimal, 8 places
    realized: str
    #: Decimal, 8 places
    net: str
    #: Decimal, 8 places
    volume: str
    trades: int


class AccountPnlResultWithoutRateItem(TypedDict):
    #: A currency; for `market` a service code
    currency: str
    #: `trade`: not in any figure. `fee`: the trade counts without its fee. `market`: it is not known what was traded. `position`: not in `unrealized`
    what: Literal["trade", "fee", "market", "position"]
    trades: int
    amount: str | None


class AccountPnlResultImportedItem(TypedDict):
    #: An id, as lists show it
    key_id: str
    exchange: str
    #: Trades made elsewhere before that may be missing, and so may the cost of what was bought then
    complete_since: int | None
    #: Those after that are not read yet
    complete_until: int | None


class ImportOrdersSettingsResult(TypedDict):
    enabled: bool
    interval_seconds: int
    exchanges: list[ImportOrdersSettingsResultExchangesItem]
    #: Columns for tax programs, as exports have them
    formats: list[str]


class ImportOrdersSettingsResultExchangesItem(TypedDict):
    #: An id, as lists show it
    key_id: str
    exchange: str
    enabled: bool
    #: Null before the first import
    since: int | None
    codes: list[str]
    last_order_id: str | None
    last_run: int | None


class ListTopStrategyPnlResult(TypedDict):
    strategies: list[StrategyPnl]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int
    money: Literal["real", "simulated"]
    #: Trades that are not in the figures yet. They follow
    uncounted: int


class ListSupportedWalletsResult(TypedDict):
    #: Seconds since 1970
    last_updated: int
    supported: list[ListSupportedWalletsResultSupportedItem]


class ListSupportedWalletsResultSupportedItem(TypedDict):
    symbol: str
    name: str
    #: Digits after the point that the block chain keeps
    decimals: int


class FetchDepositAddressResult(TypedDict):
    wallet_currency: str
    address: str
    #: Always null: no chain here needs one
    tag: str | None
    network: str
    #: Picture of a QR code with the address, as a data URI
    qr: str
    #: Decimal, 8 places
    minimum_deposit: str
    #: How many a deposit needs to be credited
    confirmations: int


class WalletsListBalancesResult(TypedDict):
    wallets: list[WalletBalance]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class ListDepoistsResult(TypedDict):
    deposits: list[Transfer]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class WithdrawResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    state: Literal["pending_review"]
    wallet_currency: str
    #: Decimal, 8 places
    amount: str
    #: Decimal, 8 places
    fee: str
    #: Decimal, 8 places
    amount_net: str
    address_to: str
    #: Seconds since 1970
    estimated_by: int


class ListWithdrawsResult(TypedDict):
    withdraws: list[Withdrawal]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class CancelWithdrawResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    withdraw: Withdrawal


class AddWithdrawAddressResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    address: WithdrawAddress


class RemoveWithdrawAddressResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class AdminListWithdrawalsResult(TypedDict):
    withdrawals: list[ReviewedWithdrawal]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class AdminApproveResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    withdrawal: ReviewedWithdrawal


class AdminRejectResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    withdrawal: ReviewedWithdrawal


class AdminCompleteResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    withdrawal: ReviewedWithdrawal


class AdminRecordDepositResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    deposit: Transfer


class AdminListDoubtfulDepositsResult(TypedDict):
    deposits: list[DoubtfulDeposit]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class RequestExportResult(TypedDict):
    status: Literal[True]
    #: An id, as lists show it
    id: str
    state: Literal["queued"]
    #: Transactions of strategies, the strategies themselves, or news that name the market's coin
    system: Literal["strategy_transactions", "all_strategies", "news"]
    #: A workbook, or text with commas
    type: Literal[".xls", ".csv"]
    #: A market: exchange code, hyphen, pair id
    symbol: str
    limit: int
    #: Seconds since 1970
    expires_at: int


class FetchExportResult(TypedDict):
    #: An id, as lists show it
    id: str
    state: Literal["completed"]
    filename: str
    content_type: str
    #: Bytes
    size: int
    sha256: str
    #: Without the names of the columns
    rows: int
    #: Base64, of files up to 8 MiB
    content: NotRequired[str]
    #: Where to download larger ones, with the same credentials
    url: NotRequired[str]
    #: Seconds since 1970
    expires_at: int


class FetchExportResult2(TypedDict):
    #: An id, as lists show it
    id: str
    state: Literal["queued", "running"]
    progress: float
    message: str


class ListExportsResult(TypedDict):
    exports: list[Export]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class AddReminderResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    reminder: Reminder


class ListRemindersResult(TypedDict):
    reminders: list[Reminder]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class EditReminderResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    reminder: Reminder


class DeleteReminderResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class CreateSupportTicketResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    ticket: Ticket


class AddTicketResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    ticket: Ticket


class ListTicketsResult(TypedDict):
    tickets: list[Ticket]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class StaffListTicketsResult(TypedDict):
    tickets: list[StaffTicket]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class StaffAnswerTicketResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    ticket: StaffTicket


class StaffCloseTicketResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    ticket: StaffTicket


class StaffReopenTicketResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    ticket: StaffTicket


class UpdateTicketResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    ticket: Ticket


class CreateArticleResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    article: Article


class ListArticlesResult(TypedDict):
    articles: list[ArticleSummary]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class EditArticleResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    article: Article


class ReviewArticleResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    article: Article


class FetchArticlesResult(TypedDict):
    articles: list[PublishedArticle]
    page: int
    #: Entries on this page
    showing: int
    #: Entries on all pages
    total: int


class FetchArticlesResult2(TypedDict):
    #: An id, as lists show it
    article_id: str
    title: str
    brief: str
    author: str
    url: str
    #: Seconds since 1970
    time_published: int
    #: HTML
    body: str
    images: list[str]
    next_id: str | None
    previous_id: str | None


class CheckEarningsResult(TypedDict):
    currency: str
    #: Decimal, 8 places
    total: str
    #: Decimal, 8 places
    paid: str
    #: Decimal, 8 places
    pending: str
    #: Those that have earned the most first, deleted ones too; at most 1,000
    articles: list[CheckEarningsResultArticlesItem]
    #: The latest first; at most 120
    by_month: list[CheckEarningsResultByMonthItem]


class CheckEarningsResultArticlesItem(TypedDict):
    #: An id, as lists show it
    id: str
    title: str
    views: int
    #: Decimal, 8 places
    earnings: str


class CheckEarningsResultByMonthItem(TypedDict):
    #: 2026-03
    month: str
    views: int
    #: Decimal, 8 places
    earnings: str


class DeleteArticleResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str


class CreateCompetitionResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    competition: Competition


class EditCompetitionResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    competition: Competition


class JoinCompetitionResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    competition: JoinCompetitionResultCompetition


class JoinCompetitionResultCompetition(TypedDict):
    #: An id, as lists show it
    id: str
    enrolled: Literal[True]


class LeaveCompetitionResult(TypedDict):
    status: Literal[True]
    #: What was changed
    id: str
    message: str
    competition: LeaveCompetitionResultCompetition


class LeaveCompetitionResultCompetition(TypedDict):
    #: An id, as lists show it
    id: str
    enrolled: Literal[False]


class SystemOperations(_Area):
    """Operations of ``system``."""

    def show_timestamp(self) -> ShowTimestampResult:
        """The server's time."""
        return self._call(_Operation("system.showTimestamp", "POST", "/api/v2/system/timestamp", "read", "body", "data"), {})

    def ping(self, *, milliseconds: int | None = None) -> PingResult:
        """How far two clocks are apart.

        Answers the server's time less the one that was sent: travel time and the difference of the clocks.

        :param milliseconds: The caller's time in milliseconds since 1970
        """
        return self._call(_Operation("system.ping", "POST", "/api/v2/system/ping", "read", "body", "data"), {"milliseconds": milliseconds})

    def list_endpoints(self) -> list[Operation]:
        """List all operations."""
        return self._call(_Operation("system.listEndpoints", "POST", "/api/v2/system/endpoints", "read", "body", "data"), {})

    def list_ep(self) -> list[Operation]:
        """List all operations, for public clients.

        Answers as `system/endpoints`.
        """
        return self._call(_Operation("system.listEp", "POST", "/api/v2/system/ep", "read", "body", "data"), {})

    def list_validation_functions(self) -> list[str]:
        """List validation functions.

        The names that `failed_validation` of a refusal may give.
        """
        return self._call(_Operation("system.listValidationFunctions", "POST", "/api/v2/system/list-validation-functions", "read", "body", "data"), {})

    def list_announcements(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListAnnouncementsResult:
        """List announcements.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("system.listAnnouncements", "POST", "/api/v2/system/list-announcements", "read", "body", "data", ("number", "announcements")), {"limit": limit, "pagenumber": pagenumber})

    def iter_announcements(self, *, limit: int | None = None) -> Iterator[Announcement]:
        """Every entry of :meth:`list_announcements`, page after page."""
        return self._each(_Operation("system.listAnnouncements", "POST", "/api/v2/system/list-announcements", "read", "body", "data", ("number", "announcements")), {"limit": limit})

    def create_announcement(
        self,
        *,
        title: str,
        body: str,
        category: Literal["maintenance", "release", "exchange", "security"],
        severity: Literal["info", "warning", "critical"] | None = None,
        expires_at: int | None = None,
        starts_at: int | None = None,
        ends_at: int | None = None,
        idempotency_key: str | None = None,
    ) -> CreateAnnouncementResult:
        """Announce something.

        Maintenance with its times is also in everyone's schedule (calendar/list-schedule).

        :param expires_at: Seconds since 1970: not shown afterwards. Default: the end of planned maintenance, else never
        :param starts_at: Seconds since 1970: when planned maintenance begins
        :param ends_at: Seconds since 1970: when it ends. Default: open
        """
        return self._call(_Operation("system.createAnnouncement", "POST", "/api/v2/system/create-announcement", "change", "body", "data"), {"title": title, "body": body, "category": category, "severity": severity, "expires_at": expires_at, "starts_at": starts_at, "ends_at": ends_at}, idempotency_key)

    def delete_announcement(self, *, id: str, idempotency_key: str | None = None) -> DeleteAnnouncementResult:
        """Take an announcement back.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("system.deleteAnnouncement", "POST", "/api/v2/system/delete-announcement", "change", "body", "data"), {"id": id}, idempotency_key)

    def check_program(self) -> CheckProgramResult:
        """What works, what does not, and what is new.

        Checks what the answering process needs: settings, disk, database, keys, Redis, and what the settings of this service name outside. What is away may take 20 seconds to show. The answer may be ten seconds old.
        """
        return self._call(_Operation("system.checkProgram", "POST", "/api/v2/system/check", "read", "body", "data"), {})


class MarketOperations(_Area):
    """Operations of ``market``."""

    def compute_indicators(
        self,
        *,
        exchange: str,
        symbol: str,
        interval: Literal["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"],
        timefrom: int,
        timeto: int,
        type: str | None = None,
        indicators: list[str] | None = None,
    ) -> ComputeIndicatorsResult:
        """Candles with indicators and patterns.

        Candles that begin from timefrom to timeto, at most 5000, and for each one 35 indicators, or those of `indicators` only. Values are null while an indicator warms up; candles before timefrom warm it up where there are some. What is missing is named in `gaps`; after a gap everything begins again. Formulas, parameters and patterns: docs/trading/indicators.md. An answer counts as one more request for each 50,000 values of indicators.

        :param symbol: BASE/QUOTE, or as backtesting/availability shows it
        :param timefrom: Seconds since 1970
        :param timeto: Seconds since 1970
        :param indicators: Only these, with parameters where they are not the usual ones: `rsi`, `macd(5,35,5)`
        """
        return self._call(_Operation("market.computeIndicators", "POST", "/api/v2/backtesting/technical-indicators", "read", "body", "data"), {"exchange": exchange, "symbol": symbol, "type": type, "interval": interval, "timefrom": timefrom, "timeto": timeto, "indicators": indicators})

    def embed_chart(self, *, symbol: str) -> EmbedChartResult:
        """A chart to put into a page.

        The script draws candles of a minute and goes on as trades come, in a page with nothing else in it.

        :param symbol: A market: exchange code, hyphen, pair id
        """
        return self._call(_Operation("market.embedChart", "POST", "/api/v2/public/tradingview-charts", "read", "body", "data"), {"symbol": symbol})

    def fetch_orderbook_history(
        self,
        *,
        exchange: str,
        symbol: str,
        timefrom: int,
        timeto: int,
        type: str | None = None,
    ) -> FetchOrderbookHistoryResult:
        """Recorded best prices.

        One row for each change: milliseconds, ask, its quantity, bid, its quantity; a price of 0 where none was known from then on. The first row is what held at timefrom, where that was recorded. At most 24 hours at once, without a key 1, and 50,000 rows: where there are more, `to` is the whole second before which all are there, and the next call begins with it. Times of which nothing was recorded are named in `gaps`: the row before one says nothing about it.

        :param symbol: BASE/QUOTE, or as backtesting/availability shows it
        :param timefrom: Seconds since 1970
        :param timeto: Seconds since 1970
        """
        return self._call(_Operation("market.fetchOrderbookHistory", "POST", "/api/v2/backtesting/orderbook-data", "read", "body", "data"), {"exchange": exchange, "symbol": symbol, "type": type, "timefrom": timefrom, "timeto": timeto})

    def fetch_spread_data(
        self,
        *,
        combination: str,
        latestonly: bool | None = None,
        date: str | None = None,
    ) -> FetchSpreadDataResult:
        """A spread, minute by minute.

        Open, high, low and close of ask less bid, and of ask divided by bid, for any two markets: the oldest minute first, the last one as far as it has come. `time` is the first millisecond of the minute. A minute in which the best ask of the first market and the best bid of the second were at no time known together is absent, and named in `gaps` beside `data`; without a change it has the values that it began with. Days are days in UTC; those before today need a key.

        :param combination: Two service codes joined by +: the first asks, the second bids
        :param latestonly: Only the newest minute, of today
        :param date: YYYY-MM-DD; today without it
        """
        return self._call(_Operation("market.fetchSpreadData", "POST", "/api/v2/public/fetch-spread-data", "read", "body", "whole"), {"combination": combination, "latestonly": latestonly, "date": date})

    def fetch_symbol_price(self, *, code: str) -> dict[str, Any]:
        """Best prices of markets.

        Best bid and ask of up to ten markets, with the age of what is known: prices that are not `live` are the last ones that were. A side without any offer has price and quantity 0. With a key, prices are those of the moment; without one, at most a second old.

        :param code: Up to ten service codes, separated by commas
        """
        return self._call(_Operation("market.fetchSymbolPrice", "POST", "/api/v2/public/fetch-symbol-price", "read", "body", "data"), {"code": code})

    def fetch_symbol_trades(
        self,
        *,
        symbol: str | None = None,
        side: Literal["both", "asks", "bids"] | None = None,
    ) -> dict[str, FetchSymbolTradesResultValue]:
        """Latest trades of a market.

        Up to a hundred trades, newest first, each as price, quantity, milliseconds and id: under `asks` those that took an ask, under `bids` those that took a bid. Without a symbol, the ten markets whose prices change most. Without a key, at most a second old. `broken` is there where the stream of the exchange's trades broke among them.

        :param symbol: A market: exchange code, hyphen, pair id
        """
        return self._call(_Operation("market.fetchSymbolTrades", "POST", "/api/v2/public/fetch-symbol-trades", "read", "body", "data"), {"symbol": symbol, "side": side})

    def index_exchanges(self) -> list[IndexExchangesResultItem]:
        """The index of exchanges.

        Every exchange that is connected. What they list and drop is announced at exchangeindex/announcements.
        """
        return self._call(_Operation("market.indexExchanges", "POST", "/api/v2/exchangeindex/exchanges", "read", "body", "data"), {})

    def index_symbols(
        self,
        *,
        exchange: str,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> IndexSymbolsResult:
        """Symbols of one exchange.

        All that were ever seen there, those that came last first. `suspended` are those that the exchange lists and does not trade at the moment, `delisted` those that are there no more.

        :param exchange: Its code
        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("market.indexSymbols", "POST", "/api/v2/exchangeindex/symbols", "read", "body", "data", ("number", "symbols")), {"exchange": exchange, "limit": limit, "pagenumber": pagenumber})

    def iter_index_symbols(self, *, exchange: str, limit: int | None = None) -> Iterator[IndexSymbolsEntry]:
        """Every entry of :meth:`index_symbols`, page after page."""
        return self._each(_Operation("market.indexSymbols", "POST", "/api/v2/exchangeindex/symbols", "read", "body", "data", ("number", "symbols")), {"exchange": exchange, "limit": limit})

    def list_availability(self) -> list[ListAvailabilityResultItem]:
        """What history there is.

        Of which markets something is recorded or was imported, and from which second to which: a row for each time, and days that follow one another are one time. `exchange`, `symbol` and `type` ask for it at backtesting/technical-indicators and backtesting/orderbook-data. `interval` is that of the shortest candles, of which the longer ones are made; `tick_data` says whether there are best prices or trades of that time too. A few minutes old at most.
        """
        return self._call(_Operation("market.listAvailability", "POST", "/api/v2/backtesting/availability", "read", "body", "data"), {})

    def list_best_spreads(self) -> ListBestSpreadsResult:
        """The best spreads.

        The hundred combinations of two markets of the same pair where the ask of the first is lowest for the bid of the second: a ratio below 1 is more bid than asked. Computed once a second, from books that are live.
        """
        return self._call(_Operation("market.listBestSpreads", "POST", "/api/v2/public/spreads/data", "read", "body", "data"), {})

    def list_bitcoin_profits(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListBitcoinProfitsResult:
        """Arbitrage with a return.

        Every two markets of one base, in one currency or in currencies that stand for the same money, where the ask of the first is below the bid of the second: returns above 0 and up to 10 percent, the highest first, between books that are live. `btc_opt1` is what one unit brings at the second market, `btc_opt2` what it costs at the first, both in bitcoin, or null while bitcoin or the currency has no rate. `current_opt1` and `current_opt2` are the bid and the ask themselves. Higher returns are left out as bad data, and so is an exchange with its own prices on paper. Without a key, at most a second old.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("market.listBitcoinProfits", "POST", "/api/v2/public/realtime-bitcoin-profit", "read", "body", "data", ("number", "opportunities")), {"limit": limit, "pagenumber": pagenumber})

    def iter_bitcoin_profits(self, *, limit: int | None = None) -> Iterator[Opportunity]:
        """Every entry of :meth:`list_bitcoin_profits`, page after page."""
        return self._each(_Operation("market.listBitcoinProfits", "POST", "/api/v2/public/realtime-bitcoin-profit", "read", "body", "data", ("number", "opportunities")), {"limit": limit})

    def list_exchange_announcements(self) -> list[ExchangeAnnouncement]:
        """What exchanges list and drop.

        The latest hundred, newest first: pairs that an exchange began or ceased to trade, as each reading of its markets shows. They are observed here, not written by the exchange, so `url` is empty.
        """
        return self._call(_Operation("market.listExchangeAnnouncements", "POST", "/api/v2/exchangeindex/announcements", "read", "body", "data"), {})

    def list_exchange_information(self) -> list[ListExchangeInformationResultItem]:
        """State and rating of exchanges.

        The rating is a letter from A to D, from what was measured here since the start: half of it uptime, a fifth latency, the rest liquidity (markets that are live, and their spreads); a hyphen before anything was measured.
        """
        return self._call(_Operation("market.listExchangeInformation", "POST", "/api/v2/public/exchange-information", "read", "body", "data"), {})

    def list_exchanges(self) -> list[MarketListExchangesResultItem]:
        """Exchanges that are connected.

        A simulated exchange, or one that trades on paper, says so in its name.
        """
        return self._call(_Operation("market.listExchanges", "POST", "/api/v2/system/exchanges", "read", "body", "data"), {})

    def list_rates(self) -> ListRatesResult:
        """Exchange rates.

        The value of one unit of each currency in US dollars, over the live and deepest markets. A currency that no live market leads to is not there.
        """
        return self._call(_Operation("market.listRates", "POST", "/api/v2/system/rates", "read", "body", "data"), {})

    def list_relevant_news(self, *, symbol: str, to: int | None = None) -> ListRelevantNewsResult:
        """News of a market.

        The 50 most relevant of the newest 500 articles of the last 3 days that name the market's base currency. The score rises with how new an article is, with the weight of its source, where the title names the currency, with how unusually the pair moved afterwards, and with how often the story was repeated. `impact` is what the price of this pair did after an article, for callers with a subscription.

        :param symbol: A market: exchange code, hyphen, pair id
        :param to: Seconds since 1970: the articles of the 3 days before. Default: now
        """
        return self._call(_Operation("market.listRelevantNews", "POST", "/api/v2/exchangeindex/relevant-news", "read", "body", "data"), {"symbol": symbol, "to": to})

    def list_spreads(
        self,
        *,
        spread_includes: str | None = None,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListSpreadsResult:
        """Combinations that can be asked for.

        Every two markets, in the order of their codes. Each can be asked for at public/fetch-spread-data, the other way round too.

        :param spread_includes: Part of a combination
        """
        return self._call(_Operation("market.listSpreads", "POST", "/api/v2/public/spreads-list", "read", "body", "data", ("number", "combinations")), {"spread_includes": spread_includes, "limit": limit, "pagenumber": pagenumber})

    def iter_spreads(self, *, spread_includes: str | None = None, limit: int | None = None) -> Iterator[str]:
        """Every entry of :meth:`list_spreads`, page after page."""
        return self._each(_Operation("market.listSpreads", "POST", "/api/v2/public/spreads-list", "read", "body", "data", ("number", "combinations")), {"spread_includes": spread_includes, "limit": limit})

    def list_symbols(self, *, exchange: str | None = None) -> dict[str, list[Symbol]]:
        """Symbols by exchange.

        :param exchange: Only of this exchange
        """
        return self._call(_Operation("market.listSymbols", "POST", "/api/v2/system/symbols", "read", "body", "data"), {"exchange": exchange})

    def list_unique_symbols(self) -> list[ListUniqueSymbolsResultItem]:
        """Symbols over all exchanges.

        Each pair id once, with the exchanges that trade it: those that most trade first.
        """
        return self._call(_Operation("market.listUniqueSymbols", "POST", "/api/v2/system/unique-symbols", "read", "body", "data"), {})

    def match_pair(
        self,
        *,
        code: str,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> dict[str, MatchedPair]:
        """Which exchanges trade a pair.

        By pair in upper case; `pair` is its id, in lower case. A pair that no exchange trades has a count of 0. Combinations are counted in order, each exchange with itself too.

        :param code: Up to ten pair ids, separated by commas
        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("market.matchPair", "POST", "/api/v2/public/match-pair", "read", "body", "data", ("members", "")), {"code": code, "limit": limit, "pagenumber": pagenumber})

    def iter_match_pair(self, *, code: str, limit: int | None = None) -> Iterator[tuple[str, MatchedPair]]:
        """Every entry of :meth:`match_pair`, page after page."""
        return self._each(_Operation("market.matchPair", "POST", "/api/v2/public/match-pair", "read", "body", "data", ("members", "")), {"code": code, "limit": limit})

    def measure_server_speed(self, *, server_id: str, exchange1: str, exchange2: str) -> MeasureServerSpeedResult:
        """How far a server is from two exchanges.

        Measures up to 5 round trips to each exchange now, one after the other, from the server: the process of the platform that has it measures, whichever process answers. A round trip of more than 2 seconds is lost; an exchange that answers none has no figures, and neither has `combined_ms`, the sum of both averages. Within 10 seconds that process does not measure the same exchange again, and answers the figures that it has. `previous` holds the last 20 of the same server and exchanges, the newest first. While no process has the server, and where that process does not answer in time, the answer is 503 with `Retry-After`; of a server that is over it is 409. Nothing is recorded then.
        """
        return self._call(_Operation("market.measureServerSpeed", "POST", "/api/v2/tests/server-location-speed-to-exchange", "read", "body", "data"), {"server_id": server_id, "exchange1": exchange1, "exchange2": exchange2})

    def show_bitcoin_information(self) -> ShowBitcoinInformationResult:
        """Figures of bitcoin.

        Price and volume come from the exchanges that are connected and tell their volume; coins, difficulty and the hashes a second that it stands for, from the Esplora interface of the settings, at most a minute old. Coins are those that the rule of the chain has given out. What has no source is null: without that interface, all that speaks of the chain, and always the revenue and the fees of miners.
        """
        return self._call(_Operation("market.showBitcoinInformation", "POST", "/api/v2/public/bitcoin-information", "read", "body", "data"), {})

    def show_exchange_health(self) -> ShowExchangeHealthResult:
        """When an exchange last had trouble.

        Of any exchange that is connected, since the start; 0 for never. system/status tells which, and what.
        """
        return self._call(_Operation("market.showExchangeHealth", "POST", "/api/v2/system/exchange-health", "read", "body", "data"), {})

    def show_information(self) -> ShowInformationResult:
        """What the subscription may use.

        Exchanges that are connected and open to the caller, and the service codes of what they trade.
        """
        return self._call(_Operation("market.showInformation", "POST", "/api/v2/system/information", "read", "body", "data"), {})

    def show_status(self) -> list[MarketShowStatusResultItem]:
        """State of the platform and its exchanges.

        `running` is the normal state. An exchange that is simulated, or traded on paper, says so. Each source of news that is followed has an entry: `News: ` and its name.
        """
        return self._call(_Operation("market.showStatus", "POST", "/api/v2/system/status", "read", "body", "data"), {})

    def track_bitcoin_price(
        self,
        *,
        interval: Literal[1000, 900, 750, 500, 400, 250, 100, 50, 25] | None = None,
        symbol_filter: str | None = None,
    ) -> TrackBitcoinPriceResult:
        """Bitcoin on all markets.

        Best bid and ask of everything that bitcoin is bought with, where the book is live, as price, quantity and milliseconds. Made once an interval for all who ask for it; without a key, the interval is a second.

        :param interval: Milliseconds between two refreshes
        :param symbol_filter: Part of a service code
        """
        return self._call(_Operation("market.trackBitcoinPrice", "POST", "/api/v2/public/bitcoin-price-tracker", "read", "body", "data"), {"interval": interval, "symbol_filter": symbol_filter})


class ChartsOperations(_Area):
    """Operations of ``charts``."""

    def fetch_script(self, *, v: str | None = None) -> str:
        """The script that draws a chart.

        public/tradingview-charts tells how to include it. With the library, under its licence, in one file.

        :param v: The version that the include names: with it, browsers keep the file
        """
        return self._call(_Operation("charts.fetchScript", "GET", "/api/v2/public/chart.js", "read", "query", "text"), {"v": v})

    def list_candles(
        self,
        *,
        symbol: str,
        interval: Literal["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"] | None = None,
        limit: int | None = None,
        to: int | None = None,
    ) -> ListCandlesResult:
        """The last candles of a market, of now or until a moment.

        What charts in pages begin with. Intervals in which nothing was traded may be absent; what is missing is named in `gaps`.

        :param symbol: A market: exchange code, hyphen, pair id
        :param limit: How many intervals back
        :param to: Seconds since 1970: back from the interval of that moment. Default: now
        """
        return self._call(_Operation("charts.listCandles", "GET", "/api/v2/public/chart-candles", "read", "query", "data"), {"symbol": symbol, "interval": interval, "limit": limit, "to": to})


class NewsOperations(_Area):
    """Operations of ``news``."""

    def add_keyword(
        self,
        *,
        name: str,
        notify: Literal["none", "email", "telegram", "both"] | None = None,
        idempotency_key: str | None = None,
    ) -> AddKeywordResult:
        """Follow a keyword.

        A word, or several that follow one another. Case, accents and punctuation do not matter. It is found in the articles of the last 30 days, and in those to come: in the newest 20,000 at once, in older ones within minutes (`articles` rises). One that is followed already keeps its id. The package says how many an account may follow: `free` 3, `basic` 25, `pro` 250. `notify` sends you its articles: without it nothing is sent for a new keyword, and one that is followed already stays as it is.

        :param notify: By mail to the verified address, by the bot of alerts/telegram-edit, or both
        """
        return self._call(_Operation("news.addKeyword", "POST", "/api/v2/public/trending-news-add-keyword", "change", "body", "data"), {"name": name, "notify": notify}, idempotency_key)

    def create_feed(self, *, keywordid: str, idempotency_key: str | None = None) -> CreateFeedResult:
        """Make an address at which feed readers find the articles of a keyword.

        RSS 2.0, of a keyword of your own. The address holds a secret and is shown once: anyone with it can read the feed without a key. A keyword has one address: a new one takes the place of the one before. public/trending-news-list-my-keywords shows which keywords have one, and when it was read.

        :param keywordid: An id, as lists show it
        """
        return self._call(_Operation("news.createFeed", "POST", "/api/v2/public/trending-news-feed-create", "change", "body", "data"), {"keywordid": keywordid}, idempotency_key)

    def list_my_keywords(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListMyKeywordsResult:
        """Keywords that the caller follows.

        Newest first. `public/trending-news-data` shows the articles of one with `keywordid`.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("news.listMyKeywords", "POST", "/api/v2/public/trending-news-list-my-keywords", "read", "body", "data", ("number", "keywords")), {"limit": limit, "pagenumber": pagenumber})

    def iter_my_keywords(self, *, limit: int | None = None) -> Iterator[FollowedKeyword]:
        """Every entry of :meth:`list_my_keywords`, page after page."""
        return self._each(_Operation("news.listMyKeywords", "POST", "/api/v2/public/trending-news-list-my-keywords", "read", "body", "data", ("number", "keywords")), {"limit": limit})

    def delete_feed(self, *, keywordid: str, idempotency_key: str | None = None) -> DeleteFeedResult:
        """Revoke the address at which feed readers find the articles of a keyword.

        From now on it is answered as an address that there never was. The keyword stays.

        :param keywordid: An id, as lists show it
        """
        return self._call(_Operation("news.deleteFeed", "POST", "/api/v2/public/trending-news-feed-delete", "change", "body", "data"), {"keywordid": keywordid}, idempotency_key)

    def remove_keyword(self, *, keywordid: str, idempotency_key: str | None = None) -> RemoveKeywordResult:
        """Stop following a keyword.

        :param keywordid: An id, as lists show it
        """
        return self._call(_Operation("news.removeKeyword", "POST", "/api/v2/public/trending-news-remove-keyword", "change", "body", "data"), {"keywordid": keywordid}, idempotency_key)

    def read_feed(self, *, token: str) -> bytes:
        """Articles of a keyword for feed readers.

        RSS 2.0: the newest 50 articles of the last 30 days, as plain text. The address is that of public/trending-news-feed-create. Without a subscription articles are there a minute late. At most 10 requests a minute; `If-None-Match` is answered 304 while nothing is new.

        :param token: The secret part of the address
        """
        return self._call(_Operation("news.readFeed", "GET", "/api/v2/public/trending-news-feed/{token}", "read", "query", "bytes"), {"token": token})

    def list_news(
        self,
        *,
        date: str,
        keyword_contains: str | None = None,
        title_contains: str | None = None,
        brief_contains: str | None = None,
        exclude_keywords: str | None = None,
        keywordid: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> list[NewsItem]:
        """News of a day.

        Newest first. Each story is there once; `echoes` counts its repetitions. What an article did to prices is shown with a subscription. Where as many articles come as `limit` says, there may be more: ask again with the last id as `before`.

        :param date: YYYY-MM-DD, in UTC
        :param keyword_contains: Articles whose keywords contain one of these. Up to ten terms, separated by commas.
        :param title_contains: Articles whose title contains one of these. Up to ten terms, separated by commas.
        :param brief_contains: Articles whose brief contains one of these. Up to ten terms, separated by commas.
        :param exclude_keywords: No articles whose keywords or title contain one of these. Up to ten terms, separated by commas.
        :param keywordid: Articles that this keyword of the caller's own was found in
        :param before: Articles older than this one
        :param limit: Articles in an answer
        """
        return self._call(_Operation("news.listNews", "POST", "/api/v2/public/trending-news-data", "read", "body", "data", ("before", "id")), {"date": date, "keyword_contains": keyword_contains, "title_contains": title_contains, "brief_contains": brief_contains, "exclude_keywords": exclude_keywords, "keywordid": keywordid, "before": before, "limit": limit})

    def iter_news(
        self,
        *,
        date: str,
        keyword_contains: str | None = None,
        title_contains: str | None = None,
        brief_contains: str | None = None,
        exclude_keywords: str | None = None,
        keywordid: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> Iterator[NewsItem]:
        """Every entry of :meth:`list_news`, page after page."""
        return self._each(_Operation("news.listNews", "POST", "/api/v2/public/trending-news-data", "read", "body", "data", ("before", "id")), {"date": date, "keyword_contains": keyword_contains, "title_contains": title_contains, "brief_contains": brief_contains, "exclude_keywords": exclude_keywords, "keywordid": keywordid, "before": before, "limit": limit})

    def list_sources(self) -> list[str]:
        """Sources of news.

        Sources that published an article first, in the order of their names.
        """
        return self._call(_Operation("news.listSources", "POST", "/api/v2/public/trending-news-sources", "read", "body", "data"), {})

    def list_watched_keywords(self, *, keyword_contains: str | None = None) -> list[ListWatchedKeywordsResultItem]:
        """Keywords that are watched.

        Coins, exchanges, people and events, each with the ways in which it is written. `trend` compares the articles of the last day with a usual day of the week before: 2 is twice as many.

        :param keyword_contains: Up to ten terms, separated by commas
        """
        return self._call(_Operation("news.listWatchedKeywords", "POST", "/api/v2/public/trending-news-watchlist", "read", "body", "data"), {"keyword_contains": keyword_contains})

    def show_source_impact(self, *, source_contains: str) -> dict[str, dict[str, ShowSourceImpactResultValueValue]]:
        """Price moves after a source's articles.

        For each pair: in how many articles its price is known an hour later, the sum of its moves in that hour, and four rankings of ten. Only articles that the source had first count.

        :param source_contains: The exact source
        """
        return self._call(_Operation("news.showSourceImpact", "POST", "/api/v2/public/trending-news-source-impact", "read", "body", "data"), {"source_contains": source_contains})

    def show_statistics(self) -> ShowStatisticsResult:
        """How much news there is.

        Counted at most 15 seconds ago. Articles of every language count, from when they were first seen, also those that were removed since.
        """
        return self._call(_Operation("news.showStatistics", "POST", "/api/v2/public/trending-news-statistics", "read", "body", "data"), {})


class OptionsOperations(_Area):
    """Operations of ``options``."""

    def calculate_implied_volatility(
        self,
        *,
        option_price: float,
        underlying_price: float,
        strike: float,
        time_to_expiry: float,
        rate: float | None = None,
        option_type: Literal["call", "put"] | None = None,
    ) -> CalculateImpliedVolatilityResult:
        """The volatility that an option's price implies.

        By Black and Scholes, for a European option without dividends. Years and rates are fractions: 0.25 is a quarter of a year, 0.05 are five percent a year, continuously compounded. The volatility is a year's: 0.2 is twenty percent. Theta is for a year, vega and rho for a change of 1.00.

        :param option_price: Price of the option
        :param underlying_price: Price of the underlying
        :param strike: At which price it may be exercised
        :param time_to_expiry: Years until it ends
        :param rate: Interest without risk, a year
        """
        return self._call(_Operation("options.calculateImpliedVolatility", "POST", "/api/v2/tests/black-scholes-implied-volatility-calculator", "read", "body", "data"), {"option_price": option_price, "underlying_price": underlying_price, "strike": strike, "time_to_expiry": time_to_expiry, "rate": rate, "option_type": option_type})


class BillingOperations(_Area):
    """Operations of ``billing``."""

    def get_details(self) -> SubscriptionDetails:
        """The subscription and everything that it allows.

        A sub-account sees what its owner leaves it of the plan.
        """
        return self._call(_Operation("billing.getDetails", "POST", "/api/v2/subscriptions/details", "read", "body", "data"), {})

    def cancel_subscription(self) -> CancelSubscriptionResult:
        """Always refused: cancellation is only possible on the website.

        A key that falls into wrong hands cannot end a subscription. The free package can be changed to here.
        """
        return self._call(_Operation("billing.cancelSubscription", "POST", "/api/v2/subscriptions/cancel", "read", "body", "data"), {})

    def list_invoices(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListInvoicesResult:
        """Invoices of the account.

        One for each calendar month, also when there was nothing to pay, and one for each month that is due. What was given back is a line below zero in the month in which it was given back.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("billing.listInvoices", "POST", "/api/v2/subscriptions/invoices", "read", "body", "data", ("number", "invoices")), {"limit": limit, "pagenumber": pagenumber})

    def iter_invoices(self, *, limit: int | None = None) -> Iterator[Invoice]:
        """Every entry of :meth:`list_invoices`, page after page."""
        return self._each(_Operation("billing.listInvoices", "POST", "/api/v2/subscriptions/invoices", "read", "body", "data", ("number", "invoices")), {"limit": limit})

    def list_packages(self) -> list[Package]:
        """The packages, with prices and everything that they allow.

        Cheapest first. An account with settings of its own also sees its own package, `custom`.
        """
        return self._call(_Operation("billing.listPackages", "POST", "/api/v2/subscriptions/list-packages", "read", "body", "data"), {})

    def recommend_package(
        self,
        *,
        strategies: int | None = None,
        exchanges: int | None = None,
        qty_parent: str | None = None,
        subaccounts: int | None = None,
        orders_per_second: int | None = None,
    ) -> RecommendPackageResult:
        """The cheapest package that is enough.

        Tell what you need; what is left out is not looked at. A score below 1: no package is enough for all.

        :param qty_parent: Decimal, at most 8 places
        """
        return self._call(_Operation("billing.recommendPackage", "POST", "/api/v2/subscriptions/php-sdk-recommendation", "read", "body", "data"), {"strategies": strategies, "exchanges": exchanges, "qty_parent": qty_parent, "subaccounts": subaccounts, "orders_per_second": orders_per_second})

    def change_setting_request(
        self,
        *,
        setting: str,
        value: str | float | bool,
        idempotency_key: str | None = None,
    ) -> ChangeSettingRequestResult:
        """The price of changing one setting.

        Answers the id of a price adjustment, which change-setting-confirm takes for 15 minutes. A changed setting makes the package a custom one. Lists, such as regions, are sent as one text with commas.

        :param setting: Dotted path in the tree of subscriptions/details, such as strategies.maximum.strategies
        :param value: The value that it is to have
        """
        return self._call(_Operation("billing.changeSettingRequest", "POST", "/api/v2/subscriptions/change-setting-request", "change", "body", "data"), {"setting": setting, "value": value}, idempotency_key)

    def change_setting_confirm(self, *, id: str, idempotency_key: str | None = None) -> ChangeSettingConfirmResult:
        """Change a setting at the quoted price.

        Takes the id of change-setting-request, once. It is gone after 15 minutes, and when the subscription was changed in between. A change that makes the package cheaper begins when the paid month ends.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("billing.changeSettingConfirm", "POST", "/api/v2/subscriptions/change-setting-confirm", "change", "body", "data"), {"id": id}, idempotency_key)

    def change_php_sdk(self, *, id: str, idempotency_key: str | None = None) -> ChangePhpSdkResult:
        """Switch to another package.

        A dearer package begins at once; the difference for the rest of the paid month is charged. A cheaper one begins when that month ends. Refused while more is in use than the package allows: `conflicts` says what.

        :param id: From list-packages
        """
        return self._call(_Operation("billing.changePhpSdk", "POST", "/api/v2/subscriptions/change-php-sdk", "change", "body", "data"), {"id": id}, idempotency_key)

    def change_package(
        self,
        *,
        id: str | None = None,
        idempotency_key: str | None = None,
    ) -> ChangePackageResult | ChangePackageResult2:
        """Switch to another package, or see which there are.

        With `id` the same as change-php-sdk, which needs full access; without it, the current package and those that can be chosen.

        :param id: From list-packages
        """
        return self._call(_Operation("billing.changePackage", "POST", "/api/v2/subscriptions/change-package", "change", "body", "data"), {"id": id}, idempotency_key)

    def list_server_types(self, *, type: Literal["private"] | Literal["shared"], duration: int) -> list[ServerType]:
        """The machines that can be rented, and what they cost for a time.

        Hours past the first week cost 90 %, hours past thirty days 75 %.

        :param duration: Seconds to rent for; begun hours are paid whole
        """
        return self._call(_Operation("billing.listServerTypes", "POST", "/api/v2/subscriptions/server-types", "read", "body", "data"), {"type": type, "duration": duration})

    def enable_private_server(
        self,
        *,
        region: str,
        server_package: str,
        duration: int | None = None,
        idempotency_key: str | None = None,
    ) -> EnablePrivateServerResult:
        """Rent a private server.

        Charges the whole time at once; the time begins when the server is active. What cannot be set up within 15 minutes is paid back.

        :param region: One of the plan's locations
        :param server_package: Id of a machine, from server-types
        :param duration: Seconds to rent for
        """
        return self._call(_Operation("billing.enablePrivateServer", "POST", "/api/v2/subscriptions/enable-private-server", "change", "body", "data"), {"region": region, "server_package": server_package, "duration": duration}, idempotency_key)

    def enable_shared_server(
        self,
        *,
        region: str,
        server_package: str | None = None,
        duration: int | None = None,
        idempotency_key: str | None = None,
    ) -> EnableSharedServerResult:
        """Rent a shared server.

        Charges the whole time at once; the time begins when the server is active. What cannot be set up within 15 minutes is paid back.

        :param region: One of the plan's locations
        :param server_package: Id of a machine; default the cheapest
        :param duration: Seconds to rent for
        """
        return self._call(_Operation("billing.enableSharedServer", "POST", "/api/v2/subscriptions/enable-shared-server", "change", "body", "data"), {"region": region, "server_package": server_package, "duration": duration}, idempotency_key)

    def list_private_servers(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListPrivateServersResult:
        """The private servers of the account.

        Newest first, those that are over too. One that no machine takes within 15 minutes is `failed`, and what was paid for it is given back; `fails_at` tells when.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("billing.listPrivateServers", "POST", "/api/v2/subscriptions/list-private-servers", "read", "body", "data", ("number", "servers")), {"limit": limit, "pagenumber": pagenumber})

    def iter_private_servers(self, *, limit: int | None = None) -> Iterator[Server]:
        """Every entry of :meth:`list_private_servers`, page after page."""
        return self._each(_Operation("billing.listPrivateServers", "POST", "/api/v2/subscriptions/list-private-servers", "read", "body", "data", ("number", "servers")), {"limit": limit})

    def list_shared_servers(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListSharedServersResult:
        """The shared servers of the account.

        Newest first, those that are over too. The ones that the package includes have `default` true.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("billing.listSharedServers", "POST", "/api/v2/subscriptions/list-shared-servers", "read", "body", "data", ("number", "servers")), {"limit": limit, "pagenumber": pagenumber})

    def iter_shared_servers(self, *, limit: int | None = None) -> Iterator[Server]:
        """Every entry of :meth:`list_shared_servers`, page after page."""
        return self._each(_Operation("billing.listSharedServers", "POST", "/api/v2/subscriptions/list-shared-servers", "read", "body", "data", ("number", "servers")), {"limit": limit})

    def disable_private_server(self, *, id: str, idempotency_key: str | None = None) -> DisablePrivateServerResult:
        """Give a rented private server up.

        What is left of its time is paid back. Refused while strategies run on it: `active_strategies` lists them; and while orders of its strategies may be open: `open_orders` lists up to 20 of them.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("billing.disablePrivateServer", "POST", "/api/v2/subscriptions/disable-private-server", "change", "body", "data"), {"id": id}, idempotency_key)

    def disable_shared_server(self, *, id: str, idempotency_key: str | None = None) -> DisableSharedServerResult:
        """Give a rented shared server up.

        What is left of its time is paid back. Refused while strategies run on it: `active_strategies` lists them; and while orders of its strategies may be open: `open_orders` lists up to 20 of them.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("billing.disableSharedServer", "POST", "/api/v2/subscriptions/disable-shared-server", "change", "body", "data"), {"id": id}, idempotency_key)

    def add_drivetime(
        self,
        *,
        id: str | None = None,
        idempotency_key: str | None = None,
    ) -> AddDrivetimeResult | AddDrivetimeResult2:
        """Buy run time in advance, or see what there is.

        Drivetime lets strategies run longer than the plan's maximum duration. A run that reaches it takes a minute after the other while it runs, not while it is paused or stopped; a minute that has begun counts whole. When nothing is left, the run ends as at its duration. With `id`, one of the options is bought, which needs full access; without it they are shown. It can be used for a year after the last purchase.

        :param id: Of an option
        """
        return self._call(_Operation("billing.addDrivetime", "POST", "/api/v2/subscriptions/add-drivetime", "change", "body", "data"), {"id": id}, idempotency_key)

    def list_history(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListHistoryResult:
        """Deposits, and what was paid to the platform.

        Newest first, with what was given back of these payments. finance/list-recent-transactions lists everything that has moved the balance: also withdrawals, signals, referral shares and earnings of articles.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("billing.listHistory", "POST", "/api/v2/subscriptions/list-history", "read", "body", "data", ("number", "history")), {"limit": limit, "pagenumber": pagenumber})

    def iter_history(self, *, limit: int | None = None) -> Iterator[BillingHistoryEntry]:
        """Every entry of :meth:`list_history`, page after page."""
        return self._each(_Operation("billing.listHistory", "POST", "/api/v2/subscriptions/list-history", "read", "body", "data", ("number", "history")), {"limit": limit})


class ExchangesOperations(_Area):
    """Operations of ``exchanges``."""

    def add_key(
        self,
        *,
        exchange: str,
        label: str,
        token: str,
        secret: str,
        password: str | None = None,
        idempotency_key: str | None = None,
    ) -> AddKeyResult:
        """Store an exchange API key.

        Token, secret and password are encrypted at once and never shown again: lists show a part of the token. Send them in the body, because addresses are kept in places that bodies are not. Give the key the right to trade and not the right to withdraw. The key is tested at once. Where its exchange is not connected or does not answer, it is tested as soon as it can be, and `waits_for` says so.

        :param exchange: Code, from strategy/list-exchanges
        :param label: Your name for the key
        :param token: The key, as the exchange calls it
        :param secret: Its secret or private key
        :param password: Its passphrase or memo, at exchanges that issue one
        """
        return self._call(_Operation("exchanges.addKey", "POST", "/api/v2/exchange-api-keys/add", "change", "body", "data"), {"exchange": exchange, "label": label, "token": token, "secret": secret, "password": password}, idempotency_key)

    def test_key(self, *, id: str, idempotency_key: str | None = None) -> TestKeyResult:
        """Test an exchange API key.

        Asks the exchange for the permissions of the key. A key that the exchange refuses can no longer be chosen anywhere, until a later test finds it in order. An exchange that cannot be reached says nothing about the key, and changes nothing.

        :param id: Id of a key, from exchange-api-keys/list
        """
        return self._call(_Operation("exchanges.testKey", "POST", "/api/v2/exchange-api-keys/test", "change", "body", "data"), {"id": id}, idempotency_key)

    def list_keys(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListKeysResult:
        """List exchange API keys.

        Newest first, without secrets. The main account sees every key of the account; a sub-account sees its own and, where it may use them, those of the main account.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("exchanges.listKeys", "POST", "/api/v2/exchange-api-keys/list", "read", "body", "data", ("number", "keys")), {"limit": limit, "pagenumber": pagenumber})

    def iter_keys(self, *, limit: int | None = None) -> Iterator[ExchangeKey]:
        """Every entry of :meth:`list_keys`, page after page."""
        return self._each(_Operation("exchanges.listKeys", "POST", "/api/v2/exchange-api-keys/list", "read", "body", "data", ("number", "keys")), {"limit": limit})

    def edit_key(self, *, id: str, label: str, idempotency_key: str | None = None) -> EditKeyResult:
        """Rename an exchange API key.

        Changes the label only. For another token or secret, add another key.

        :param id: Id of a key, from exchange-api-keys/list
        :param label: Your name for the key
        """
        return self._call(_Operation("exchanges.editKey", "POST", "/api/v2/exchange-api-keys/edit", "change", "body", "data"), {"id": id, "label": label}, idempotency_key)

    def delete_key(self, *, id: str, idempotency_key: str | None = None) -> DeleteKeyResult:
        """Delete an exchange API key.

        Removes the key with its secret. Refused while running strategies use it; `in_use_by` then lists them. Refused while orders of the key may be open; `open_orders` then lists up to 20 of them: cancel them with exchange-query/order-cancel. Orders of strategies that were stopped with force do not count, nor do orders that were sent with a key that its exchange refuses (`status` `invalid`: exchange-api-keys/test finds out). `open_orders` of the answer lists them, and from then on they can be seen and cancelled only at the exchange. The exchange still knows the key: revoke it there too.

        :param id: Id of a key, from exchange-api-keys/list
        """
        return self._call(_Operation("exchanges.deleteKey", "POST", "/api/v2/exchange-api-keys/delete", "change", "body", "data"), {"id": id}, idempotency_key)


class StrategiesOperations(_Area):
    """Operations of ``strategies``."""

    def create_tab(self, *, name: str, idempotency_key: str | None = None) -> CreateTabResult:
        """Add a tab.

        A tab is a named group of profiles on the screen. The new one comes after your other tabs.
        """
        return self._call(_Operation("strategies.createTab", "POST", "/api/v2/strategy/create-tab", "change", "body", "data"), {"name": name}, idempotency_key)

    def create_profile(
        self,
        *,
        name: str,
        algorithm_id: str | None = None,
        description: str | None = None,
        slice_delay: float | None = None,
        parent: str | None = None,
        price_convert_conditions: str | None = None,
        price_convert_executions: str | None = None,
        noconditions: bool | None = None,
        failed_leg: Literal["hold", "unwind"] | None = None,
        failed_leg_market: bool | None = None,
        condition_codes: list[str] | None = None,
        condition_values: list[str] | None = None,
        condition_orderbooklevel_side1: list[int] | None = None,
        condition_orderbooklevel_side2: list[int] | None = None,
        executable_codes: list[str] | None = None,
        executable_apikeys: list[str] | None = None,
        executable_apikeysmarket: list[Literal["", "spot", "margin", "swap", "future"]] | None = None,
        executable_parents: list[str] | None = None,
        executable_values: list[str] | None = None,
        executable_leverage: list[str] | None = None,
        executable_priceoffset: list[str] | None = None,
        executable_priceexact: list[str] | None = None,
        executable_priceoffsetside: list[Literal["", "same", "opposite", "bids", "asks", "mid"]] | None = None,
        executable_priceoffsettype: list[Literal["", "ob1", "ob2", "ob3", "ob4", "ob5"]] | None = None,
        executable_pricereference: list[str] | None = None,
        executable_toleranceminimum: list[str] | None = None,
        executable_tolerancemaximum: list[str] | None = None,
        executable_maximumtimelive: list[int] | None = None,
        executable_obqtycumulativecheck: list[int] | None = None,
        post_request_delay: list[int] | None = None,
        post_request_random: list[int] | None = None,
        tab_id: str | None = None,
        template_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreateProfileResult:
        """Create a profile.

        A profile holds an algorithm and the values that you give it. It comes with one strategy, which can run once all values are there. It starts empty, or with the values of a template, as a draft: save it with strategy/edit-profile. Values of strategy/edit-profile are taken at once, each in place of the template's value of that name. Where a value that you send is wrong, nothing is created. Values of rows and conditions need an algorithm: `algorithm_id`, or that of the template. What is missing, or wrong in the template, makes a draft, and `warnings` names it.

        :param algorithm_id: From strategy/list-algorithms
        :param slice_delay: Seconds between two slices
        :param parent: Total of the profile in base units of row 0. Empty: each row has its own
        :param price_convert_conditions: Currency in which conditions compare prices. Empty: each market's own
        :param price_convert_executions: Currency in which executions compare prices. Empty: each market's own
        :param noconditions: Ignore all conditions: slices fire by time alone. Default: false
        :param failed_leg: What follows a leg that could not be filled while another was, after all attempts: trade that one back, or hold
        :param failed_leg_market: Try a market order after the prices within executable_tolerancemaximum
        :param condition_codes: Service code of a price condition; two joined by + for a spread, ask of the first against bid of the second
        :param condition_values: Threshold; two with a comma for a range
        :param condition_orderbooklevel_side1: Level of the book of side 1. Default 1
        :param condition_orderbooklevel_side2: Level of the book of side 2. Default 1
        :param executable_codes: Service code of the market
        :param executable_apikeys: Exchange key, from exchange-api-keys/list
        :param executable_apikeysmarket: Account of that key. Default spot
        :param executable_parents: Total of the row in base units. Default: `parent`
        :param executable_values: Quantity of each slice in base units
        :param executable_leverage: Set before the first order of a run. Default 1
        :param executable_priceoffset: Added to the reference price, quote units; more is worse for a buyer
        :param executable_priceexact: Fixed limit price in quote units, in place of reference and offset
        :param executable_priceoffsetside: Side of the book that the reference is read from. Default same: bids for a buy
        :param executable_priceoffsettype: Level of that side. Default ob1. A single value is meant for every row
        :param executable_pricereference: Another market or row whose price is the reference. Default: the row's own market
        :param executable_toleranceminimum: Least allowed move of the reference since the decision, quote units. Default: any
        :param executable_tolerancemaximum: Greatest allowed move of the reference since the decision, quote units. Default: any
        :param executable_maximumtimelive: Milliseconds after which the rest is cancelled. Default 0: never
        :param executable_obqtycumulativecheck: Largest share of what stands on the opposite side that a slice may take, percent. Default 0: any
        :param post_request_delay: Milliseconds between this row and the next of its slice; nothing waits after the last. Default 0
        :param post_request_random: At most so many milliseconds more, at random. Default 0
        :param tab_id: Id of a tab, from strategy/list-profiles
        :param template_id: Id of a template, from strategy/list-templates
        """
        return self._call(_Operation("strategies.createProfile", "POST", "/api/v2/strategy/create-profile", "change", "body", "data"), {"algorithm_id": algorithm_id, "name": name, "description": description, "slice_delay": slice_delay, "parent": parent, "price_convert_conditions": price_convert_conditions, "price_convert_executions": price_convert_executions, "noconditions": noconditions, "failed_leg": failed_leg, "failed_leg_market": failed_leg_market, "condition_codes": condition_codes, "condition_values": condition_values, "condition_orderbooklevel_side1": condition_orderbooklevel_side1, "condition_orderbooklevel_side2": condition_orderbooklevel_side2, "executable_codes": executable_codes, "executable_apikeys": executable_apikeys, "executable_apikeysmarket": executable_apikeysmarket, "executable_parents": executable_parents, "executable_values": executable_values, "executable_leverage": executable_leverage, "executable_priceoffset": executable_priceoffset, "executable_priceexact": executable_priceexact, "executable_priceoffsetside": executable_priceoffsetside, "executable_priceoffsettype": executable_priceoffsettype, "executable_pricereference": executable_pricereference, "executable_toleranceminimum": executable_toleranceminimum, "executable_tolerancemaximum": executable_tolerancemaximum, "executable_maximumtimelive": executable_maximumtimelive, "executable_obqtycumulativecheck": executable_obqtycumulativecheck, "post_request_delay": post_request_delay, "post_request_random": post_request_random, "tab_id": tab_id, "template_id": template_id}, idempotency_key)

    def edit_profile(
        self,
        *,
        id: str,
        algorithm_id: str,
        name: str,
        slice_delay: float,
        description: str | None = None,
        parent: str | None = None,
        price_convert_conditions: str | None = None,
        price_convert_executions: str | None = None,
        noconditions: bool | None = None,
        failed_leg: Literal["hold", "unwind"] | None = None,
        failed_leg_market: bool | None = None,
        condition_codes: list[str] | None = None,
        condition_values: list[str] | None = None,
        condition_orderbooklevel_side1: list[int] | None = None,
        condition_orderbooklevel_side2: list[int] | None = None,
        executable_codes: list[str] | None = None,
        executable_apikeys: list[str] | None = None,
        executable_apikeysmarket: list[Literal["", "spot", "margin", "swap", "future"]] | None = None,
        executable_parents: list[str] | None = None,
        executable_values: list[str] | None = None,
        executable_leverage: list[str] | None = None,
        executable_priceoffset: list[str] | None = None,
        executable_priceexact: list[str] | None = None,
        executable_priceoffsetside: list[Literal["", "same", "opposite", "bids", "asks", "mid"]] | None = None,
        executable_priceoffsettype: list[Literal["", "ob1", "ob2", "ob3", "ob4", "ob5"]] | None = None,
        executable_pricereference: list[str] | None = None,
        executable_toleranceminimum: list[str] | None = None,
        executable_tolerancemaximum: list[str] | None = None,
        executable_maximumtimelive: list[int] | None = None,
        executable_obqtycumulativecheck: list[int] | None = None,
        post_request_delay: list[int] | None = None,
        post_request_random: list[int] | None = None,
        idempotency_key: str | None = None,
    ) -> EditProfileResult:
        """Change a profile.

        Replaces all values of a profile. Only while none of its strategies runs. Element i of a condition list belongs to condition i of the algorithm, element i of every other list to execution row i; shorter lists are filled with defaults. Every value is checked against algorithm, markets, exchange keys, subscription and rights: `missing_information` names each parameter and element that is refused. Where values are only missing, the profile is saved as a draft, and `warnings` names them. An algorithm of another account that costs money, or more than the version before, is only for the main account to choose, with full access; `warnings` names each price that has risen.

        :param id: Id of a profile, from strategy/list-profiles
        :param algorithm_id: From strategy/list-algorithms
        :param slice_delay: Seconds between two slices
        :param parent: Total of the profile in base units of row 0. Empty: each row has its own
        :param price_convert_conditions: Currency in which conditions compare prices. Empty: each market's own
        :param price_convert_executions: Currency in which executions compare prices. Empty: each market's own
        :param noconditions: Ignore all conditions: slices fire by time alone
        :param failed_leg: What follows a leg that could not be filled while another was, after all attempts: trade that one back, or hold
        :param failed_leg_market: Try a market order after the prices within executable_tolerancemaximum
        :param condition_codes: Service code of a price condition; two joined by + for a spread, ask of the first against bid of the second
        :param condition_values: Threshold; two with a comma for a range
        :param condition_orderbooklevel_side1: Level of the book of side 1. Default 1
        :param condition_orderbooklevel_side2: Level of the book of side 2. Default 1
        :param executable_codes: Service code of the market
        :param executable_apikeys: Exchange key, from exchange-api-keys/list
        :param executable_apikeysmarket: Account of that key. Default spot
        :param executable_parents: Total of the row in base units. Default: `parent`
        :param executable_values: Quantity of each slice in base units
        :param executable_leverage: Set before the first order of a run. Default 1
        :param executable_priceoffset: Added to the reference price, quote units; more is worse for a buyer
        :param executable_priceexact: Fixed limit price in quote units, in place of reference and offset
        :param executable_priceoffsetside: Side of the book that the reference is read from. Default same: bids for a buy
        :param executable_priceoffsettype: Level of that side. Default ob1. A single value is meant for every row
        :param executable_pricereference: Another market or row whose price is the reference. Default: the row's own market
        :param executable_toleranceminimum: Least allowed move of the reference since the decision, quote units. Default: any
        :param executable_tolerancemaximum: Greatest allowed move of the reference since the decision, quote units. Default: any
        :param executable_maximumtimelive: Milliseconds after which the rest is cancelled. Default 0: never
        :param executable_obqtycumulativecheck: Largest share of what stands on the opposite side that a slice may take, percent. Default 0: any
        :param post_request_delay: Milliseconds between this row and the next of its slice; nothing waits after the last. Default 0
        :param post_request_random: At most so many milliseconds more, at random. Default 0
        """
        return self._call(_Operation("strategies.editProfile", "POST", "/api/v2/strategy/edit-profile", "change", "body", "data"), {"id": id, "algorithm_id": algorithm_id, "name": name, "description": description, "slice_delay": slice_delay, "parent": parent, "price_convert_conditions": price_convert_conditions, "price_convert_executions": price_convert_executions, "noconditions": noconditions, "failed_leg": failed_leg, "failed_leg_market": failed_leg_market, "condition_codes": condition_codes, "condition_values": condition_values, "condition_orderbooklevel_side1": condition_orderbooklevel_side1, "condition_orderbooklevel_side2": condition_orderbooklevel_side2, "executable_codes": executable_codes, "executable_apikeys": executable_apikeys, "executable_apikeysmarket": executable_apikeysmarket, "executable_parents": executable_parents, "executable_values": executable_values, "executable_leverage": executable_leverage, "executable_priceoffset": executable_priceoffset, "executable_priceexact": executable_priceexact, "executable_priceoffsetside": executable_priceoffsetside, "executable_priceoffsettype": executable_priceoffsettype, "executable_pricereference": executable_pricereference, "executable_toleranceminimum": executable_toleranceminimum, "executable_tolerancemaximum": executable_tolerancemaximum, "executable_maximumtimelive": executable_maximumtimelive, "executable_obqtycumulativecheck": executable_obqtycumulativecheck, "post_request_delay": post_request_delay, "post_request_random": post_request_random}, idempotency_key)

    def edit_component(
        self,
        *,
        id: str,
        component: str,
        value: str,
        idempotency_key: str | None = None,
    ) -> EditComponentResult:
        """Change one value of a profile.

        For screens where each field is saved on its own. Only while none of the profile's strategies runs. A wrong value is refused. What is missing or wrong elsewhere makes the profile a draft, and `warnings` names it. Choose the algorithm first: lists have one element for each of its conditions or rows. `tab_id` moves the profile to another tab, or out of its tab with an empty value, also while it runs.

        :param id: Id of a profile, from strategy/list-profiles
        :param component: Name of a parameter of strategy/edit-profile, or `tab_id`
        :param value: Its new value; lists as JSON
        """
        return self._call(_Operation("strategies.editComponent", "POST", "/api/v2/strategy/edit-component", "change", "body", "data"), {"id": id, "component": component, "value": value}, idempotency_key)

    def high_level_overview(self, *, id: str | None = None, leg: int | None = None) -> HighLevelOverviewResult:
        """Show what strategies have done.

        Totals of active and inactive strategies over all of their runs since their last reset, with `realized_pnl` of the latest runs alone; finance/list-top-strategy-pnl has the profit of all. And how far each row of the latest run is. `unhedged` is what one leg lacks of another and is not traded any more, `dust` what is left of a row and too small for its market. `unrealized_pnl` is null while a position of one of the strategies has no price. At most 5000 rows are listed, of strategies whose values are within 2.5 MiB, first to last in the order of display. The others have `rows_left_out`: their `id` shows them.

        :param id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        :param leg: Only this row of the algorithm, from 0
        """
        return self._call(_Operation("strategies.highLevelOverview", "POST", "/api/v2/strategy/high-level-overview", "read", "body", "data"), {"id": id, "leg": leg})

    def hard_reset(self, *, id: str, idempotency_key: str | None = None) -> HardResetResult:
        """Erase the history of a strategy.

        Permanently deletes its transactions and the answers of exchanges, and sets its counters back. The profile and its values stay. Refused while it runs, while an order of it may be open, and for 24 hours after an exchange has denied an order of it, because that may still appear.

        :param id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        """
        return self._call(_Operation("strategies.hardReset", "POST", "/api/v2/strategy/hard-reset", "change", "body", "data"), {"id": id}, idempotency_key)

    def data_list(self, *, limit: int | None = None, pagenumber: int | None = None) -> DataListResult:
        """List strategies.

        Newest first, whether they run or not. The main account sees all of the account, a sub-account only its own unless it may view all.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("strategies.dataList", "POST", "/api/v2/strategy/data/list", "read", "body", "data", ("number", "strategies")), {"limit": limit, "pagenumber": pagenumber})

    def iter_data_list(self, *, limit: int | None = None) -> Iterator[StrategySummary]:
        """Every entry of :meth:`data_list`, page after page."""
        return self._each(_Operation("strategies.dataList", "POST", "/api/v2/strategy/data/list", "read", "body", "data", ("number", "strategies")), {"limit": limit})

    def list_algorithms(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> list[StrategiesListAlgorithmsResultItem]:
        """List algorithms.

        To choose one for a profile: your own, then the library, then what others have published as far as your package may use it. Retired ones cannot be chosen.

        :param limit: Entries on a page. Default 1000
        :param pagenumber: Which page, from 1. Default 1
        """
        return self._call(_Operation("strategies.listAlgorithms", "POST", "/api/v2/strategy/list-algorithms", "read", "body", "data", ("number", "")), {"limit": limit, "pagenumber": pagenumber})

    def iter_algorithms(self, *, limit: int | None = None) -> Iterator[StrategiesListAlgorithmsEntry]:
        """Every entry of :meth:`list_algorithms`, page after page."""
        return self._each(_Operation("strategies.listAlgorithms", "POST", "/api/v2/strategy/list-algorithms", "read", "body", "data", ("number", "")), {"limit": limit})

    def list_exchanges(self) -> list[StrategiesListExchangesResultItem]:
        """List exchanges.

        The exchanges that strategies can trade at, and the kinds of markets that they can trade there. `code` goes into exchange-api-keys/add and into service codes. A sub-account sees those that its owner lets it use.
        """
        return self._call(_Operation("strategies.listExchanges", "POST", "/api/v2/strategy/list-exchanges", "read", "body", "data"), {})

    def list_profiles(self, *, id: str | None = None) -> list[ListProfilesResultItem]:
        """List profiles by tab.

        Tabs in the order of their display, each with its profiles; last those without a tab. The main account sees those of its sub-accounts, a sub-account only its own unless it may view all. The list holds at most 2.5 MiB of values: those of the first profiles in the order of display. The others are listed without their description, conditions and rows, with `values_left_out`. With `id` the list is that profile, with its values.

        :param id: Id of a profile, from strategy/list-profiles
        """
        return self._call(_Operation("strategies.listProfiles", "POST", "/api/v2/strategy/list-profiles", "read", "body", "data"), {"id": id})

    def data_debug(self, *, id: str) -> StrategyDebug:
        """Look into a running strategy.

        Why nothing fires: the first gate that is closed, each condition with both of its numbers, and the row that holds a slice up. With the state of its books, and what it waits for. A strategy that does not run has empty lists, and `why` tells its last event, or what its values lack. Needs a subscription with strategies.

        :param id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        """
        return self._call(_Operation("strategies.dataDebug", "POST", "/api/v2/strategy/data/debug", "read", "body", "data"), {"id": id})

    def save_template(
        self,
        *,
        copy_strategy_id: str,
        label: str | None = None,
        idempotency_key: str | None = None,
    ) -> SaveTemplateResult:
        """Save a strategy as a template.

        Keeps the values that a strategy has now, to begin other profiles with them.

        :param copy_strategy_id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        :param label: Empty: the name of the strategy
        """
        return self._call(_Operation("strategies.saveTemplate", "POST", "/api/v2/strategy/save-template", "change", "body", "data"), {"copy_strategy_id": copy_strategy_id, "label": label}, idempotency_key)

    def list_templates(self, *, id: str | None = None) -> list[Template]:
        """List templates.

        Newest first. strategy/create-profile takes one as `template_id`. The list holds at most 2.5 MiB of values: older templates are listed without them, with `settings_left_out`. With `id` the list is that template, with its values.

        :param id: Id of a template, from strategy/list-templates
        """
        return self._call(_Operation("strategies.listTemplates", "POST", "/api/v2/strategy/list-templates", "read", "body", "data"), {"id": id})

    def start(self, *, id: str, server_id: str | None = None, idempotency_key: str | None = None) -> RunAck:
        """Start a strategy.

        Begins a new run: keys, balances and books are checked, then it trades. Nothing happens to one that runs. After a forced stop the same run goes on, where the subscription has room for it as for a new one, and its open orders are looked up before anything is sent. Without room, exchange-query/order-cancel, or risk/halt with `cancel`, cancels them. An algorithm that the subscription excludes is not started. One that is paused for a reason that needs its owner goes on too. With `server_id` it runs in the process that has this server, which is not given up before the strategy has ended; without it, in any. A run that goes on stays on its server.

        :param id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        :param server_id: An active server from subscriptions/list-private-servers or list-shared-servers. When its time is over, the strategy is stopped softly
        """
        return self._call(_Operation("strategies.start", "POST", "/api/v2/strategy/start", "change", "body", "data"), {"id": id, "server_id": server_id}, idempotency_key)

    def stop(self, *, id: str, force: bool | None = None, idempotency_key: str | None = None) -> RunAck:
        """Stop a strategy.

        Sends no order any more, cancels what is open, and is `stopped` when the exchange has confirmed each cancel and every late trade is booked. What is left unhedged is told by strategy/high-level-overview. With `force` it stops at once and asks no exchange for anything: `orders` lists what may be open there. Once this has answered, no order of the strategy leaves, not even one that was on its way: the answer waits for the processes that send, if one is. `message` says where a process has not confirmed it within 5 seconds.

        :param id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        :param force: Stop at once, without looking at open orders: they stay at the exchange
        """
        return self._call(_Operation("strategies.stop", "POST", "/api/v2/strategy/stop", "change", "body", "data"), {"id": id, "force": force}, idempotency_key)

    def soft_stop(self, *, id: str, idempotency_key: str | None = None) -> SoftStopAck:
        """Stop a strategy when it is convenient.

        Begins no new slice, cancels what rests, hedges what that has traded, waits for lookups, brings overviews up to date, and then stops as strategy/stop does.

        :param id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        """
        return self._call(_Operation("strategies.softStop", "POST", "/api/v2/strategy/soft-stop", "change", "body", "data"), {"id": id}, idempotency_key)

    def list_strategies(self) -> list[StrategySummary]:
        """List running strategies.

        Every strategy that is active, also those that are starting, paused or stopping. Newest first.
        """
        return self._call(_Operation("strategies.listStrategies", "POST", "/api/v2/strategy/list-strategies", "read", "body", "data"), {})

    def list_strategy_transactions(
        self,
        *,
        main_id: str,
        limit: int | None = None,
        pagenumber: int | None = None,
        remove_unfilled: bool | None = None,
        leg_id: int | None = None,
    ) -> ListStrategyTransactionsResult:
        """List orders of a strategy.

        Newest first: those of all runs since the strategy was last reset. Every member is text. What has happened to one of them, step by step, is in `transitions` of exchange-query/order-check.

        :param main_id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        :param remove_unfilled: Leave out orders of which nothing was filled
        :param leg_id: Only this row of the algorithm, from 0
        """
        return self._call(_Operation("strategies.listStrategyTransactions", "POST", "/api/v2/strategy/list-strategy-transactions", "read", "body", "data", ("number", "transactions")), {"main_id": main_id, "limit": limit, "pagenumber": pagenumber, "remove_unfilled": remove_unfilled, "leg_id": leg_id})

    def iter_strategy_transactions(
        self,
        *,
        main_id: str,
        limit: int | None = None,
        remove_unfilled: bool | None = None,
        leg_id: int | None = None,
    ) -> Iterator[TransactionRecord]:
        """Every entry of :meth:`list_strategy_transactions`, page after page."""
        return self._each(_Operation("strategies.listStrategyTransactions", "POST", "/api/v2/strategy/list-strategy-transactions", "read", "body", "data", ("number", "transactions")), {"main_id": main_id, "limit": limit, "remove_unfilled": remove_unfilled, "leg_id": leg_id})

    def stop_all_strategies(
        self,
        *,
        force: bool | None = None,
        idempotency_key: str | None = None,
    ) -> StopAllStrategiesResult:
        """Stop every running strategy.

        As strategy/stop does to each, one after the other. A main account stops those of all users of the account, a sub-account its own.

        :param force: Stop at once, without looking at open orders: they stay at the exchange
        """
        return self._call(_Operation("strategies.stopAllStrategies", "POST", "/api/v2/strategy/stop-all-strategies", "change", "body", "data"), {"force": force}, idempotency_key)

    def list_strategy_options(self) -> list[ListStrategyOptionsResultItem]:
        """List what can be set.

        The parameters of strategy/edit-profile with the bounds of your subscription; of a sub-account, with what its owner leaves it. strategy/edit-profile is checked by the same table.
        """
        return self._call(_Operation("strategies.listStrategyOptions", "POST", "/api/v2/strategy/list-strategy-options", "read", "body", "data"), {})

    def duplicate_strategy(
        self,
        *,
        id: str,
        name: str | None = None,
        profile_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> DuplicateStrategyResult:
        """Copy a strategy.

        The copy has the same values and no history. It is a draft until you have saved it, so that nothing trades twice by mistake. It gets a profile of its own; with `profile_id`, the profile of the strategy, it shares that.

        :param id: Id of a strategy, from strategy/data/list, or of a profile that holds no other
        :param name: Default: the name with (copy)
        :param profile_id: Id of a profile, from strategy/list-profiles
        """
        return self._call(_Operation("strategies.duplicateStrategy", "POST", "/api/v2/strategy/duplicate-strategy", "change", "body", "data"), {"id": id, "name": name, "profile_id": profile_id}, idempotency_key)

    def edit_order(self, *, ids: list[str] | None = None, idempotency_key: str | None = None) -> EditOrderResult:
        """Set the order of strategies on the screen.

        Without `ids`, shows the order as it is; to set it needs a key that may trade. Strategies that are not named follow in the order that they had. Each user has an order of its own.

        :param ids: Strategies, first to last
        """
        return self._call(_Operation("strategies.editOrder", "POST", "/api/v2/strategy/edit-order", "change", "body", "data"), {"ids": ids}, idempotency_key)

    def books(
        self,
        *,
        action: Literal["list", "create", "edit", "delete"] | None = None,
        id: str | None = None,
        name: str | None = None,
        codes: list[str] | None = None,
        profiles: list[str] | None = None,
        base_currency: str | None = None,
        idempotency_key: str | None = None,
    ) -> list[Book] | BooksResult2:
        """Manage books.

        A book adds up the positions of several profiles. Without `action`, lists them; an action needs a key that may trade. `edit` keeps what is not named. Positions are at average cost, as in statistics/account-pnl: real money apart from made-up money, and profits in US dollars by the rates of each trade, shown in `base_currency` at its rate of now.

        :param id: The book to edit or delete
        :param codes: Markets whose currencies count: `simalpha-btcusdt` stands for BTC. Empty: all
        :param profiles: Profiles whose positions are added up
        :param base_currency: Currency of profits and losses. Default USD
        """
        return self._call(_Operation("strategies.books", "POST", "/api/v2/strategy/books", "change", "body", "data"), {"action": action, "id": id, "name": name, "codes": codes, "profiles": profiles, "base_currency": base_currency}, idempotency_key)

    def delete_profile(self, *, id: str, idempotency_key: str | None = None) -> DeleteProfileResult:
        """Delete a profile.

        Deletes the profile and all strategies in it. It cannot be brought back. Refused while one runs, or while an order of one may be open.

        :param id: Id of a profile, from strategy/list-profiles
        """
        return self._call(_Operation("strategies.deleteProfile", "POST", "/api/v2/strategy/delete-profile", "change", "body", "data"), {"id": id}, idempotency_key)

    def edit_tab(self, *, id: str, name: str, idempotency_key: str | None = None) -> EditTabResult:
        """Rename a tab.

        :param id: Id of a tab, from strategy/list-profiles
        """
        return self._call(_Operation("strategies.editTab", "POST", "/api/v2/strategy/edit-tab", "change", "body", "data"), {"id": id, "name": name}, idempotency_key)

    def delete_tab(self, *, id: str, idempotency_key: str | None = None) -> DeleteTabResult:
        """Delete a tab.

        Its profiles stay, in no tab, and what runs goes on.

        :param id: Id of a tab, from strategy/list-profiles
        """
        return self._call(_Operation("strategies.deleteTab", "POST", "/api/v2/strategy/delete-tab", "change", "body", "data"), {"id": id}, idempotency_key)

    def delete_template(self, *, id: str, idempotency_key: str | None = None) -> DeleteTemplateResult:
        """Delete a template.

        Profiles that were made from it keep their values. It cannot be brought back.

        :param id: Id of a template, from strategy/list-templates
        """
        return self._call(_Operation("strategies.deleteTemplate", "POST", "/api/v2/strategy/delete-template", "change", "body", "data"), {"id": id}, idempotency_key)

    def add_watchlist_item(self, *, code: str, idempotency_key: str | None = None) -> AddWatchlistItemResult:
        """Watch a market.

        A market that is on the list already keeps its item: the answer names that one.

        :param code: Service code of the market
        """
        return self._call(_Operation("strategies.addWatchlistItem", "POST", "/api/v2/strategy/add-watchlist-item", "change", "body", "data"), {"code": code}, idempotency_key)

    def list_watchlist(self) -> list[WatchlistItem]:
        """List watched markets.

        Newest first, with their prices where there are any.
        """
        return self._call(_Operation("strategies.listWatchlist", "POST", "/api/v2/strategy/list-watchlist", "read", "body", "data"), {})

    def delete_watchlist_item(self, *, id: str, idempotency_key: str | None = None) -> DeleteWatchlistItemResult:
        """Stop watching a market.

        :param id: Id of the item, from strategy/list-watchlist; not the code of the market
        """
        return self._call(_Operation("strategies.deleteWatchlistItem", "POST", "/api/v2/strategy/delete-watchlist-item", "change", "body", "data"), {"id": id}, idempotency_key)


class AlgorithmsOperations(_Area):
    """Operations of ``algorithms``."""

    def algorithm_add(
        self,
        *,
        name: str,
        group_name: str,
        reverse_id: str | None = None,
        status: Literal["draft", "published", "retired"] | None = None,
        comments: str | None = None,
        maximum_transactions_successful: int | None = None,
        maximum_transactions_canceled: int | None = None,
        package_minimum: Literal["", "free", "basic", "pro"] | None = None,
        monthly_fee: str | None = None,
        idempotency_key: str | None = None,
    ) -> AlgorithmAddResult:
        """Create an algorithm.

        It starts as a draft: add conditions and executions, then publish it. Algorithms of the same group name are shown together. An account has at most 100.

        :param reverse_id: The algorithm that undoes this one
        :param maximum_transactions_successful: Stop after so many successful transactions. 0 for no limit
        :param maximum_transactions_canceled: Stop after so many cancelled transactions. 0 for no limit
        :param package_minimum: Id of the lowest package that may use it. Empty: any
        :param monthly_fee: What its users pay a month, USD, at most 10000, with at most 8 places
        """
        return self._call(_Operation("algorithms.algorithmAdd", "POST", "/api/v2/algorithm-creator/algorithm-add", "change", "body", "data"), {"name": name, "group_name": group_name, "reverse_id": reverse_id, "status": status, "comments": comments, "maximum_transactions_successful": maximum_transactions_successful, "maximum_transactions_canceled": maximum_transactions_canceled, "package_minimum": package_minimum, "monthly_fee": monthly_fee}, idempotency_key)

    def algorithm_update(
        self,
        *,
        id: str,
        name: str,
        group_name: str,
        reverse_id: str | None = None,
        status: Literal["draft", "published", "retired"] | None = None,
        comments: str | None = None,
        maximum_transactions_successful: int | None = None,
        maximum_transactions_canceled: int | None = None,
        package_minimum: Literal["", "free", "basic", "pro"] | None = None,
        monthly_fee: str | None = None,
        cpa_successful: str | None = None,
        cpa_canceled: str | None = None,
        idempotency_key: str | None = None,
    ) -> AlgorithmUpdateResult:
        """Change an algorithm.

        What is not sent stays as it is. A version that is published, or that a profile may start with, does not change: the change begins the next version, a draft, and what runs keeps the version that it has. `status` publishes, makes a draft again, or retires.

        :param id: Id of an algorithm, from algorithm-creator/list-algorithms
        :param reverse_id: The algorithm that undoes this one
        :param maximum_transactions_successful: Stop after so many successful transactions. 0 for no limit
        :param maximum_transactions_canceled: Stop after so many cancelled transactions. 0 for no limit
        :param package_minimum: Id of the lowest package that may use it. Empty: any
        :param monthly_fee: What its users pay a month, USD, at most 10000, with at most 8 places
        :param cpa_successful: Charge for each successful transaction, USD, at most 10000, with at most 8 places
        :param cpa_canceled: Charge for each cancelled transaction, USD, at most 10000, with at most 8 places
        """
        return self._call(_Operation("algorithms.algorithmUpdate", "POST", "/api/v2/algorithm-creator/algorithm-update", "change", "body", "data"), {"id": id, "name": name, "group_name": group_name, "reverse_id": reverse_id, "status": status, "comments": comments, "maximum_transactions_successful": maximum_transactions_successful, "maximum_transactions_canceled": maximum_transactions_canceled, "package_minimum": package_minimum, "monthly_fee": monthly_fee, "cpa_successful": cpa_successful, "cpa_canceled": cpa_canceled}, idempotency_key)

    def condition_add(
        self,
        *,
        algorithm_id: str,
        name: str,
        operator: Literal["greater_than", "greater_or_equal", "less_than", "less_or_equal", "equal", "not_equal", "between", "outside", "crosses_above", "crosses_below", "increased_percent_in", "decreased_percent_in", "unchanged_for", "is_true", "is_false"] | None = None,
        operand1: Literal["spread", "spread_ratio", "spread_percent", "price_ask", "price_bid", "price_mid", "price_last", "price_depth", "qty_level", "qty_cumulative", "book_imbalance", "balance_free", "position", "time_of_day", "time_elapsed", "transactions_successful", "transactions_canceled", "realized_pnl", "funding_rate", "indicator", "signal_status", "news_impact", "news_tone_anger", "news_tone_fear", "news_tone_joy", "news_tone_sadness", "news_tone_analytical", "news_tone_confident", "news_tone_tentative", "system_status", "input_number", "input_percent", "input_seconds", "other_code", "previous_value", "average_of_n"] | None = None,
        operand2: Literal["spread", "spread_ratio", "spread_percent", "price_ask", "price_bid", "price_mid", "price_last", "price_depth", "qty_level", "qty_cumulative", "book_imbalance", "balance_free", "position", "time_of_day", "time_elapsed", "transactions_successful", "transactions_canceled", "realized_pnl", "funding_rate", "indicator", "signal_status", "news_impact", "news_tone_anger", "news_tone_fear", "news_tone_joy", "news_tone_sadness", "news_tone_analytical", "news_tone_confident", "news_tone_tentative", "system_status", "input_number", "input_percent", "input_seconds", "other_code", "previous_value", "average_of_n"] | None = None,
        side1: Literal["bids", "asks", "buy", "sell"] | None = None,
        side2: Literal["bids", "asks", "buy", "sell"] | None = None,
        join: Literal["and", "or"] | None = None,
        position: int | None = None,
        idempotency_key: str | None = None,
    ) -> ConditionAddResult:
        """Add a condition.

        All conditions must hold before a slice fires; one with `join` or forms a group with the one before it. The name is the formula: a metric, a relation and an operand. Of a published algorithm this begins the next version.

        :param algorithm_id: Id of an algorithm, from algorithm-creator/list-algorithms
        :param name: Metric, operator and operand, such as spread_greater_than_input_number
        :param operator: From algorithm-creator/list-condition-operators
        :param operand1: A metric, or what it is compared with
        :param operand2: A metric, or what it is compared with
        :param side1: A side of a book
        :param side2: A side of a book
        :param join: `or` makes a group with the condition before
        :param position: Place among the conditions, from 0. Default: the last
        """
        return self._call(_Operation("algorithms.conditionAdd", "POST", "/api/v2/algorithm-creator/condition-add", "change", "body", "data"), {"algorithm_id": algorithm_id, "name": name, "operator": operator, "operand1": operand1, "operand2": operand2, "side1": side1, "side2": side2, "join": join, "position": position}, idempotency_key)

    def condition_update(
        self,
        *,
        id: str,
        name: str | None = None,
        operator: Literal["greater_than", "greater_or_equal", "less_than", "less_or_equal", "equal", "not_equal", "between", "outside", "crosses_above", "crosses_below", "increased_percent_in", "decreased_percent_in", "unchanged_for", "is_true", "is_false"] | None = None,
        operand1: Literal["spread", "spread_ratio", "spread_percent", "price_ask", "price_bid", "price_mid", "price_last", "price_depth", "qty_level", "qty_cumulative", "book_imbalance", "balance_free", "position", "time_of_day", "time_elapsed", "transactions_successful", "transactions_canceled", "realized_pnl", "funding_rate", "indicator", "signal_status", "news_impact", "news_tone_anger", "news_tone_fear", "news_tone_joy", "news_tone_sadness", "news_tone_analytical", "news_tone_confident", "news_tone_tentative", "system_status", "input_number", "input_percent", "input_seconds", "other_code", "previous_value", "average_of_n"] | None = None,
        operand2: Literal["spread", "spread_ratio", "spread_percent", "price_ask", "price_bid", "price_mid", "price_last", "price_depth", "qty_level", "qty_cumulative", "book_imbalance", "balance_free", "position", "time_of_day", "time_elapsed", "transactions_successful", "transactions_canceled", "realized_pnl", "funding_rate", "indicator", "signal_status", "news_impact", "news_tone_anger", "news_tone_fear", "news_tone_joy", "news_tone_sadness", "news_tone_analytical", "news_tone_confident", "news_tone_tentative", "system_status", "input_number", "input_percent", "input_seconds", "other_code", "previous_value", "average_of_n"] | None = None,
        side1: Literal["bids", "asks", "buy", "sell"] | None = None,
        side2: Literal["bids", "asks", "buy", "sell"] | None = None,
        join: Literal["and", "or"] | None = None,
        position: int | None = None,
        idempotency_key: str | None = None,
    ) -> ConditionUpdateResult:
        """Change a condition.

        What is not sent stays as it is; another operator or operand makes another name. Of a published algorithm this begins the next version.

        :param id: Id of a condition, from algorithm-creator/list-conditions
        :param name: Metric, operator and operand, such as spread_greater_than_input_number
        :param operator: From algorithm-creator/list-condition-operators
        :param operand1: A metric, or what it is compared with
        :param operand2: A metric, or what it is compared with
        :param side1: A side of a book
        :param side2: A side of a book
        :param join: `or` makes a group with the condition before
        :param position: Place among the conditions, from 0. Default: the last
        """
        return self._call(_Operation("algorithms.conditionUpdate", "POST", "/api/v2/algorithm-creator/condition-update", "change", "body", "data"), {"id": id, "name": name, "operator": operator, "operand1": operand1, "operand2": operand2, "side1": side1, "side2": side2, "join": join, "position": position}, idempotency_key)

    def condition_remove(self, *, id: str, idempotency_key: str | None = None) -> ConditionRemoveResult:
        """Delete a condition.

        Those after it move up. Of a published algorithm this begins the next version.

        :param id: Id of a condition, from algorithm-creator/list-conditions
        """
        return self._call(_Operation("algorithms.conditionRemove", "POST", "/api/v2/algorithm-creator/condition-remove", "change", "body", "data"), {"id": id}, idempotency_key)

    def execution_add(
        self,
        *,
        algorithm_id: str,
        side: Literal["buy", "sell", "from_condition"],
        order_type: Literal["market", "limit", "maker", "taker", "fok", "maker_taker", "market_maker_taker", "twap", "iceberg", "stop", "stop_limit", "trailing_stop", "matrix_price_movement"],
        position: int | None = None,
        depends_on: int | None = None,
        trigger: Literal["on_conditions", "on_fill", "on_partial_fill", "on_send"] | None = None,
        label: str | None = None,
        price_source: Literal["same", "other", "reference"] | None = None,
        reduce_only: bool | None = None,
        idempotency_key: str | None = None,
    ) -> ExecutionAddResult:
        """Add an execution.

        A recipe for one order. Rows go out in their order; one that depends on another fires when that one does, by default on each of its fills. Of a published algorithm this begins the next version.

        :param algorithm_id: Id of an algorithm, from algorithm-creator/list-algorithms
        :param side: `from_condition`: buys or sells as the condition that held says
        :param order_type: From algorithm-creator/list-order-types
        :param position: Place among the rows, from 0. Default: the last
        :param depends_on: Position of the row whose orders set this one off. Default: none
        :param trigger: Fires with the slice, or by what happens to the row that it depends on
        :param price_source: Book that the price is read from: the row's own, that of another row, or the profile's reference
        :param reduce_only: Sells no more than the run has bought of the currency, or buys no more than it has sold. With nothing to reduce, it waits, and the other rows go on
        """
        return self._call(_Operation("algorithms.executionAdd", "POST", "/api/v2/algorithm-creator/execution-add", "change", "body", "data"), {"algorithm_id": algorithm_id, "side": side, "order_type": order_type, "position": position, "depends_on": depends_on, "trigger": trigger, "label": label, "price_source": price_source, "reduce_only": reduce_only}, idempotency_key)

    def execution_update(
        self,
        *,
        id: str,
        side: Literal["buy", "sell", "from_condition"] | None = None,
        order_type: Literal["market", "limit", "maker", "taker", "fok", "maker_taker", "market_maker_taker", "twap", "iceberg", "stop", "stop_limit", "trailing_stop", "matrix_price_movement"] | None = None,
        position: int | None = None,
        depends_on: int | None = None,
        trigger: Literal["on_conditions", "on_fill", "on_partial_fill", "on_send"] | None = None,
        label: str | None = None,
        price_source: Literal["same", "other", "reference"] | None = None,
        reduce_only: bool | None = None,
        idempotency_key: str | None = None,
    ) -> ExecutionUpdateResult:
        """Change an execution.

        What is not sent stays as it is. `trigger` on_conditions makes it independent of other rows. Of a published algorithm this begins the next version.

        :param id: Id of an execution, from algorithm-creator/list-executions
        :param side: `from_condition`: buys or sells as the condition that held says
        :param order_type: From algorithm-creator/list-order-types
        :param position: Place among the rows, from 0. Default: the last
        :param depends_on: Position of the row whose orders set this one off. Default: none
        :param trigger: Fires with the slice, or by what happens to the row that it depends on
        :param price_source: Book that the price is read from: the row's own, that of another row, or the profile's reference
        :param reduce_only: Sells no more than the run has bought of the currency, or buys no more than it has sold. With nothing to reduce, it waits, and the other rows go on
        """
        return self._call(_Operation("algorithms.executionUpdate", "POST", "/api/v2/algorithm-creator/execution-update", "change", "body", "data"), {"id": id, "side": side, "order_type": order_type, "position": position, "depends_on": depends_on, "trigger": trigger, "label": label, "price_source": price_source, "reduce_only": reduce_only}, idempotency_key)

    def execution_remove(self, *, id: str, idempotency_key: str | None = None) -> ExecutionRemoveResult:
        """Delete an execution.

        Those after it move up. Refused while another depends on it; `in_use_by` then lists them. Of a published algorithm this begins the next version.

        :param id: Id of an execution, from algorithm-creator/list-executions
        """
        return self._call(_Operation("algorithms.executionRemove", "POST", "/api/v2/algorithm-creator/execution-remove", "change", "body", "data"), {"id": id}, idempotency_key)

    def validate_algorithm(self, *, id: str) -> ValidateAlgorithmResult:
        """Check an algorithm.

        Lists all problems at once, and changes nothing. Warnings do not keep an algorithm from being published.

        :param id: Id of an algorithm, from algorithm-creator/list-algorithms
        """
        return self._call(_Operation("algorithms.validateAlgorithm", "POST", "/api/v2/algorithm-creator/validate-algorithm", "read", "body", "data"), {"id": id})

    def publish_algorithm(self, *, id: str, idempotency_key: str | None = None) -> PublishAlgorithmResult:
        """Publish an algorithm.

        Others can choose its latest version from then on, and that version never changes. Refused while algorithm-creator/validate-algorithm finds errors; `problems` then lists them all.

        :param id: Id of an algorithm, from algorithm-creator/list-algorithms
        """
        return self._call(_Operation("algorithms.publishAlgorithm", "POST", "/api/v2/algorithm-creator/publish-algorithm", "change", "body", "data"), {"id": id}, idempotency_key)

    def unpublish_algorithm(self, *, id: str, idempotency_key: str | None = None) -> UnpublishAlgorithmResult:
        """Make an algorithm a draft again.

        Others cannot choose it any more. Profiles that have it keep the version that they have; `subscribers_affected` counts them.

        :param id: Id of an algorithm, from algorithm-creator/list-algorithms
        """
        return self._call(_Operation("algorithms.unpublishAlgorithm", "POST", "/api/v2/algorithm-creator/unpublish-algorithm", "change", "body", "data"), {"id": id}, idempotency_key)

    def algorithm_remove(self, *, id: str, idempotency_key: str | None = None) -> AlgorithmRemoveResult:
        """Delete an algorithm.

        With all its versions. Refused while profiles use it: `in_use_by` then lists those that you see, and `in_use_total` counts all.

        :param id: Id of an algorithm, from algorithm-creator/list-algorithms
        """
        return self._call(_Operation("algorithms.algorithmRemove", "POST", "/api/v2/algorithm-creator/algorithm-remove", "change", "body", "data"), {"id": id}, idempotency_key)

    def algorithm_statistics(self, *, id: str) -> AlgorithmStatisticsResult:
        """Show how an algorithm is used.

        What strategies of all accounts have done with one of your own algorithms, at real and at simulated exchanges, and what it has earned you: charges that were paid. `volume_usd` is without trades whose currency has no rate. `by_day` has the last 366 days, newest first.

        :param id: Id of an algorithm, from algorithm-creator/list-algorithms
        """
        return self._call(_Operation("algorithms.algorithmStatistics", "POST", "/api/v2/algorithm-creator/algorithm-statistics", "read", "body", "data"), {"id": id})

    def list_algorithms(self, *, limit: int | None = None, pagenumber: int | None = None) -> list[Algorithm]:
        """List algorithms in full.

        Your own, then the library, then what others have published as far as your package may use it, with conditions and executions. Of your own the latest version, of others the published one.

        :param limit: Entries on a page. Default 200
        :param pagenumber: Which page, from 1. Default 1
        """
        return self._call(_Operation("algorithms.listAlgorithms", "POST", "/api/v2/algorithm-creator/list-algorithms", "read", "body", "data", ("number", "")), {"limit": limit, "pagenumber": pagenumber})

    def iter_algorithms(self, *, limit: int | None = None) -> Iterator[Algorithm]:
        """Every entry of :meth:`list_algorithms`, page after page."""
        return self._each(_Operation("algorithms.listAlgorithms", "POST", "/api/v2/algorithm-creator/list-algorithms", "read", "body", "data", ("number", "")), {"limit": limit})

    def list_condition_operators(self) -> list[ConditionOperator]:
        """List the operators of conditions.

        How a condition can compare a metric of the market with its operands.
        """
        return self._call(_Operation("algorithms.listConditionOperators", "POST", "/api/v2/algorithm-creator/list-condition-operators", "read", "body", "data"), {})

    def list_conditions(self, *, algorithm_id: str | None = None) -> list[Condition]:
        """List conditions.

        In their order; of one algorithm, or of all your own. Of your own the latest version, of others the published one.

        :param algorithm_id: Id of an algorithm, from algorithm-creator/list-algorithms
        """
        return self._call(_Operation("algorithms.listConditions", "POST", "/api/v2/algorithm-creator/list-conditions", "read", "body", "data"), {"algorithm_id": algorithm_id})

    def list_executions(self, *, algorithm_id: str | None = None) -> list[Execution]:
        """List executions.

        In their order; of one algorithm, or of all your own. Of your own the latest version, of others the published one.

        :param algorithm_id: Id of an algorithm, from algorithm-creator/list-algorithms
        """
        return self._call(_Operation("algorithms.listExecutions", "POST", "/api/v2/algorithm-creator/list-executions", "read", "body", "data"), {"algorithm_id": algorithm_id})

    def list_order_types(self) -> list[OrderType]:
        """List the order types of executions.

        Orders that an execution can place, and recipes of several. The platform does what an exchange lacks.
        """
        return self._call(_Operation("algorithms.listOrderTypes", "POST", "/api/v2/algorithm-creator/list-order-types", "read", "body", "data"), {})


class OrdersOperations(_Area):
    """Operations of ``orders``."""

    def list_exchange_queries(
        self,
        *,
        id: str | None = None,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListExchangeQueriesResult:
        """List questions to exchanges.

        What was asked with exchange-query/create-query, newest first, with the answers. A sub-account sees its own questions with keys that it may use now. A list leaves out answers of more than 256 KiB, and those that do not fit into 2.5 MiB with the newer ones of their page: `result_left_out`. With `id` the list is that one question, with its whole answer.

        :param id: One question alone, with its whole answer
        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("orders.listExchangeQueries", "POST", "/api/v2/exchange-query/list-exchange-queries", "read", "body", "data", ("number", "queries")), {"id": id, "limit": limit, "pagenumber": pagenumber})

    def iter_exchange_queries(self, *, id: str | None = None, limit: int | None = None) -> Iterator[ExchangeQuery]:
        """Every entry of :meth:`list_exchange_queries`, page after page."""
        return self._each(_Operation("orders.listExchangeQueries", "POST", "/api/v2/exchange-query/list-exchange-queries", "read", "body", "data", ("number", "queries")), {"id": id, "limit": limit})

    def list_exchange_requests(self) -> list[ListExchangeRequestsResultItem]:
        """List what exchanges can be asked.

        Each `id` is an `exchange_query` of exchange-query/create-query. One without `exchanges` is answered by none that the platform is connected to.
        """
        return self._call(_Operation("orders.listExchangeRequests", "POST", "/api/v2/exchange-query/list-exchange-requests", "read", "body", "data"), {})

    def create_query(
        self,
        *,
        apikey: str,
        exchange_query: Literal["balance", "open_orders", "closed_orders", "order_check", "order_cancel", "positions", "my_trades", "trading_fees", "deposit_address"],
        code: str | None = None,
        order_id: str | None = None,
        currency: str | None = None,
        since: int | None = None,
        idempotency_key: str | None = None,
    ) -> ExchangeQuery:
        """Ask an exchange something.

        What can be asked is in exchange-query/list-exchange-requests. The answer waits up to 3 seconds: then the question goes on, and exchange-query/list-exchange-queries shows what became of it. With an Idempotency-Key it does not wait. A question without an answer after 2 minutes has `failed`. The newest 1000 of an account are kept, and they go with their exchange key. An answer of more than 4 MB is not stored: the question has `failed`, with its size.

        :param apikey: Id of an exchange key, from exchange-api-keys/list
        :param exchange_query: From exchange-query/list-exchange-requests
        :param code: Service code of the market
        :param order_id: For questions about one order: the id at the exchange, or the client order id
        :param currency: For deposit_address
        :param since: Milliseconds since 1970: nothing older
        """
        return self._call(_Operation("orders.createQuery", "POST", "/api/v2/exchange-query/create-query", "change", "body", "data"), {"apikey": apikey, "exchange_query": exchange_query, "code": code, "order_id": order_id, "currency": currency, "since": since}, idempotency_key)

    def delete_exchange_query(self, *, id: str, idempotency_key: str | None = None) -> DeleteExchangeQueryResult:
        """Delete a question and its answer.

        A cancel that was asked with the question stays asked.

        :param id: From exchange-query/list-exchange-queries
        """
        return self._call(_Operation("orders.deleteExchangeQuery", "POST", "/api/v2/exchange-query/delete-exchange-query", "change", "body", "data"), {"id": id}, idempotency_key)

    def order_create(
        self,
        *,
        apikey: str,
        ordertype: Literal["market", "limit"],
        code: str,
        side: Literal["buy", "sell"],
        quantity: str,
        price: str | None = None,
        order_send_time: int | None = None,
        repeat_times: int | None = None,
        repeat_interval: int | None = None,
        expire_after: int | None = None,
        idempotency_key: str | None = None,
    ) -> OrderCreateResult:
        """Place an order.

        Sends the order at once or at `order_send_time`, and again `repeat_times` in all, `repeat_interval` apart. With `expire_after`, what is left of each is cancelled so long after it was placed. The orders are stored before anything is sent, and outlive a restart. At most 1,000 orders of a key wait for their time. One that cannot be sent within 5 seconds of its time is not sent, and its status is rejected. Limits and halts (risk/limits, risk/halt) refuse an order now, and again when it is due. The answer waits up to 3 seconds for orders that are due at once; with an Idempotency-Key it does not wait.

        :param apikey: Id of an exchange key, from exchange-api-keys/list
        :param code: Service code of the market
        :param quantity: Base currency: whole steps of the market, at most 18 places
        :param price: Of a limit order: quote currency, whole ticks of the market, at most 18 places
        :param order_send_time: Milliseconds since 1970
        :param repeat_times: How many orders in all
        :param repeat_interval: Milliseconds between two of them
        :param expire_after: Milliseconds after which a limit order is cancelled; 0 for never
        """
        return self._call(_Operation("orders.orderCreate", "POST", "/api/v2/exchange-query/order-create", "change", "body", "data"), {"apikey": apikey, "ordertype": ordertype, "code": code, "side": side, "quantity": quantity, "price": price, "order_send_time": order_send_time, "repeat_times": repeat_times, "repeat_interval": repeat_interval, "expire_after": expire_after}, idempotency_key)

    def list_balances(self, *, apikey: str | None = None) -> dict[str, OrdersListBalancesResultValue]:
        """List balances at exchanges.

        By the id of each key: the balances of its account, asked of the exchange now. Currencies with a zero balance are left out. `usd_value` is by the rates of system/rates, and `total_usd` is the sum of what has one. An exchange that does not answer is listed with an `error`.

        :param apikey: Id of an exchange key, from exchange-api-keys/list
        """
        return self._call(_Operation("orders.listBalances", "POST", "/api/v2/exchange-query/list-balances", "read", "body", "data"), {"apikey": apikey})

    def list_closed_orders(
        self,
        *,
        apikey: str | None = None,
        code: str | None = None,
        since: int | None = None,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListClosedOrdersResult:
        """List orders that have come to their end.

        Newest first; of all keys, or of one. All orders of the platform are listed, however old. Each exchange is asked now for orders that were placed elsewhere with the same key (`is_foreign`): the newest of the market `code`, or of the markets in which the platform has placed orders with the key. `missing` names what may not be whole, such as a key whose exchange did not answer, or lists the orders of the last days only.

        :param apikey: Id of an exchange key, from exchange-api-keys/list
        :param code: Service code of the market
        :param since: Milliseconds since 1970: nothing older
        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("orders.listClosedOrders", "POST", "/api/v2/exchange-query/list-closed-orders", "read", "body", "data", ("number", "orders")), {"apikey": apikey, "code": code, "since": since, "limit": limit, "pagenumber": pagenumber})

    def iter_closed_orders(
        self,
        *,
        apikey: str | None = None,
        code: str | None = None,
        since: int | None = None,
        limit: int | None = None,
    ) -> Iterator[Order]:
        """Every entry of :meth:`list_closed_orders`, page after page."""
        return self._each(_Operation("orders.listClosedOrders", "POST", "/api/v2/exchange-query/list-closed-orders", "read", "body", "data", ("number", "orders")), {"apikey": apikey, "code": code, "since": since, "limit": limit})

    def list_open_orders(
        self,
        *,
        apikey: str | None = None,
        code: str | None = None,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListOpenOrdersResult:
        """List open orders.

        Newest first; of all keys, or of one. Each exchange is asked now. Orders of the platform are as it knows them, and those that wait for their time are among them (`state` `created`). Orders that were placed elsewhere with the same key have `is_foreign`. `missing` names each key whose exchange did not answer, or could not list all: orders of the platform are listed of it, and of the others at most some.

        :param apikey: Id of an exchange key, from exchange-api-keys/list
        :param code: Service code of the market
        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("orders.listOpenOrders", "POST", "/api/v2/exchange-query/list-open-orders", "read", "body", "data", ("number", "orders")), {"apikey": apikey, "code": code, "limit": limit, "pagenumber": pagenumber})

    def iter_open_orders(
        self,
        *,
        apikey: str | None = None,
        code: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Order]:
        """Every entry of :meth:`list_open_orders`, page after page."""
        return self._each(_Operation("orders.listOpenOrders", "POST", "/api/v2/exchange-query/list-open-orders", "read", "body", "data", ("number", "orders")), {"apikey": apikey, "code": code, "limit": limit})

    def order_cancel(
        self,
        *,
        apikey: str,
        id: str,
        code: str | None = None,
        idempotency_key: str | None = None,
    ) -> OrderCancelResult:
        """Cancel an order.

        Where the exchange has not confirmed yet, `cancel_confirmed` is false and the order may still be filled: ask exchange-query/order-check. An order that was not sent yet is not sent. `id` is the exchange's id, the client order id, or the id in the answer of exchange-query/order-create. A sub-account cancels its own orders, and those of its own exchange keys.

        :param apikey: Id of an exchange key, from exchange-api-keys/list
        :param id: Id of the order at the exchange
        :param code: Service code of the market
        """
        return self._call(_Operation("orders.orderCancel", "POST", "/api/v2/exchange-query/order-cancel", "change", "body", "data"), {"apikey": apikey, "id": id, "code": code}, idempotency_key)

    def order_check(self, *, apikey: str, id: str, code: str | None = None) -> CheckedOrder:
        """Look up an order.

        Asks the exchange for the present state of an order. Where it does not answer within 3 seconds, `source` is `cache`. `transitions` tells what has happened to it so far, also for an order of a strategy. An order that was placed elsewhere is asked for at the exchange, with `code` also one that has ended. `id` is the exchange's id, the client order id, or the id in the answer of exchange-query/order-create.

        :param apikey: Id of an exchange key, from exchange-api-keys/list
        :param id: Id of the order at the exchange
        :param code: Service code of the market
        """
        return self._call(_Operation("orders.orderCheck", "POST", "/api/v2/exchange-query/order-check", "read", "body", "data"), {"apikey": apikey, "id": id, "code": code})


class RiskOperations(_Area):
    """Operations of ``risk``."""

    def show_status(self) -> RiskShowStatusResult:
        """See limits, halts and their figures.

        The account first, then its keys and strategies: those that have limits or halts, or that trade. An order passes when the platform, its account, its key and its strategy let it. Sub-accounts see the keys and strategies that they see elsewhere, and of the account the limits and halts.
        """
        return self._call(_Operation("risk.showStatus", "POST", "/api/v2/risk/status", "read", "body", "data"), {})

    def list_limits(self) -> list[RiskLimits]:
        """List the limits on orders.

        What was set for the account, its keys and its strategies. A sub-account sees the limits of the account, and those of the keys and strategies that it sees.
        """
        return self._call(_Operation("risk.listLimits", "GET", "/api/v2/risk/limits", "read", "query", "data"), {})

    def set_limits(
        self,
        *,
        scope: Literal["account", "key", "strategy"],
        id: str | None = None,
        maximum_open_orders: str | None = None,
        maximum_notional: str | None = None,
        maximum_position: str | None = None,
        maximum_loss_day: str | None = None,
        maximum_drawdown: str | None = None,
        maximum_rejects_minute: str | None = None,
        price_collar_percent: str | None = None,
        maximum_book_age_ms: str | None = None,
        reason: str | None = None,
        resume: Literal["auto", "manual"] | None = None,
        idempotency_key: str | None = None,
    ) -> SetLimitsResult:
        """Limit what orders may do.

        Limits of the account, of one exchange key or of one strategy. What is not named stays as it is. Every new order is compared with the limits of its account, its key and its strategy: when it is accepted, and again when it is sent. Cancels never are. Money is in USD at the rates of system/rates. Where no rate or price is known, limits that need one refuse the order. An order beyond a limit is refused with 422 and code 2420. A loss, a drawdown or too many rejects also halt the account, key or strategy: from then on only orders that make a position smaller are sent.

        :param scope: Its subject: the whole account, one exchange key, or one strategy
        :param id: Id of the key or of the strategy; not needed for the account
        :param maximum_open_orders: Orders that may be open at the same time; `none` takes the limit away
        :param maximum_notional: USD value of one order; `none` takes the limit away
        :param maximum_position: USD value of the position in one market, long or short, with its open orders; `none` takes the limit away
        :param maximum_loss_day: USD that may be lost since 00:00 UTC, or since the limit was set that day; `none` takes the limit away
        :param maximum_drawdown: USD that the result may fall below its highest since the limit was set; `none` takes the limit away
        :param maximum_rejects_minute: Orders that exchanges may refuse in 60 seconds; `none` takes the limit away
        :param price_collar_percent: Percent between the price of an order and that of other exchanges, or the middle of its own book; `none` takes the limit away
        :param maximum_book_age_ms: Milliseconds since the order book was last known to be in step; `none` takes the limit away
        :param reason: Why; kept in the trail
        :param resume: How a halt ends that one of these limits made: when its cause is over, or by risk/resume. At first manual
        """
        return self._call(_Operation("risk.setLimits", "POST", "/api/v2/risk/limits", "change", "body", "data"), {"scope": scope, "id": id, "maximum_open_orders": maximum_open_orders, "maximum_notional": maximum_notional, "maximum_position": maximum_position, "maximum_loss_day": maximum_loss_day, "maximum_drawdown": maximum_drawdown, "maximum_rejects_minute": maximum_rejects_minute, "price_collar_percent": price_collar_percent, "maximum_book_age_ms": maximum_book_age_ms, "reason": reason, "resume": resume}, idempotency_key)

    def halt(
        self,
        *,
        scope: Literal["account", "key", "strategy"],
        id: str | None = None,
        mode: Literal["reducing", "halted"] | None = None,
        cancel: bool | None = None,
        reason: str | None = None,
        idempotency_key: str | None = None,
    ) -> HaltResult:
        """Stop new orders.

        Once this has answered, no process of the platform sends a new order of the account, key or strategy. Orders that are open stay open; with `cancel` they are canceled. Cancels always pass. An order that is refused answers 409 with code 2421. The halt outlives restarts, and ends by risk/resume. Halting again replaces the mode. It is stored at once, also where an Idempotency-Key is sent. A sub-account halts its own keys and strategies. What another user of the account has halted it can only make stricter. A key with the access `trade` makes no halt milder. `mode` says what holds then.

        :param scope: Its subject: the whole account, one exchange key, or one strategy
        :param id: Id of the key or of the strategy; not needed for the account
        :param mode: `reducing` lets orders pass that make a position smaller
        :param cancel: Also cancel what is open, and what waits for its time
        :param reason: Why; shown by risk/status and kept in the trail
        """
        return self._call(_Operation("risk.halt", "POST", "/api/v2/risk/halt", "change", "body", "data"), {"scope": scope, "id": id, "mode": mode, "cancel": cancel, "reason": reason}, idempotency_key)

    def resume(
        self,
        *,
        scope: Literal["account", "key", "strategy"],
        id: str | None = None,
        reason: str | None = None,
        idempotency_key: str | None = None,
    ) -> ResumeResult:
        """Let new orders pass again.

        Ends what users and limits of the account have halted. Where a limit had, losses and drawdown are measured from now on. A halt of an operator stays, and so does one of another place. `halts` names every one that holds its orders back still: its own, those of its account and of the platform, and for a strategy those of its exchange keys. `mode` is the strictest of them. A sub-account ends what it has halted itself. Needs a session or a key with full access.

        :param scope: Its subject: the whole account, one exchange key, or one strategy
        :param id: Id of the key or of the strategy; not needed for the account
        :param reason: Why; shown by risk/status and kept in the trail
        """
        return self._call(_Operation("risk.resume", "POST", "/api/v2/risk/resume", "change", "body", "data"), {"scope": scope, "id": id, "reason": reason}, idempotency_key)


class WebhooksOperations(_Area):
    """Operations of ``webhooks``."""

    def create_webhook(
        self,
        *,
        url: str,
        events: list[Literal["order.changed", "order.filled", "run.changed", "risk.halted", "risk.resumed", "risk.limits", "risk.alert", "news.article", "news.impact", "signal.triggered"]],
        label: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreateWebhookResult:
        """Be told by HTTP.

        Signed deliveries to an address of yours. The first one is `webhook.created`, whatever was chosen. The secret of the signatures is shown in this answer and never again. A webhook of a sub-account receives what the sub-account sees. The package says how many webhooks the users of an account may have together: `free` 2, `basic` 10, `pro` 50.

        :param url: Where deliveries are posted to: https, at a public address, without a user name in it
        :param events: The events that it receives
        :param label: To tell webhooks apart
        """
        return self._call(_Operation("webhooks.createWebhook", "POST", "/api/v2/webhooks/create", "change", "body", "data"), {"url": url, "events": events, "label": label}, idempotency_key)

    def list_webhooks(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListWebhooksResult:
        """Webhooks.

        Newest first. A main account sees those of its sub-accounts too.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("webhooks.listWebhooks", "POST", "/api/v2/webhooks/list", "read", "body", "data", ("number", "webhooks")), {"limit": limit, "pagenumber": pagenumber})

    def iter_webhooks(self, *, limit: int | None = None) -> Iterator[Webhook]:
        """Every entry of :meth:`list_webhooks`, page after page."""
        return self._each(_Operation("webhooks.listWebhooks", "POST", "/api/v2/webhooks/list", "read", "body", "data", ("number", "webhooks")), {"limit": limit})

    def edit_webhook(
        self,
        *,
        id: str,
        url: str | None = None,
        events: list[Literal["order.changed", "order.filled", "run.changed", "risk.halted", "risk.resumed", "risk.limits", "risk.alert", "news.article", "news.impact", "signal.triggered"]] | None = None,
        label: str | None = None,
        enabled: bool | None = None,
        idempotency_key: str | None = None,
    ) -> EditWebhookResult:
        """Change a webhook.

        What is not given stays. While a webhook is disabled, nothing is delivered, and deliveries that fall due are given up; webhooks/redeliver sends them after all. Enabling resets the count of failures.

        :param id: An id, as lists show it
        :param url: Where deliveries are posted to: https, at a public address, without a user name in it
        :param events: The events that it receives
        :param label: To tell webhooks apart
        :param enabled: Whether deliveries are made and sent
        """
        return self._call(_Operation("webhooks.editWebhook", "POST", "/api/v2/webhooks/edit", "change", "body", "data"), {"id": id, "url": url, "events": events, "label": label, "enabled": enabled}, idempotency_key)

    def list_deliveries(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
        webhook_id: str | None = None,
        state: Literal["waiting", "delivered", "given_up"] | None = None,
    ) -> ListDeliveriesResult:
        """What webhooks were told, and what came of it.

        Newest first. A delivery is attempted twelve times in some 14 hours, and then given up. Deliveries are kept with their bodies for as long as the platform is set to, 30 days unless it says otherwise. A sub-account sees those about what its rights let it see now.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        :param webhook_id: Of this webhook alone
        """
        return self._call(_Operation("webhooks.listDeliveries", "POST", "/api/v2/webhooks/deliveries", "read", "body", "data", ("number", "deliveries")), {"limit": limit, "pagenumber": pagenumber, "webhook_id": webhook_id, "state": state})

    def iter_deliveries(
        self,
        *,
        limit: int | None = None,
        webhook_id: str | None = None,
        state: Literal["waiting", "delivered", "given_up"] | None = None,
    ) -> Iterator[WebhookDelivery]:
        """Every entry of :meth:`list_deliveries`, page after page."""
        return self._each(_Operation("webhooks.listDeliveries", "POST", "/api/v2/webhooks/deliveries", "read", "body", "data", ("number", "deliveries")), {"limit": limit, "webhook_id": webhook_id, "state": state})

    def redeliver(self, *, id: str, idempotency_key: str | None = None) -> RedeliverResult:
        """Send a delivery again.

        Whether it was delivered, given up or still waits: it is due at once, with the same id and body, and attempted as often as a new one. It is given up if the webhook's user may not see any more what it is about.

        :param id: Of the delivery
        """
        return self._call(_Operation("webhooks.redeliver", "POST", "/api/v2/webhooks/redeliver", "change", "body", "data"), {"id": id}, idempotency_key)

    def delete_webhook(self, *, id: str, idempotency_key: str | None = None) -> DeleteWebhookResult:
        """Delete a webhook.

        Its deliveries are deleted with it, also those that wait.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("webhooks.deleteWebhook", "POST", "/api/v2/webhooks/delete", "change", "body", "data"), {"id": id}, idempotency_key)


class AlertsOperations(_Area):
    """Operations of ``alerts``."""

    def list_alerts(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListAlertsResult:
        """What needed a look.

        Newest first, also those that were not sent. A main account sees those of its sub-accounts too; a sub-account its own, and others as its rights say. They are kept for as long as the platform is set to, 90 days unless it says otherwise.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("alerts.listAlerts", "POST", "/api/v2/alerts/list", "read", "body", "data", ("number", "alerts")), {"limit": limit, "pagenumber": pagenumber})

    def iter_alerts(self, *, limit: int | None = None) -> Iterator[Alert]:
        """Every entry of :meth:`list_alerts`, page after page."""
        return self._each(_Operation("alerts.listAlerts", "POST", "/api/v2/alerts/list", "read", "body", "data", ("number", "alerts")), {"limit": limit})

    def telegram_edit(
        self,
        *,
        bot_token: str,
        chat_id: str,
        bot_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> TelegramEditResult:
        """Connect a Telegram bot.

        In place of the one that there is. A first message is sent at once; alerts/telegram shows whether it arrived. Alerts follow once `notifications_telegram` is on in user/settings.

        :param bot_token: As @BotFather tells it. It is sealed, and not shown again
        :param chat_id: Of the chat that the bot writes to, or the name of a channel with an @
        :param bot_url: Where the bot's requests go, for a Bot API server of your own
        """
        return self._call(_Operation("alerts.telegramEdit", "POST", "/api/v2/alerts/telegram-edit", "change", "body", "data"), {"bot_token": bot_token, "chat_id": chat_id, "bot_url": bot_url}, idempotency_key)

    def telegram(self) -> TelegramResult:
        """Where Telegram messages go.

        The user's bot, without its token, and whether its last message arrived.
        """
        return self._call(_Operation("alerts.telegram", "POST", "/api/v2/alerts/telegram", "read", "body", "data"), {})

    def telegram_delete(self, *, idempotency_key: str | None = None) -> TelegramDeleteResult:
        """Disconnect the Telegram bot.

        Its token is forgotten, and messages that wait are not sent.
        """
        return self._call(_Operation("alerts.telegramDelete", "POST", "/api/v2/alerts/telegram-delete", "change", "body", "data"), {}, idempotency_key)


class SignalsOperations(_Area):
    """Operations of ``signals``."""

    def add_signal(self, *, key: str, payload: str, idempotency_key: str | None = None) -> AddSignalResult:
        """Publish a signal.

        `key` is the account's developer key (marketplace/developer-key), and `payload` a JSON object that was sealed with its secret: base64url of a nonce of 12 bytes, the AES-256-GCM ciphertext with the key as additional data, and the tag of 16 bytes. The object has `name` and `code` (a market), and may have `description`, `position` (long or short), `commissions` (percent of each side; the market's own fee counts where it is higher), `price` (US dollars a month), `subscribers_max` and `custom_1` to `custom_4`. The package says how many signals an account may publish: `free` 1, `basic` 10, `pro` 100.
        """
        return self._call(_Operation("signals.addSignal", "POST", "/api/v2/marketplace/signals-add", "change", "body", "data"), {"key": key, "payload": payload}, idempotency_key)

    def create_developer_key(self, *, idempotency_key: str | None = None) -> CreateDeveloperKeyResult:
        """Make the key that signals are sealed with.

        The secret is shown once, and the key of before opens nothing any more. What is published with marketplace/signals-add is sealed with it, so that an API key alone does not publish in the account's name.
        """
        return self._call(_Operation("signals.createDeveloperKey", "POST", "/api/v2/marketplace/developer-key", "change", "body", "data"), {}, idempotency_key)

    def create_hook(
        self,
        *,
        id: str,
        maximum_amount: str,
        execute_within: int | None = None,
        label: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreateHookResult:
        """Make an address that charting tools trigger a signal with.

        The address holds a secret and is shown once: anyone with it can trigger the signal. Put it into an alert of TradingView or of another tool as its webhook. `execute_within` and `maximum_amount` count for messages that do not say. A signal has at most 20.

        :param id: An id, as lists show it
        :param maximum_amount: Decimal, at most 8 places
        :param execute_within: Milliseconds in which strategies that follow the signal may begin
        """
        return self._call(_Operation("signals.createHook", "POST", "/api/v2/marketplace/hooks/create", "change", "body", "data"), {"id": id, "maximum_amount": maximum_amount, "execute_within": execute_within, "label": label}, idempotency_key)

    def delete_hook(self, *, id: str, idempotency_key: str | None = None) -> DeleteHookResult:
        """Revoke an address of charting tools.

        It takes no messages from then on, and cannot be brought back: make another one.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("signals.deleteHook", "POST", "/api/v2/marketplace/hooks/delete", "change", "body", "data"), {"id": id}, idempotency_key)

    def delete_signal(self, *, id: str, idempotency_key: str | None = None) -> DeleteSignalResult:
        """Delete a signal.

        A signal that is closed is taken off the market: its hooks take no messages any more, and its subscriptions end. What subscribers have paid for time that is left is paid back to them from the author's balance.

        :param id: The id of a signal
        """
        return self._call(_Operation("signals.deleteSignal", "POST", "/api/v2/marketplace/signal-delete", "change", "body", "data"), {"id": id}, idempotency_key)

    def edit_developer(
        self,
        *,
        name: str | None = None,
        description: str | None = None,
        website: str | None = None,
        idempotency_key: str | None = None,
    ) -> EditDeveloperResult:
        """How the account is shown as a developer of signals.

        What is not given stays. Without parameters it is shown as it is. With another name or website it is not verified any more, until an admin verifies it again.

        :param website: Empty for none
        """
        return self._call(_Operation("signals.editDeveloper", "POST", "/api/v2/marketplace/developer-edit", "change", "body", "data"), {"name": name, "description": description, "website": website}, idempotency_key)

    def edit_signal(
        self,
        *,
        id: str,
        name: str | None = None,
        custom_1: str | None = None,
        custom_2: str | None = None,
        custom_3: str | None = None,
        custom_4: str | None = None,
        idempotency_key: str | None = None,
    ) -> EditSignalResult:
        """Edit a signal.

        Changes its name and its notes. Market, price and fees stay, and so does everything that was triggered.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("signals.editSignal", "POST", "/api/v2/marketplace/signals-edit", "change", "body", "data"), {"id": id, "name": name, "custom_1": custom_1, "custom_2": custom_2, "custom_3": custom_3, "custom_4": custom_4}, idempotency_key)

    def list_backtested_subscriptions(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> list[ListBacktestedSubscriptionsResultItem]:
        """How subscribed signals would have done.

        For each signal that the account follows or has followed: the result of putting the same amount into every iteration since its last reset, net of fees, as late as in marketplace/signals-feed. At most the newest 10,000 iterations, and only those whose prices the tape has. `interval` is `iteration`: `equity` has one value for each, the newest 1,000; `equity_left_out` counts those before them. Newest subscriptions first: where as many come as `limit` says, there may be more on the next page. An answer counts as one more request for each 10,000 iterations.

        :param limit: Signals on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("signals.listBacktestedSubscriptions", "POST", "/api/v2/marketplace/backtested-subscriptions", "read", "body", "data", ("number", "")), {"limit": limit, "pagenumber": pagenumber})

    def iter_backtested_subscriptions(
        self,
        *,
        limit: int | None = None,
    ) -> Iterator[ListBacktestedSubscriptionsEntry]:
        """Every entry of :meth:`list_backtested_subscriptions`, page after page."""
        return self._each(_Operation("signals.listBacktestedSubscriptions", "POST", "/api/v2/marketplace/backtested-subscriptions", "read", "body", "data", ("number", "")), {"limit": limit})

    def list_featured(self) -> ListFeaturedResult:
        """Signals to look at first.

        The ten with the highest profit since their last reset, as late as in marketplace/signals-feed, and what it costs to follow them. A place cannot be bought.
        """
        return self._call(_Operation("signals.listFeatured", "POST", "/api/v2/marketplace/featured", "read", "body", "data"), {})

    def list_feed(
        self,
        *,
        id: str | None = None,
        code: str | None = None,
        more: bool | None = None,
        limit: int | None = None,
        min_iterations: int | None = None,
        from_iteration: int | None = None,
        pagenumber: int | None = None,
        signalpage: int | None = None,
    ) -> ListFeedResult:
        """Signals with their iterations.

        Newest signals first, 100 on a page that `signalpage` chooses. Each has its latest iteration; with `more` those of the page that `limit` and `pagenumber` choose. Where `limit` is more than 100 then, a page has as many signals as make 10,000 iterations, at least 10. Everything is as it was some time ago: 15 minutes without a key and with the package `free`, one minute with `basic`, nothing with `pro`, and nothing for the account's own signals. Results are percent of the opening price, net of fees, of iterations since the last reset whose prices the tape has.

        :param id: An id, as lists show it
        :param code: A market: exchange code, hyphen, pair id
        :param signalpage: Which signals, from 1
        """
        return self._call(_Operation("signals.listFeed", "POST", "/api/v2/marketplace/signals-feed", "read", "body", "data", ("number", "signals")), {"id": id, "code": code, "more": more, "limit": limit, "min_iterations": min_iterations, "from_iteration": from_iteration, "pagenumber": pagenumber, "signalpage": signalpage})

    def iter_feed(
        self,
        *,
        id: str | None = None,
        code: str | None = None,
        more: bool | None = None,
        limit: int | None = None,
        min_iterations: int | None = None,
        from_iteration: int | None = None,
        signalpage: int | None = None,
    ) -> Iterator[Signal]:
        """Every entry of :meth:`list_feed`, page after page."""
        return self._each(_Operation("signals.listFeed", "POST", "/api/v2/marketplace/signals-feed", "read", "body", "data", ("number", "signals")), {"id": id, "code": code, "more": more, "limit": limit, "min_iterations": min_iterations, "from_iteration": from_iteration, "signalpage": signalpage})

    def list_hooks(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListHooksResult:
        """Addresses of charting tools.

        Those in force, newest first, each with what became of its newest message. The addresses are not shown.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("signals.listHooks", "POST", "/api/v2/marketplace/hooks/list", "read", "body", "data", ("number", "hooks")), {"limit": limit, "pagenumber": pagenumber})

    def iter_hooks(self, *, limit: int | None = None) -> Iterator[SignalHook]:
        """Every entry of :meth:`list_hooks`, page after page."""
        return self._each(_Operation("signals.listHooks", "POST", "/api/v2/marketplace/hooks/list", "read", "body", "data", ("number", "hooks")), {"limit": limit})

    def manage_subscriptions(
        self,
        *,
        id: str | None = None,
        action: Literal["subscribe", "unsubscribe", "pause"] | None = None,
        profiles: list[str] | None = None,
        closing_profiles: list[str] | None = None,
        idempotency_key: str | None = None,
    ) -> list[SignalSubscription] | ManageSubscriptionsResult2:
        """Subscriptions to signals.

        Without `action` all of them, newest first: at most 1,000, of which those that have ended long ago are left out first. With `action`, `id` names a signal or a subscription, and a key must be allowed to trade. `subscribe` pays the first month to the author, unless it is paid, and sets which strategies act: those of `profiles` start when the signal opens and are stopped softly when it closes; then those of `closing_profiles` trade back exactly what the others have traded. Each acts once for an iteration. To begin or resume what costs money needs full access. `pause` lets nothing start; what is open is still closed. `unsubscribe` ends it: what is open stays as it is. The package says how many signals an account may follow: `free` 1, `basic` 10, `pro` 100. Where it allows fewer than go on, the newest are paused; to go on with one of these, pause another one first.

        :param id: An id, as lists show it
        :param profiles: Profiles or strategies
        :param closing_profiles: Profiles or strategies
        """
        return self._call(_Operation("signals.manageSubscriptions", "POST", "/api/v2/marketplace/subscription-manage", "change", "body", "data"), {"id": id, "action": action, "profiles": profiles, "closing_profiles": closing_profiles}, idempotency_key)

    def publish_signal(
        self,
        *,
        name: str,
        code: str,
        description: str | None = None,
        position: Literal["long", "short"] | None = None,
        commissions: str | None = None,
        price: str | None = None,
        subscribers_max: int | None = None,
        custom_1: str | None = None,
        custom_2: str | None = None,
        custom_3: str | None = None,
        custom_4: str | None = None,
        idempotency_key: str | None = None,
    ) -> PublishSignalResult:
        """Publish a signal in a session.

        For browsers: what marketplace/signals-add takes in a sealed payload is sent as it is, and developer keys stay as they are. Only the main account, signed in, may do so. Programs use marketplace/signals-add.

        :param code: A market: exchange code, hyphen, pair id
        :param position: Both where it is left out
        :param commissions: Percent that each side costs. The market's own taker fee counts where it is higher
        :param price: US dollars a month that each subscriber pays to the author
        """
        return self._call(_Operation("signals.publishSignal", "POST", "/api/v2/marketplace/signals-publish", "change", "body", "data"), {"name": name, "code": code, "description": description, "position": position, "commissions": commissions, "price": price, "subscribers_max": subscribers_max, "custom_1": custom_1, "custom_2": custom_2, "custom_3": custom_3, "custom_4": custom_4}, idempotency_key)

    def receive_message(self, *, token: str, body: str) -> ReceiveMessageResult:
        """Take a message of a charting tool.

        The address is that of marketplace/hooks/create. The body is JSON or a few words, of any content type: `buy`, `sell open`, `{"action": "{{strategy.order.action}}", "market_position": "{{strategy.market_position}}", "time": "{{timenow}}"}`. The same message again is answered as the first time, and triggers nothing: for seven days where it has an `id` or a `time` and says the same, for a minute where it has none. At most 30 messages a minute.

        :param token: The secret part of the address
        """
        return self._call(_Operation("signals.receiveMessage", "POST", "/api/v2/marketplace/hooks/in/{token}", "once", "text", "data"), {"token": token, "body": body})

    def reset_signal(self, *, id: str, idempotency_key: str | None = None) -> ResetSignalResult:
        """Begin a new record of a signal.

        Only its owner may reset it, and only while it is closed. Its record so far no longer counts: `deleted` says how much that is. Earlier iterations stay to be seen in marketplace/signals-feed, marked as reset.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("signals.resetSignal", "POST", "/api/v2/marketplace/signal-reset", "change", "body", "data"), {"id": id}, idempotency_key)

    def show_developer(self, *, id: str) -> ShowDeveloperResult:
        """A developer of signals.

        With its signals, newest first, as late as in marketplace/signals-feed. `success_rate` is the percentage of all their iterations since the last reset that have brought something, and `subscribers` how many users follow one of them.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("signals.showDeveloper", "POST", "/api/v2/marketplace/signal-developer", "read", "body", "data"), {"id": id})

    def show_position(
        self,
        *,
        id: str,
        interval: Literal["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"] | None = None,
        from_: int | None = None,
        to: int | None = None,
    ) -> ShowPositionResult:
        """Positions of a signal on a chart.

        Candles of its market, and when it was opened and closed, as late as in marketplace/signals-feed: at most 1,500 candles and the newest 1,000 iterations between `from` and `to`, the last 300 candles where they are left out. A trigger whose price the tape does not have is not shown.

        :param id: An id, as lists show it
        :param from_: Seconds since 1970
        :param to: Seconds since 1970
        """
        return self._call(_Operation("signals.showPosition", "POST", "/api/v2/marketplace/signals-position", "read", "body", "data"), {"id": id, "interval": interval, "from": from_, "to": to})

    def show_price_movement(self, *, id: str, iteration: str) -> ShowPriceMovementResult:
        """The price during an iteration.

        Closing prices of the candles that begin after its opening and end by its closing, or until now where it is open, with the profit that each would have brought net of fees: at most 1,000, so of one that is longer than 166 days the end. Each is named by the first millisecond of its candle; `high` and `low` are of these candles. It is seen as late as in marketplace/signals-feed. `gaps` says from when to when nothing is known; nothing is interpolated.

        :param id: The id of a signal
        :param iteration: The number of an iteration, as marketplace/signals-feed shows it
        """
        return self._call(_Operation("signals.showPriceMovement", "POST", "/api/v2/marketplace/signals-iteration-price-movement", "read", "body", "data"), {"id": id, "iteration": iteration})

    def show_subscription_information(self) -> ShowSubscriptionInformationResult:
        """What the plan allows with signals.

        `api_delay_ms` is how late the account learns of triggers of others, by requests and by the WebSocket alike.
        """
        return self._call(_Operation("signals.showSubscriptionInformation", "POST", "/api/v2/marketplace/subscription-information", "read", "body", "data"), {})

    def trigger_signal(
        self,
        *,
        id: str,
        signal: Literal["buy", "sell"],
        action: Literal["open", "close"],
        execute_within: int,
        maximum_amount: str,
        idempotency_key: str | None = None,
    ) -> AcceptedTrigger:
        """Open or close a position of a signal.

        `action` must fit the present status, and the closing `signal` is the opposite of the opening one. Strategies of subscribers act once for each. They begin within `execute_within` of the moment at which their subscriber's package lets them know, and each trades at most `maximum_amount` in quote units; what was opened is closed however late it is. A signal opens at most 1,440 times within 24 hours.

        :param id: An id, as lists show it
        :param execute_within: Milliseconds in which strategies that follow the signal may begin
        :param maximum_amount: Decimal, at most 8 places
        """
        return self._call(_Operation("signals.triggerSignal", "POST", "/api/v2/marketplace/signals-trigger", "change", "body", "data"), {"id": id, "signal": signal, "action": action, "execute_within": execute_within, "maximum_amount": maximum_amount}, idempotency_key)

    def verify_developer(
        self,
        *,
        id: str,
        verified: bool,
        idempotency_key: str | None = None,
    ) -> VerifyDeveloperResult:
        """Say that a developer is who it says it is, or take that back.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("signals.verifyDeveloper", "POST", "/api/v2/marketplace/developer-verify", "change", "body", "data"), {"id": id, "verified": verified}, idempotency_key)


class SubaccountsOperations(_Area):
    """Operations of ``subaccounts``."""

    def subaccount_create(
        self,
        *,
        name: str,
        email: str,
        active: bool,
        allow_api_key_usage: bool,
        username: str,
        password: str,
        parent_maximum: str | None = None,
        child_maximum: str | None = None,
        exchanges_enabled: list[str] | None = None,
        concurrent_strategies_maximum: int | None = None,
        export_enabled: bool | None = None,
        view_all_profiles: bool | None = None,
        share_accounts_apikeys: bool | None = None,
        manage_own_apikeys: bool | None = None,
        force_twofactor: bool | None = None,
        allow_api_access: bool | None = None,
        idempotency_key: str | None = None,
    ) -> SubaccountCreateResult:
        """Add a sub-account.

        A user of its own that works in this account, within the limits of the plan and of what is given here. What is not given, it may not.

        :param email: An address for mail
        :param active: Whether it may log in and use keys
        :param allow_api_key_usage: Whether it uses the exchange keys of the main account
        :param username: What the sub-account logs in with. Unique among all users, in whatever case; cannot be changed. A mail address is not allowed
        :param parent_maximum: Decimal, at most 8 places; empty for the plan's own
        :param child_maximum: Decimal, at most 8 places; empty for the plan's own
        :param exchanges_enabled: Codes of exchanges, also with commas between them; All for all that the plan has
        :param view_all_profiles: Whether it sees the strategies of the whole account
        :param share_accounts_apikeys: Older name of allow_api_key_usage
        :param manage_own_apikeys: Whether it adds exchange keys of its own
        :param allow_api_access: Whether it has API keys of the platform
        """
        return self._call(_Operation("subaccounts.subaccountCreate", "POST", "/api/v2/subaccounts/subaccount-create", "change", "body", "data"), {"name": name, "email": email, "active": active, "allow_api_key_usage": allow_api_key_usage, "parent_maximum": parent_maximum, "child_maximum": child_maximum, "exchanges_enabled": exchanges_enabled, "concurrent_strategies_maximum": concurrent_strategies_maximum, "export_enabled": export_enabled, "view_all_profiles": view_all_profiles, "share_accounts_apikeys": share_accounts_apikeys, "manage_own_apikeys": manage_own_apikeys, "force_twofactor": force_twofactor, "allow_api_access": allow_api_access, "username": username, "password": password}, idempotency_key)

    def subaccount_edit(
        self,
        *,
        name: str,
        email: str,
        active: bool,
        allow_api_key_usage: bool,
        id: str,
        parent_maximum: str | None = None,
        child_maximum: str | None = None,
        exchanges_enabled: list[str] | None = None,
        concurrent_strategies_maximum: int | None = None,
        export_enabled: bool | None = None,
        view_all_profiles: bool | None = None,
        share_accounts_apikeys: bool | None = None,
        manage_own_apikeys: bool | None = None,
        force_twofactor: bool | None = None,
        allow_api_access: bool | None = None,
        password: str | None = None,
        idempotency_key: str | None = None,
    ) -> SubaccountEditResult:
        """Change a sub-account.

        What is not given stays as it is. Username and password cannot be changed here. `active` as false ends the sessions of the sub-account; its API keys work again once it is active again.

        :param email: An address for mail
        :param active: Whether it may log in and use keys
        :param allow_api_key_usage: Whether it uses the exchange keys of the main account
        :param id: An id, as lists show it
        :param parent_maximum: Decimal, at most 8 places; empty for the plan's own
        :param child_maximum: Decimal, at most 8 places; empty for the plan's own
        :param exchanges_enabled: Codes of exchanges, also with commas between them; All for all that the plan has
        :param view_all_profiles: Whether it sees the strategies of the whole account
        :param share_accounts_apikeys: Older name of allow_api_key_usage
        :param manage_own_apikeys: Whether it adds exchange keys of its own
        :param allow_api_access: Whether it has API keys of the platform
        :param password: Refused: it cannot be changed here
        """
        return self._call(_Operation("subaccounts.subaccountEdit", "POST", "/api/v2/subaccounts/subaccount-edit", "change", "body", "data"), {"name": name, "email": email, "active": active, "allow_api_key_usage": allow_api_key_usage, "parent_maximum": parent_maximum, "child_maximum": child_maximum, "exchanges_enabled": exchanges_enabled, "concurrent_strategies_maximum": concurrent_strategies_maximum, "export_enabled": export_enabled, "view_all_profiles": view_all_profiles, "share_accounts_apikeys": share_accounts_apikeys, "manage_own_apikeys": manage_own_apikeys, "force_twofactor": force_twofactor, "allow_api_access": allow_api_access, "id": id, "password": password}, idempotency_key)

    def subaccount_list(self) -> list[Subaccount]:
        """The sub-accounts of the account."""
        return self._call(_Operation("subaccounts.subaccountList", "POST", "/api/v2/subaccounts/subaccount-list", "read", "body", "data"), {})

    def subaccount_access_history(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
        id: str | None = None,
    ) -> SubaccountAccessHistoryResult:
        """When and from where sub-accounts came in.

        Of all, deleted ones included, or of one.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        :param id: An id, as lists show it
        """
        return self._call(_Operation("subaccounts.subaccountAccessHistory", "POST", "/api/v2/subaccounts/subaccount-access-history", "read", "body", "data", ("number", "access")), {"limit": limit, "pagenumber": pagenumber, "id": id})

    def iter_subaccount_access_history(
        self,
        *,
        limit: int | None = None,
        id: str | None = None,
    ) -> Iterator[SubaccountAccess]:
        """Every entry of :meth:`subaccount_access_history`, page after page."""
        return self._each(_Operation("subaccounts.subaccountAccessHistory", "POST", "/api/v2/subaccounts/subaccount-access-history", "read", "body", "data", ("number", "access")), {"limit": limit, "id": id})

    def broadcast_create(self, *, title: str, body: str, idempotency_key: str | None = None) -> BroadcastCreateResult:
        """Send a message to all sub-accounts.

        They read it at `/user/broadcasts`. Sub-accounts that are added later do not get it.
        """
        return self._call(_Operation("subaccounts.broadcastCreate", "POST", "/api/v2/subaccounts/broadcast-create", "change", "body", "data"), {"title": title, "body": body}, idempotency_key)

    def broadcast_edit(
        self,
        *,
        id: str,
        title: str | None = None,
        body: str | None = None,
        idempotency_key: str | None = None,
    ) -> BroadcastEditResult:
        """Change a message to the sub-accounts.

        What is not given stays. When the text differs, it counts as unread again.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("subaccounts.broadcastEdit", "POST", "/api/v2/subaccounts/broadcast-edit", "change", "body", "data"), {"id": id, "title": title, "body": body}, idempotency_key)

    def broadcast_list(self, *, limit: int | None = None, pagenumber: int | None = None) -> BroadcastListResult:
        """Messages sent to the sub-accounts.

        :param limit: Messages on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("subaccounts.broadcastList", "POST", "/api/v2/subaccounts/broadcast-list", "read", "body", "data", ("number", "broadcasts")), {"limit": limit, "pagenumber": pagenumber})

    def iter_broadcast_list(self, *, limit: int | None = None) -> Iterator[Broadcast]:
        """Every entry of :meth:`broadcast_list`, page after page."""
        return self._each(_Operation("subaccounts.broadcastList", "POST", "/api/v2/subaccounts/broadcast-list", "read", "body", "data", ("number", "broadcasts")), {"limit": limit})

    def broadcasts(self, *, limit: int | None = None, pagenumber: int | None = None) -> BroadcastsResult:
        """Messages from the main account to this sub-account.

        Listing them marks those shown as read. A main account has none.

        :param limit: Messages on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("subaccounts.broadcasts", "POST", "/api/v2/user/broadcasts", "read", "body", "data", ("number", "broadcasts")), {"limit": limit, "pagenumber": pagenumber})

    def iter_broadcasts(self, *, limit: int | None = None) -> Iterator[ReceivedBroadcast]:
        """Every entry of :meth:`broadcasts`, page after page."""
        return self._each(_Operation("subaccounts.broadcasts", "POST", "/api/v2/user/broadcasts", "read", "body", "data", ("number", "broadcasts")), {"limit": limit})

    def broadcast_delete(self, *, id: str, idempotency_key: str | None = None) -> BroadcastDeleteResult:
        """Take a message to the sub-accounts back.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("subaccounts.broadcastDelete", "POST", "/api/v2/subaccounts/broadcast-delete", "change", "body", "data"), {"id": id}, idempotency_key)

    def subaccount_delete(self, *, id: str, idempotency_key: str | None = None) -> SubaccountDeleteResult:
        """End a sub-account for good.

        It can never log in again, and its username stays taken. Strategies and history stay with the account. Name, mail address, settings and password are forgotten, and all the rest when the account is closed. Its strategies that are active go on under the main account; user/audit names them. Its own exchange keys are deleted: refused while strategies trade with these (`active_strategies`), or while orders of them may be open (`open_orders`); each lists up to 20. It follows no signals any more.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("subaccounts.subaccountDelete", "POST", "/api/v2/subaccounts/subaccount-delete", "change", "body", "data"), {"id": id}, idempotency_key)


class AccountsOperations(_Area):
    """Operations of ``accounts``."""

    def close_account(self, *, reason: str, password: str) -> AccountsCloseAccountResult:
        """Refuses to close the account.

        An account can only be closed on the website; this always answers 403.
        """
        return self._call(_Operation("accounts.closeAccount", "POST", "/api/v2/user/close-account", "read", "body", "data"), {"reason": reason, "password": password})

    def settings(
        self,
        *,
        timezone: str | None = None,
        language: str | None = None,
        currency_display: str | None = None,
        notifications_email: bool | None = None,
        notifications_telegram: bool | None = None,
        notifications_webhook: bool | None = None,
        default_exchange: str | None = None,
        default_slice_delay: float | None = None,
        date_format: Literal["YYYY-MM-DD"] | Literal["DD.MM.YYYY"] | Literal["DD/MM/YYYY"] | Literal["MM/DD/YYYY"] | None = None,
        theme: Literal["system"] | Literal["light"] | Literal["dark"] | None = None,
        idempotency_key: str | None = None,
    ) -> AccountsSettingsResult:
        """The user's settings, shown or changed.

        Without parameters they are shown. Parameters that are given are set, which needs full access. `notifications_*` says by which ways alerts reach the user. Reminders repeat and tell their times in `timezone`, and mails write them in `date_format`. The other settings are kept for clients: the platform does not use them.

        :param timezone: IANA name, such as Europe/London. Reminders by mail tell their times in it
        :param language: ISO 639-1, with a country if need be. Kept for clients
        :param currency_display: In which clients show amounts beside their own currency
        :param notifications_email: Alerts by mail, to the verified address; for staff, also what waits for them
        :param notifications_telegram: Alerts by the bot of alerts/telegram-edit
        :param notifications_webhook: Alerts to the user's webhooks that want `risk.alert`
        :param default_exchange: Code of an exchange; empty for none. Kept for clients
        :param default_slice_delay: Seconds. Kept for clients
        :param date_format: Of reminders by mail, and kept for clients
        """
        return self._call(_Operation("accounts.settings", "POST", "/api/v2/user/settings", "change", "body", "data"), {"timezone": timezone, "language": language, "currency_display": currency_display, "notifications_email": notifications_email, "notifications_telegram": notifications_telegram, "notifications_webhook": notifications_webhook, "default_exchange": default_exchange, "default_slice_delay": default_slice_delay, "date_format": date_format, "theme": theme}, idempotency_key)

    def access_history(self, *, limit: int | None = None, pagenumber: int | None = None) -> AccessHistoryResult:
        """Logins, and uses of API keys.

        Newest first. Each login; of the uses of a key from one address, the first of each hour.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("accounts.accessHistory", "POST", "/api/v2/user/access-history", "read", "body", "data", ("number", "access")), {"limit": limit, "pagenumber": pagenumber})

    def iter_access_history(self, *, limit: int | None = None) -> Iterator[Access]:
        """Every entry of :meth:`access_history`, page after page."""
        return self._each(_Operation("accounts.accessHistory", "POST", "/api/v2/user/access-history", "read", "body", "data", ("number", "access")), {"limit": limit})

    def account_details(self) -> AccountDetailsResult:
        """The user."""
        return self._call(_Operation("accounts.accountDetails", "POST", "/api/v2/user/account-details", "read", "body", "data"), {})

    def list_referrals(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListReferralsResult:
        """Users who came through this one, and what they earned it.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("accounts.listReferrals", "POST", "/api/v2/user/list-referrals", "read", "body", "data", ("number", "referrals")), {"limit": limit, "pagenumber": pagenumber})

    def iter_referrals(self, *, limit: int | None = None) -> Iterator[Referral]:
        """Every entry of :meth:`list_referrals`, page after page."""
        return self._each(_Operation("accounts.listReferrals", "POST", "/api/v2/user/list-referrals", "read", "body", "data", ("number", "referrals")), {"limit": limit})

    def security_settings(
        self,
        *,
        login_alerts: bool | None = None,
        session_timeout: int | None = None,
        idempotency_key: str | None = None,
    ) -> SecuritySettingsResult:
        """How the account is protected.

        `login_alerts` and `session_timeout`, where they are given, are set, which needs full access.

        :param login_alerts: A mail about each login from a new place
        :param session_timeout: Seconds until a session that is not used ends
        """
        return self._call(_Operation("accounts.securitySettings", "POST", "/api/v2/user/security-settings", "change", "body", "data"), {"login_alerts": login_alerts, "session_timeout": session_timeout}, idempotency_key)

    def password_change(
        self,
        *,
        password: str,
        new_password: str,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> PasswordChangeResult:
        """Set a new password.

        All sessions but this one end.

        :param password: The current password
        :param new_password: Letters and digits, or 16 characters and more
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("accounts.passwordChange", "POST", "/api/v2/user/password/change", "change", "body", "data"), {"password": password, "new_password": new_password, "code": code, "recovery_code": recovery_code}, idempotency_key)

    def password_reset_request(self, *, login: str) -> PasswordResetRequestResult:
        """Have a mail sent that sets a new password.

        Answers the same whether there is such a user or not.

        :param login: Username or mail address
        """
        return self._call(_Operation("accounts.passwordResetRequest", "POST", "/api/v2/user/password/reset-request", "once", "body", "data"), {"login": login})

    def password_reset(self, *, token: str, new_password: str) -> PasswordResetResult:
        """Set a new password by what was mailed.

        All sessions end. A second factor is asked for at the next login as before.

        :param token: As written in the mail
        :param new_password: Letters and digits, or 16 characters and more
        """
        return self._call(_Operation("accounts.passwordReset", "POST", "/api/v2/user/password/reset", "once", "body", "data"), {"token": token, "new_password": new_password})

    def email_verify_request(self, *, idempotency_key: str | None = None) -> EmailVerifyRequestResult:
        """Have a mail sent that verifies the address."""
        return self._call(_Operation("accounts.emailVerifyRequest", "POST", "/api/v2/user/email/verify/request", "change", "body", "data"), {}, idempotency_key)

    def email_verify_confirm(self, *, token: str) -> EmailVerifyConfirmResult:
        """Verify an address by what was mailed to it.

        :param token: As written in the mail
        """
        return self._call(_Operation("accounts.emailVerifyConfirm", "POST", "/api/v2/user/email/verify/confirm", "once", "body", "data"), {"token": token})

    def email_change_request(
        self,
        *,
        email: str,
        password: str,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> EmailChangeRequestResult:
        """Begin with another mail address.

        A link goes to the new address, and a notice to the present one, which stays in force until the link is confirmed. The link counts for one day, and in place of earlier ones.

        :param email: An address for mail
        :param password: The current password
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("accounts.emailChangeRequest", "POST", "/api/v2/user/email/change/request", "change", "body", "data"), {"email": email, "password": password, "code": code, "recovery_code": recovery_code}, idempotency_key)

    def email_change_confirm(self, *, token: str, idempotency_key: str | None = None) -> EmailChangeConfirmResult:
        """Take the new mail address by what was mailed to it.

        Needs a session of the same user: a link that reached another user is useless there. Links that were sent to the address before stop working, and the old address is notified.

        :param token: As written in the mail
        """
        return self._call(_Operation("accounts.emailChangeConfirm", "POST", "/api/v2/user/email/change/confirm", "change", "body", "data"), {"token": token}, idempotency_key)

    def two_factor_setup(self, *, password: str, idempotency_key: str | None = None) -> TwoFactorSetupResult:
        """Begin with a second factor.

        Makes a secret for an authenticator app, shown this once. It counts when a code of it was confirmed.

        :param password: The current password
        """
        return self._call(_Operation("accounts.twoFactorSetup", "POST", "/api/v2/user/two-factor/setup", "change", "body", "data"), {"password": password}, idempotency_key)

    def two_factor_confirm(self, *, code: str, idempotency_key: str | None = None) -> TwoFactorConfirmResult:
        """Turn the second factor on.

        By a code of the app that has the secret. Answers the recovery codes, shown this once.
        """
        return self._call(_Operation("accounts.twoFactorConfirm", "POST", "/api/v2/user/two-factor/confirm", "change", "body", "data"), {"code": code}, idempotency_key)

    def two_factor_disable(
        self,
        *,
        password: str,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> TwoFactorDisableResult:
        """Turn the second factor off.

        :param password: The current password
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("accounts.twoFactorDisable", "POST", "/api/v2/user/two-factor/disable", "change", "body", "data"), {"password": password, "code": code, "recovery_code": recovery_code}, idempotency_key)

    def two_factor_recovery_codes(
        self,
        *,
        password: str,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> TwoFactorRecoveryCodesResult:
        """Make new recovery codes.

        The earlier ones count no more. The new ones are shown this once.

        :param password: The current password
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("accounts.twoFactorRecoveryCodes", "POST", "/api/v2/user/two-factor/recovery-codes", "change", "body", "data"), {"password": password, "code": code, "recovery_code": recovery_code}, idempotency_key)


class SessionsOperations(_Area):
    """Operations of ``sessions``."""

    def active_sessions(self, *, request: str) -> list[Session]:
        """Sessions of the console, shown or ended.

        `list` shows them, the latest first; `revoke:<id>` ends one, which needs full access, and shows those that are left.

        :param request: `list`, or `revoke:` and an id
        """
        return self._call(_Operation("sessions.activeSessions", "POST", "/api/v2/user/active-sessions", "read", "body", "data"), {"request": request})

    def logins(self) -> LoginsResult:
        """See how users log in here."""
        return self._call(_Operation("sessions.logins", "POST", "/api/v2/session/logins", "read", "body", "data"), {})

    def login(
        self,
        *,
        login: str,
        password: str,
        code: str | None = None,
        recovery_code: str | None = None,
    ) -> LoginResult:
        """Log in to the console.

        Sets the cookie of a session. Changes in it need `csrf_token` in the header X-CSRF-Token. With a second factor, a login without a code answers 2021, and is repeated with one.

        :param login: Username, or mail address of a main account
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("sessions.login", "POST", "/api/v2/session/login", "once", "body", "data"), {"login": login, "password": password, "code": code, "recovery_code": recovery_code})

    def demo_login(self) -> DemoLoginResult:
        """Log in as the user of the demo.

        Only where Tripod was started with `--demo`, and only as the user that `--demo` has made. Once that user has a second factor, it logs in like any other.
        """
        return self._call(_Operation("sessions.demoLogin", "POST", "/api/v2/session/demo-login", "once", "body", "data"), {})

    def logout(self, *, idempotency_key: str | None = None) -> LogoutResult:
        """End this session."""
        return self._call(_Operation("sessions.logout", "POST", "/api/v2/session/logout", "change", "body", "data"), {}, idempotency_key)

    def current(self) -> CurrentResult:
        """This session, and its CSRF token.

        The first request of a console page. Without a session it answers 401.
        """
        return self._call(_Operation("sessions.current", "GET", "/api/v2/session/current", "read", "query", "data"), {})

    def create_push_ticket(self, *, idempotency_key: str | None = None) -> CreatePushTicketResult:
        """Get a ticket for the push.

        For browsers. Send `{"ticket": "..."}` over the WebSocket at `/api/v2/ws`, or give `auth: { ticket }` to a client of the socket.io protocol. A ticket counts once, for 30 seconds, at every process. The connection then follows what the user may follow, at the pace of the plan, and ends when the session ends. It does not keep the session from ending. At most 100 unused tickets of a session can wait.
        """
        return self._call(_Operation("sessions.createPushTicket", "POST", "/api/v2/session/push-ticket", "change", "body", "data"), {}, idempotency_key)

    def close_account(
        self,
        *,
        password: str,
        code: str | None = None,
        recovery_code: str | None = None,
        give_up_balance: bool | None = None,
        idempotency_key: str | None = None,
    ) -> SessionsCloseAccountResult:
        """Close the account for good.

        Sessions and API keys end, those of sub-accounts too; keys of exchanges, names and addresses are removed. What was paid stays in the ledger. What subscribers have paid for signals of the account is paid back for the time that is left, as far as the balance goes. An account that still holds money is not closed, unless `give_up_balance` says that it may be lost. Nor is one with active strategies: `active_strategies` lists up to 20 of them; nor with orders that may be open: `open_orders` lists up to 20 of them.

        :param password: The current password
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        :param give_up_balance: What is left, too little to be withdrawn as a rule, goes to the platform for good
        """
        return self._call(_Operation("sessions.closeAccount", "POST", "/api/v2/session/close-account", "change", "body", "data"), {"password": password, "code": code, "recovery_code": recovery_code, "give_up_balance": give_up_balance}, idempotency_key)


class SignupOperations(_Area):
    """Operations of ``signup``."""

    def get_sign_up(self) -> GetSignUpResult:
        """Whether people can sign up.

        `off`: the operator makes accounts. `invited`: with an invitation. `open`: with a mail address.
        """
        return self._call(_Operation("signup.getSignUp", "GET", "/api/v2/user/sign-up", "read", "query", "data"), {})

    def request_sign_up(
        self,
        *,
        email: str,
        invitation: str | None = None,
        referral_code: str | None = None,
    ) -> RequestSignUpResult:
        """Have a mail sent that makes an account.

        Answers the same whether the address has an account or not. The mail to a new address holds a token for `/user/sign-up/confirm`; before that, no account exists. An address gets at most five such mails in a day.

        :param email: An address for mail
        :param invitation: The code of an invitation, as its maker received it
        :param referral_code: The code of the user who recommended the platform, as `user/list-referrals` shows it
        """
        return self._call(_Operation("signup.requestSignUp", "POST", "/api/v2/user/sign-up/request", "once", "body", "data"), {"email": email, "invitation": invitation, "referral_code": referral_code})

    def confirm_sign_up(self, *, token: str, username: str, name: str, password: str) -> ConfirmSignUpResult:
        """Make an account by what was mailed.

        The address of the mail is the account's, and verified. The person who opens the mail chooses name and password. After a refusal for the username or the password, the token can be sent again.

        :param token: As written in the mail
        :param username: Unique among all users, in whatever case; cannot be changed
        :param name: What people see
        :param password: Letters and digits, or 16 characters and more
        """
        return self._call(_Operation("signup.confirmSignUp", "POST", "/api/v2/user/sign-up/confirm", "once", "body", "data"), {"token": token, "username": username, "name": name, "password": password})

    def create_invitation(
        self,
        *,
        label: str,
        days: int | None = None,
        idempotency_key: str | None = None,
    ) -> CreateInvitationResult:
        """Make an invitation.

        For staff, and for main accounts with the right to invite. The code is shown in this answer and never again; it makes one account, which counts as a referral of a main account that invited it. An invitation counts only while its maker may invite.

        :param label: To tell invitations apart
        :param days: How long it counts
        """
        return self._call(_Operation("signup.createInvitation", "POST", "/api/v2/user/invitations/create", "change", "body", "data"), {"label": label, "days": days}, idempotency_key)

    def list_invitations(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListInvitationsResult:
        """The account's own invitations.

        Newest first, without their codes. Those that ended are listed for 400 days.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("signup.listInvitations", "POST", "/api/v2/user/invitations/list", "read", "body", "data", ("number", "invitations")), {"limit": limit, "pagenumber": pagenumber})

    def iter_invitations(self, *, limit: int | None = None) -> Iterator[Invitation]:
        """Every entry of :meth:`list_invitations`, page after page."""
        return self._each(_Operation("signup.listInvitations", "POST", "/api/v2/user/invitations/list", "read", "body", "data", ("number", "invitations")), {"limit": limit})

    def revoke_invitation(self, *, id: str, idempotency_key: str | None = None) -> RevokeInvitationResult:
        """End an open invitation.

        Also where a mail was sent by it already: its link makes no account any more.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("signup.revokeInvitation", "POST", "/api/v2/user/invitations/revoke", "change", "body", "data"), {"id": id}, idempotency_key)

    def admin_list_invitations(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
    ) -> AdminListInvitationsResult:
        """List the invitations of all accounts.

        Newest first, without their codes, by pages: send `next` as `before`.

        :param limit: Entries on a page
        :param before: `next` of the page before
        """
        return self._call(_Operation("signup.adminListInvitations", "POST", "/api/v2/user/admin/list-invitations", "read", "body", "data"), {"limit": limit, "before": before})

    def admin_revoke_invitation(
        self,
        *,
        id: str,
        reason: str,
        idempotency_key: str | None = None,
    ) -> AdminRevokeInvitationResult:
        """End an open invitation of any account.

        The trail of the account that invited names the admin and the reason. A link that was mailed by it ends too.

        :param id: An id, as lists show it
        :param reason: Why: the account that invited can read it
        """
        return self._call(_Operation("signup.adminRevokeInvitation", "POST", "/api/v2/user/admin/revoke-invitation", "change", "body", "data"), {"id": id, "reason": reason}, idempotency_key)


class AdminOperations(_Area):
    """Operations of ``admin``."""

    def list_users(
        self,
        *,
        search: str | None = None,
        role: Literal["user"] | Literal["support"] | Literal["admin"] | None = None,
        status: Literal["enabled"] | Literal["disabled"] | Literal["closed"] | None = None,
        account: int | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> ListUsersResult:
        """List the users of the platform.

        Main accounts and sub-accounts in the order of their uids, by pages: send `next` as `after`.

        :param search: Part of the username, name or mail address, or the uid
        :param account: Only this main account with its sub-accounts
        :param limit: Users on a page
        :param after: `next` of the page before
        """
        return self._call(_Operation("admin.listUsers", "POST", "/api/v2/user/admin/list", "read", "body", "data"), {"search": search, "role": role, "status": status, "account": account, "limit": limit, "after": after})

    def create_user(
        self,
        *,
        username: str,
        name: str,
        email: str,
        reason: str,
        role: Literal["user"] | Literal["support"] | None = None,
        idempotency_key: str | None = None,
    ) -> CreateUserResult:
        """Make a main account for a user.

        The user sets the password by a link that works once, within a day. It is mailed; where no mail is set up, it is shown in this answer only. The mail address counts as verified. The admin who makes an account does not approve its withdrawals. Admins are appointed at the command line.

        :param username: Unique among all users, in whatever case; cannot be changed
        :param name: What people see
        :param email: An address for mail
        :param reason: Why: kept in the account's audit trail, where the user can read it
        """
        return self._call(_Operation("admin.createUser", "POST", "/api/v2/user/admin/create", "change", "body", "data"), {"username": username, "name": name, "email": email, "role": role, "reason": reason}, idempotency_key)

    def disable_user(self, *, uid: int, reason: str, idempotency_key: str | None = None) -> DisableUserResult:
        """Refuse a user every way in.

        Its sessions end, and its API keys, push connections and sub-accounts are refused at once, until it is enabled. Strategies that run go on, as after `tripod trading user disable`: `active_strategies` names up to 20, and `tripod trading halt` stops their orders. The same again changes nothing.

        :param uid: A user, as the list shows it
        :param reason: Why: kept in the account's audit trail, where the user can read it
        """
        return self._call(_Operation("admin.disableUser", "POST", "/api/v2/user/admin/disable", "change", "body", "data"), {"uid": uid, "reason": reason}, idempotency_key)

    def enable_user(self, *, uid: int, reason: str, idempotency_key: str | None = None) -> EnableUserResult:
        """Let a disabled user in again.

        API keys and sub-accounts may be used again, and the user logs in again. The same again changes nothing.

        :param uid: A user, as the list shows it
        :param reason: Why: kept in the account's audit trail, where the user can read it
        """
        return self._call(_Operation("admin.enableUser", "POST", "/api/v2/user/admin/enable", "change", "body", "data"), {"uid": uid, "reason": reason}, idempotency_key)

    def set_role(
        self,
        *,
        uid: int,
        role: Literal["user"] | Literal["support"] | Literal["admin"],
        reason: str,
        idempotency_key: str | None = None,
    ) -> SetRoleResult:
        """Set what a main account may do on the platform.

        Its sessions end, and its API keys have the new role from the next request. The role `admin` can be taken here, and is given at the command line only: two admins approve large withdrawals, so one admin must not make another.

        :param uid: A user, as the list shows it
        :param reason: Why: kept in the account's audit trail, where the user can read it
        """
        return self._call(_Operation("admin.setRole", "POST", "/api/v2/user/admin/set-role", "change", "body", "data"), {"uid": uid, "role": role, "reason": reason}, idempotency_key)

    def reset_password(self, *, uid: int, reason: str, idempotency_key: str | None = None) -> ResetPasswordResult:
        """Take a user's password away, and issue a link to set another.

        Sessions end, and the old password is refused from now on. The link works once, within a day; earlier links end. It is mailed to the user's verified address; where there is none, or no mail is set up, it is shown in this answer only. The second factor is asked for as before, and API keys go on. The admin does not approve withdrawals of the account afterwards. Passwords of admins are reset at the command line.

        :param uid: A user, as the list shows it
        :param reason: Why: kept in the account's audit trail, where the user can read it
        """
        return self._call(_Operation("admin.resetPassword", "POST", "/api/v2/user/admin/reset-password", "change", "body", "data"), {"uid": uid, "reason": reason}, idempotency_key)

    def reset_two_factor(self, *, uid: int, reason: str, idempotency_key: str | None = None) -> ResetTwoFactorResult:
        """Remove the second factor of a user who has lost it.

        Its recovery codes go with it, sessions end, and the user is notified by mail. Check first who asks. The admin does not approve withdrawals of the account afterwards. Second factors of admins are reset at the command line.

        :param uid: A user, as the list shows it
        :param reason: Why: kept in the account's audit trail, where the user can read it
        """
        return self._call(_Operation("admin.resetTwoFactor", "POST", "/api/v2/user/admin/reset-two-factor", "change", "body", "data"), {"uid": uid, "reason": reason}, idempotency_key)


class AccessOperations(_Area):
    """Operations of ``access``."""

    def create_api_key(
        self,
        *,
        label: str,
        access: Literal["read_only", "trade", "full_access"] | None = None,
        addresses: list[str] | None = None,
        allow_bearer: bool | None = None,
        strict: bool | None = None,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreateApiKeyResult:
        """Make an API key.

        The secret is shown in this answer and never again, and the user is notified by mail. A key may do nothing that the key it is made with may not. A user with a second factor gives a code of it. Programs that trade should use `trade`. Sub-accounts need the right allow_api_access.

        :param label: To tell keys apart
        :param access: read_only changes nothing; trade changes orders, strategies, signals, reminders and keywords, but requests no withdrawals and changes no keys, addresses or settings of the account; full_access may do all that the user may
        :param addresses: Addresses and CIDR ranges that requests may come from; empty for any
        :param allow_bearer: Whether `Authorization: Bearer <key>.<secret>` is taken, without a signature
        :param strict: Whether signatures must cover path, body and expiry (path, body_sha256 and exp)
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("access.createApiKey", "POST", "/api/v2/user/api-keys/create", "change", "body", "data"), {"label": label, "access": access, "addresses": addresses, "allow_bearer": allow_bearer, "strict": strict, "code": code, "recovery_code": recovery_code}, idempotency_key)

    def list_api_keys(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListApiKeysResult:
        """The caller's own API keys.

        Those in force, newest first, each by its first and last characters and without its secret.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("access.listApiKeys", "POST", "/api/v2/user/api-keys/list", "read", "body", "data", ("number", "keys")), {"limit": limit, "pagenumber": pagenumber})

    def iter_api_keys(self, *, limit: int | None = None) -> Iterator[ApiKey]:
        """Every entry of :meth:`list_api_keys`, page after page."""
        return self._each(_Operation("access.listApiKeys", "POST", "/api/v2/user/api-keys/list", "read", "body", "data", ("number", "keys")), {"limit": limit})

    def edit_api_key(
        self,
        *,
        id: str,
        label: str | None = None,
        addresses: list[str] | None = None,
        allow_bearer: bool | None = None,
        strict: bool | None = None,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> EditApiKeyResult:
        """Change the terms of an API key.

        What is not sent stays as it is. Access cannot be changed: make another key for that. A user with a second factor gives a code of it, unless only the label changes.

        :param id: Id of the key, as listed
        :param label: To tell keys apart
        :param addresses: Addresses and CIDR ranges that requests may come from; empty for any
        :param allow_bearer: Whether `Authorization: Bearer <key>.<secret>` is taken, without a signature
        :param strict: Whether signatures must cover path, body and expiry (path, body_sha256 and exp)
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("access.editApiKey", "POST", "/api/v2/user/api-keys/edit", "change", "body", "data"), {"id": id, "label": label, "addresses": addresses, "allow_bearer": allow_bearer, "strict": strict, "code": code, "recovery_code": recovery_code}, idempotency_key)

    def revoke_api_key(self, *, id: str, idempotency_key: str | None = None) -> RevokeApiKeyResult:
        """End an API key for good.

        The next request with it is refused, by every process of the platform. Sockets that were opened with it end within a second.

        :param id: Id of the key, as listed
        """
        return self._call(_Operation("access.revokeApiKey", "POST", "/api/v2/user/api-keys/revoke", "change", "body", "data"), {"id": id}, idempotency_key)


class AuditOperations(_Area):
    """Operations of ``audit``."""

    def list_audit(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
        uid: int | None = None,
        action: str | None = None,
    ) -> ListAuditResult:
        """Who changed what in the account.

        Changes by the main account, its sub-accounts and the platform, newest first. Nothing is ever removed.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        :param uid: Only of this user of the account
        :param action: Only actions that begin so, such as `ticket.`
        """
        return self._call(_Operation("audit.listAudit", "POST", "/api/v2/user/audit", "read", "body", "data", ("number", "entries")), {"limit": limit, "pagenumber": pagenumber, "uid": uid, "action": action})

    def iter_audit(
        self,
        *,
        limit: int | None = None,
        uid: int | None = None,
        action: str | None = None,
    ) -> Iterator[AuditEntry]:
        """Every entry of :meth:`list_audit`, page after page."""
        return self._each(_Operation("audit.listAudit", "POST", "/api/v2/user/audit", "read", "body", "data", ("number", "entries")), {"limit": limit, "uid": uid, "action": action})


class LedgerOperations(_Area):
    """Operations of ``ledger``."""

    def admin_credit(
        self,
        *,
        uid: int,
        currency: str,
        amount: str,
        reference: str,
        reason: str,
        kind: Literal["deposit", "correction"] | None = None,
        idempotency_key: str | None = None,
    ) -> AdminCreditResult:
        """Credit an account by hand.

        Enters a deposit that came another way, or with `kind` `correction` takes back what was credited by mistake. Posted once for each reference, and noted in the account's trail with the reason. An admin cannot credit the own account, and another admin than the one who credited approves withdrawals of the currency.

        :param uid: A main account
        :param currency: A currency, such as USDT
        :param amount: Decimal, at most 8 places
        :param reference: Your own name for the change, such as the number of a ticket: the same again changes nothing
        :param reason: Why; the user sees it
        :param kind: Whether it gives or takes
        """
        return self._call(_Operation("ledger.adminCredit", "POST", "/api/v2/finance/admin/credit", "change", "body", "data"), {"uid": uid, "currency": currency, "amount": amount, "kind": kind, "reference": reference, "reason": reason}, idempotency_key)

    def admin_refund(
        self,
        *,
        refund_of: str,
        reference: str,
        reason: str,
        amount: str | None = None,
        idempotency_key: str | None = None,
    ) -> AdminRefundResult:
        """Give back a charge.

        Gives back a charge to who paid it, in part or whole; all refunds of a charge together never more than it was. Posted once for each reference, and noted in the account's trail with the reason. Nothing is given back to a closed account, because its owner could not reach the money.

        :param refund_of: Reference of the charge, as lists show it
        :param reference: Your own name for the change, such as the number of a ticket: the same again changes nothing
        :param reason: Why; the user sees it
        :param amount: Without: all that is left
        """
        return self._call(_Operation("ledger.adminRefund", "POST", "/api/v2/finance/admin/refund", "change", "body", "data"), {"refund_of": refund_of, "amount": amount, "reference": reference, "reason": reason}, idempotency_key)

    def list_commissions_paid(
        self,
        *,
        subaccount_id: int,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListCommissionsPaidResult:
        """List commissions paid.

        Commissions for the transactions of one sub-account, newest first. With the account's own uid: for those of the main account itself.

        :param subaccount_id: Uid of a sub-account, or your own
        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("ledger.listCommissionsPaid", "POST", "/api/v2/finance/list-commissions-paid", "read", "body", "data", ("number", "commissions")), {"limit": limit, "pagenumber": pagenumber, "subaccount_id": subaccount_id})

    def iter_commissions_paid(self, *, subaccount_id: int, limit: int | None = None) -> Iterator[Commission]:
        """Every entry of :meth:`list_commissions_paid`, page after page."""
        return self._each(_Operation("ledger.listCommissionsPaid", "POST", "/api/v2/finance/list-commissions-paid", "read", "body", "data", ("number", "commissions")), {"limit": limit, "subaccount_id": subaccount_id})

    def list_recent_transactions(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> ListRecentTransactionsResult:
        """List what has moved the balance.

        Payments, commissions, deposits, withdrawals, refunds and rewards of the account, newest first, each with the balance after it. Entries are never changed: what was wrong is put right by another entry.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("ledger.listRecentTransactions", "POST", "/api/v2/finance/list-recent-transactions", "read", "body", "data", ("number", "transactions")), {"limit": limit, "pagenumber": pagenumber})

    def iter_recent_transactions(self, *, limit: int | None = None) -> Iterator[Ledger]:
        """Every entry of :meth:`list_recent_transactions`, page after page."""
        return self._each(_Operation("ledger.listRecentTransactions", "POST", "/api/v2/finance/list-recent-transactions", "read", "body", "data", ("number", "transactions")), {"limit": limit})


class TradesOperations(_Area):
    """Operations of ``trades``."""

    def account_pnl(self, *, money: Literal["real", "simulated"] | None = None) -> AccountPnlResult:
        """Show the account's profit and loss.

        From every trade of the account: those of orders and strategies here, and imported ones. In US dollars by the rates of the time of each trade; positions at average cost, for each strategy and currency. `net` is `realized` less fees and commissions; `unrealized` is what positions would earn now. `by_day` has the last 366 days with trades, `by_strategy` the 1,000 best. What could not be valued is in `without_rate`, and how far trades that were made elsewhere are known in `imported`.

        :param money: Trades at real exchanges, or those at simulated exchanges and on paper. Default: real ones where there are any
        """
        return self._call(_Operation("trades.accountPnl", "POST", "/api/v2/statistics/account-pnl", "read", "body", "data"), {"money": money})

    def import_orders_list(self) -> list[OrderImport]:
        """List imports of orders.

        Imports of orders from the account's exchanges, the newest 100 first. Which keys are imported is set by finance/import-orders-settings. Each trade counts once, by its id.
        """
        return self._call(_Operation("trades.importOrdersList", "POST", "/api/v2/finance/import-orders-list", "read", "body", "data"), {})

    def import_orders_settings(
        self,
        *,
        enabled: bool | None = None,
        interval_seconds: int | None = None,
        key_id: str | None = None,
        key_enabled: bool | None = None,
        since: int | None = None,
        codes: list[str] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportOrdersSettingsResult:
        """Show or change how orders are imported.

        Without parameters, shows the settings. Trades of orders that were placed elsewhere are read from the keys that are enabled, so that statistics/account-pnl counts them. Markets are those of the key's orders, those between two currencies that the account holds, and those of `codes`: an exchange tells the trades of one market at a time.

        :param enabled: Whether anything is imported. At first nothing is
        :param interval_seconds: How often each key is asked. At first an hour
        :param key_id: The exchange key that the next three are for
        :param key_enabled: Whether this key is imported. At first every key is
        :param since: Seconds since 1970: trades from then on. At first those of the last 90 days
        :param codes: Further markets of this key
        """
        return self._call(_Operation("trades.importOrdersSettings", "POST", "/api/v2/finance/import-orders-settings", "change", "body", "data"), {"enabled": enabled, "interval_seconds": interval_seconds, "key_id": key_id, "key_enabled": key_enabled, "since": since, "codes": codes}, idempotency_key)

    def list_top_strategy_pnl(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
        money: Literal["real", "simulated"] | None = None,
    ) -> ListTopStrategyPnlResult:
        """List strategies by profit.

        Strategies of the account that have traded, by their net profit or loss in US dollars, the best first. The same figures as statistics/account-pnl, which also names what could not be valued.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        :param money: Trades at real exchanges, or those at simulated exchanges and on paper. Default: real ones where there are any
        """
        return self._call(_Operation("trades.listTopStrategyPnl", "POST", "/api/v2/finance/list-top-strategy-pnl", "read", "body", "data", ("number", "strategies")), {"limit": limit, "pagenumber": pagenumber, "money": money})

    def iter_top_strategy_pnl(
        self,
        *,
        limit: int | None = None,
        money: Literal["real", "simulated"] | None = None,
    ) -> Iterator[StrategyPnl]:
        """Every entry of :meth:`list_top_strategy_pnl`, page after page."""
        return self._each(_Operation("trades.listTopStrategyPnl", "POST", "/api/v2/finance/list-top-strategy-pnl", "read", "body", "data", ("number", "strategies")), {"limit": limit, "money": money})


class WalletsOperations(_Area):
    """Operations of ``wallets``."""

    def list_supported_wallets(self) -> ListSupportedWalletsResult:
        """Currencies that wallets can hold.

        Those that can be deposited here: the operator has set an account that receives them.
        """
        return self._call(_Operation("wallets.listSupportedWallets", "POST", "/api/v2/public/supported-wallets", "read", "body", "data"), {})

    def fetch_deposit_address(
        self,
        *,
        wallet_currency: Literal["BTC"] | Literal["ETH"] | None = None,
    ) -> FetchDepositAddressResult:
        """Where to send a deposit.

        The account's own address, the same each time. Deposits of BTC are found in the chain and credited automatically, once they have enough confirmations; deposits of ETH are credited by an admin.
        """
        return self._call(_Operation("wallets.fetchDepositAddress", "POST", "/api/v2/wallets/fetch-deposit-address", "read", "body", "data"), {"wallet_currency": wallet_currency})

    def list_balances(self, *, limit: int | None = None, pagenumber: int | None = None) -> WalletsListBalancesResult:
        """The account's holdings, wallet by wallet.

        `usd_value` is what `balance` is worth by the rates of system/rates; null for a currency without one.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("wallets.listBalances", "POST", "/api/v2/wallets/list-balances", "read", "body", "data", ("number", "wallets")), {"limit": limit, "pagenumber": pagenumber})

    def iter_balances(self, *, limit: int | None = None) -> Iterator[WalletBalance]:
        """Every entry of :meth:`list_balances`, page after page."""
        return self._each(_Operation("wallets.listBalances", "POST", "/api/v2/wallets/list-balances", "read", "body", "data", ("number", "wallets")), {"limit": limit})

    def account_balance(self) -> list[WalletBalance]:
        """The account's holdings.

        All wallets of the account. `usd_value` is what `balance` is worth by the rates of system/rates; null for a currency without one.
        """
        return self._call(_Operation("wallets.accountBalance", "POST", "/api/v2/user/account-balance", "read", "body", "data"), {})

    def list_depoists(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListDepoistsResult:
        """Deposits from block chains, and those credited by hand.

        Newest first. `pending`: it waits for confirmations, or its block has left the chain; `completed`: it is credited; `failed`: it has vanished from the chain; `rejected`: it was below the minimum. A deposit that was credited by hand has the network `manual`, and no transaction.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("wallets.listDepoists", "POST", "/api/v2/finance/list-depoists", "read", "body", "data", ("number", "deposits")), {"limit": limit, "pagenumber": pagenumber})

    def iter_depoists(self, *, limit: int | None = None) -> Iterator[Transfer]:
        """Every entry of :meth:`list_depoists`, page after page."""
        return self._each(_Operation("wallets.listDepoists", "POST", "/api/v2/finance/list-depoists", "read", "body", "data", ("number", "deposits")), {"limit": limit})

    def withdraw(
        self,
        *,
        address_to: str,
        amount: str,
        wallet_id: str | None = None,
        currency: Literal["BTC"] | Literal["ETH"] | None = None,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> WithdrawResult:
        """Ask for a withdrawal.

        The amount and the fee are reserved at once; an admin reviews each withdrawal within 24 hours. Two admins review it where much leaves the account: all withdrawals that are under way count, and those of the last 24 hours. `amount` is what arrives: the fee is taken beside it. Needs a paid package. A user with a second factor gives a code of it. Keys with the access `trade` are refused.

        :param address_to: An address on the chain
        :param amount: Decimal, at most 8 places
        :param wallet_id: An id, as lists show it
        :param currency: Code of a currency that is on a block chain
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("wallets.withdraw", "POST", "/api/v2/wallets/withdraw", "change", "body", "data"), {"wallet_id": wallet_id, "currency": currency, "address_to": address_to, "amount": amount, "code": code, "recovery_code": recovery_code}, idempotency_key)

    def list_withdraws(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListWithdrawsResult:
        """Withdrawals to block chains.

        Newest first. `pending`: it is approved and about to be sent. One that the account canceled is `rejected`.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("wallets.listWithdraws", "POST", "/api/v2/finance/list-withdraws", "read", "body", "data", ("number", "withdraws")), {"limit": limit, "pagenumber": pagenumber})

    def iter_withdraws(self, *, limit: int | None = None) -> Iterator[Withdrawal]:
        """Every entry of :meth:`list_withdraws`, page after page."""
        return self._each(_Operation("wallets.listWithdraws", "POST", "/api/v2/finance/list-withdraws", "read", "body", "data", ("number", "withdraws")), {"limit": limit})

    def cancel_withdraw(self, *, id: str, idempotency_key: str | None = None) -> CancelWithdrawResult:
        """Call a withdrawal back.

        Only while it waits for its review. Amount and fee can be used again at once.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("wallets.cancelWithdraw", "POST", "/api/v2/wallets/cancel-withdraw", "change", "body", "data"), {"id": id}, idempotency_key)

    def list_withdraw_addresses(self) -> list[WithdrawAddress]:
        """The whitelist of withdrawals.

        A currency with an entry is withdrawn to its entries only, each from `usable_at` on. At most 100.
        """
        return self._call(_Operation("wallets.listWithdrawAddresses", "POST", "/api/v2/wallets/list-withdraw-addresses", "read", "body", "data"), {})

    def add_withdraw_address(
        self,
        *,
        currency: Literal["BTC"] | Literal["ETH"],
        address_to: str,
        label: str | None = None,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> AddWithdrawAddressResult:
        """Add an address to the whitelist of withdrawals.

        From the first entry of a currency on, it is withdrawn to its entries only. A new entry can be used after a waiting time, so that an intruder who gets into the account for a moment gains nothing, and the owner is notified by mail. A user with a second factor gives a code of it.

        :param currency: Code of a currency that is on a block chain
        :param address_to: An address on the chain
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("wallets.addWithdrawAddress", "POST", "/api/v2/wallets/add-withdraw-address", "change", "body", "data"), {"currency": currency, "address_to": address_to, "label": label, "code": code, "recovery_code": recovery_code}, idempotency_key)

    def remove_withdraw_address(
        self,
        *,
        id: str,
        code: str | None = None,
        recovery_code: str | None = None,
        idempotency_key: str | None = None,
    ) -> RemoveWithdrawAddressResult:
        """Take an address from the whitelist of withdrawals.

        It can no longer be used at once. A whitelist that was emptied holds for as long as a new entry waits. The owner is notified by mail. A user with a second factor gives a code of it.

        :param id: An id, as lists show it
        :param code: Of the authenticator app
        :param recovery_code: Instead of a code, once
        """
        return self._call(_Operation("wallets.removeWithdrawAddress", "POST", "/api/v2/wallets/remove-withdraw-address", "change", "body", "data"), {"id": id, "code": code, "recovery_code": recovery_code}, idempotency_key)

    def admin_list_withdrawals(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
        status: Literal["pending_review"] | Literal["pending"] | Literal["completed"] | Literal["rejected"] | None = None,
    ) -> AdminListWithdrawalsResult:
        """Withdrawals of all accounts.

        Oldest first; those that are under way, unless a status is named.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("wallets.adminListWithdrawals", "POST", "/api/v2/wallets/admin/list-withdrawals", "read", "body", "data", ("number", "withdrawals")), {"limit": limit, "pagenumber": pagenumber, "status": status})

    def iter_admin_list_withdrawals(
        self,
        *,
        limit: int | None = None,
        status: Literal["pending_review"] | Literal["pending"] | Literal["completed"] | Literal["rejected"] | None = None,
    ) -> Iterator[ReviewedWithdrawal]:
        """Every entry of :meth:`admin_list_withdrawals`, page after page."""
        return self._each(_Operation("wallets.adminListWithdrawals", "POST", "/api/v2/wallets/admin/list-withdrawals", "read", "body", "data", ("number", "withdrawals")), {"limit": limit, "status": status})

    def admin_approve(self, *, id: str, idempotency_key: str | None = None) -> AdminApproveResult:
        """Approve a withdrawal.

        Where much leaves an account, a second admin is needed. An admin cannot approve a withdrawal of the own account, nor of an account that this admin has credited with the currency. Approving again changes nothing.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("wallets.adminApprove", "POST", "/api/v2/wallets/admin/approve", "change", "body", "data"), {"id": id}, idempotency_key)

    def admin_reject(self, *, id: str, reason: str, idempotency_key: str | None = None) -> AdminRejectResult:
        """Reject a withdrawal.

        Amount and fee go back to the account, which is shown the reason. One that was approved can be rejected until it is completed: never reject what has been sent.

        :param id: An id, as lists show it
        :param reason: For the account
        """
        return self._call(_Operation("wallets.adminReject", "POST", "/api/v2/wallets/admin/reject", "change", "body", "data"), {"id": id, "reason": reason}, idempotency_key)

    def admin_complete(
        self,
        *,
        id: str,
        txid: str,
        batch: bool | None = None,
        idempotency_key: str | None = None,
    ) -> AdminCompleteResult:
        """Say that a withdrawal was sent.

        With the id of the transaction that sent it. What was reserved leaves the account for good. The program itself sends nothing: it holds no private key. One transaction completes one withdrawal, unless `batch` says that it has paid several.

        :param id: An id, as lists show it
        :param txid: Id of the transaction, 64 hexadecimal digits; with 0x in front for Ethereum
        :param batch: The transaction has paid other withdrawals too
        """
        return self._call(_Operation("wallets.adminComplete", "POST", "/api/v2/wallets/admin/complete", "change", "body", "data"), {"id": id, "txid": txid, "batch": batch}, idempotency_key)

    def admin_record_deposit(
        self,
        *,
        currency: Literal["BTC"] | Literal["ETH"],
        uid: str,
        txid: str,
        amount: str,
        output_index: int | None = None,
        idempotency_key: str | None = None,
    ) -> AdminRecordDepositResult:
        """Credit a deposit that has arrived.

        For chains that are not watched: ETH always, BTC where no Esplora interface is set. Credited once for each output of a transaction (`output_index`; for Ethereum 0, or the index of the call in the transaction).

        :param currency: Code of a currency that is on a block chain
        :param uid: An id, as lists show it
        :param txid: Id of the transaction, 64 hexadecimal digits; with 0x in front for Ethereum
        :param amount: Decimal, at most 8 places
        """
        return self._call(_Operation("wallets.adminRecordDeposit", "POST", "/api/v2/wallets/admin/record-deposit", "change", "body", "data"), {"currency": currency, "uid": uid, "txid": txid, "output_index": output_index, "amount": amount}, idempotency_key)

    def admin_list_doubtful_deposits(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> AdminListDoubtfulDepositsResult:
        """Credited deposits that are no longer in their chain.

        Their accounts cannot withdraw while they are listed. One that is lost for good is taken back; where the balance was too low for that, `needs_review` is true, and it is tried again until it succeeds or the deposit comes back.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("wallets.adminListDoubtfulDeposits", "POST", "/api/v2/wallets/admin/list-doubtful-deposits", "read", "body", "data", ("number", "deposits")), {"limit": limit, "pagenumber": pagenumber})

    def iter_admin_list_doubtful_deposits(self, *, limit: int | None = None) -> Iterator[DoubtfulDeposit]:
        """Every entry of :meth:`admin_list_doubtful_deposits`, page after page."""
        return self._each(_Operation("wallets.adminListDoubtfulDeposits", "POST", "/api/v2/wallets/admin/list-doubtful-deposits", "read", "body", "data", ("number", "deposits")), {"limit": limit})


class ExportsOperations(_Area):
    """Operations of ``exports``."""

    def request_export(
        self,
        *,
        type: Literal[".xls", ".csv"],
        symbol: str,
        system: Literal["strategy_transactions", "all_strategies", "news"] | None = None,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> RequestExportResult:
        """Ask for an export.

        The file is made in the background: ask `export/fetch` for it. At most 3 are made at once for a user, and 20 complete ones kept: the oldest gives way. Each is kept for as long as the plan says, from the time of the request.

        :param type: A workbook, or text with commas
        :param symbol: A market: exchange code, hyphen, pair id
        :param system: Transactions of strategies, the strategies themselves, or news that name the market's coin
        :param limit: At most so many rows
        """
        return self._call(_Operation("exports.requestExport", "POST", "/api/v2/export/request", "change", "body", "data"), {"system": system, "type": type, "symbol": symbol, "limit": limit}, idempotency_key)

    def fetch_export(
        self,
        *,
        id: str | None = None,
        export_id: str | None = None,
    ) -> FetchExportResult | FetchExportResult2:
        """Fetch an export.

        A complete file, as base64 or as an address to download it from; before that, how far it is.

        :param id: An id, as lists show it
        :param export_id: An id, as lists show it
        """
        return self._call(_Operation("exports.fetchExport", "POST", "/api/v2/export/fetch", "read", "body", "data"), {"id": id, "export_id": export_id})

    def list_exports(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListExportsResult:
        """List exports.

        One's own, newest first. Expired ones are shown for a month.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("exports.listExports", "POST", "/api/v2/export/list", "read", "body", "data", ("number", "exports")), {"limit": limit, "pagenumber": pagenumber})

    def iter_exports(self, *, limit: int | None = None) -> Iterator[Export]:
        """Every entry of :meth:`list_exports`, page after page."""
        return self._each(_Operation("exports.listExports", "POST", "/api/v2/export/list", "read", "body", "data", ("number", "exports")), {"limit": limit})

    def download_export(self, *, id: str | None = None, export_id: str | None = None) -> bytes:
        """Download an export.

        The file itself, as a stream. A download that fails half way breaks the connection.

        :param id: An id, as lists show it
        :param export_id: An id, as lists show it
        """
        return self._call(_Operation("exports.downloadExport", "POST", "/api/v2/export/download", "read", "body", "bytes"), {"id": id, "export_id": export_id})


class CalendarOperations(_Area):
    """Operations of ``calendar``."""

    def add_reminder(
        self,
        *,
        title: str,
        remind_at: int,
        body: str | None = None,
        repeat: Literal["none", "daily", "weekly", "monthly"] | None = None,
        idempotency_key: str | None = None,
    ) -> AddReminderResult:
        """Be reminded by mail.

        Once, or daily, weekly or monthly from the first time on, at its time of day in the `timezone` of user/settings. A month without that day uses its last. The mail goes to the address of the account, within a minute or two.

        :param remind_at: Seconds since 1970
        """
        return self._call(_Operation("calendar.addReminder", "POST", "/api/v2/calendar/add-reminder", "change", "body", "data"), {"title": title, "remind_at": remind_at, "body": body, "repeat": repeat}, idempotency_key)

    def list_schedule(self, *, from_: int | None = None, to: int | None = None) -> list[ScheduleEntry]:
        """What is coming.

        Reminders, renewals, expiries, competitions, planned maintenance, and orders that wait for their time, earliest first, at most 1,000. From now on for 31 days, unless `from` and `to` say otherwise; at most 366 days.

        :param from_: Seconds since 1970
        :param to: Seconds since 1970
        """
        return self._call(_Operation("calendar.listSchedule", "POST", "/api/v2/calendar/list-schedule", "read", "body", "data"), {"from": from_, "to": to})

    def list_reminders(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListRemindersResult:
        """Your reminders.

        Newest first. Those that are over are kept for a year.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("calendar.listReminders", "POST", "/api/v2/calendar/list-reminders", "read", "body", "data", ("number", "reminders")), {"limit": limit, "pagenumber": pagenumber})

    def iter_reminders(self, *, limit: int | None = None) -> Iterator[Reminder]:
        """Every entry of :meth:`list_reminders`, page after page."""
        return self._each(_Operation("calendar.listReminders", "POST", "/api/v2/calendar/list-reminders", "read", "body", "data", ("number", "reminders")), {"limit": limit})

    def edit_reminder(
        self,
        *,
        id: str,
        title: str | None = None,
        remind_at: int | None = None,
        body: str | None = None,
        repeat: Literal["none", "daily", "weekly", "monthly"] | None = None,
        idempotency_key: str | None = None,
    ) -> EditReminderResult:
        """Change a reminder.

        Fields that are not given stay. A new time restarts the repetition, also of a reminder that is over; a new repetition goes on from the first time.

        :param id: An id, as lists show it
        :param remind_at: Seconds since 1970
        """
        return self._call(_Operation("calendar.editReminder", "POST", "/api/v2/calendar/edit-reminder", "change", "body", "data"), {"id": id, "title": title, "remind_at": remind_at, "body": body, "repeat": repeat}, idempotency_key)

    def delete_reminder(self, *, id: str, idempotency_key: str | None = None) -> DeleteReminderResult:
        """Delete a reminder.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("calendar.deleteReminder", "POST", "/api/v2/calendar/delete-reminder", "change", "body", "data"), {"id": id}, idempotency_key)


class SupportOperations(_Area):
    """Operations of ``support``."""

    def create_support_ticket(
        self,
        *,
        name: str,
        email: str,
        subject: str,
        message: str,
        category: Literal["general", "account", "billing", "trading", "exchanges", "api"] | None = None,
        priority: Literal["low", "normal", "high"] | None = None,
        idempotency_key: str | None = None,
    ) -> CreateSupportTicketResult:
        """Open a support ticket.

        Answers are shown in the ticket and sent to the address of the account.

        :param email: An address for mail
        """
        return self._call(_Operation("support.createSupportTicket", "POST", "/api/v2/user/create-support-ticket", "change", "body", "data"), {"name": name, "email": email, "subject": subject, "message": message, "category": category, "priority": priority}, idempotency_key)

    def add_ticket(
        self,
        *,
        name: str,
        email: str,
        subject: str,
        message: str,
        category: Literal["general", "account", "billing", "trading", "exchanges", "api"] | None = None,
        priority: Literal["low", "normal", "high"] | None = None,
        idempotency_key: str | None = None,
    ) -> AddTicketResult:
        """Open a support ticket.

        Answers are shown in the ticket and sent to the address of the account.

        :param email: An address for mail
        """
        return self._call(_Operation("support.addTicket", "POST", "/api/v2/support/add-ticket", "change", "body", "data"), {"name": name, "email": email, "subject": subject, "message": message, "category": category, "priority": priority}, idempotency_key)

    def settings(self) -> SupportSettings:
        """What support tickets can be about, and how soon they are answered."""
        return self._call(_Operation("support.settings", "POST", "/api/v2/support/settings", "read", "body", "data"), {})

    def list_tickets(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
        status: Literal["open", "answered", "waiting", "closed"] | None = None,
    ) -> ListTicketsResult:
        """Your support tickets.

        Newest first, with the latest messages of each. `/support/show-ticket` has all of one.

        :param limit: Tickets on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("support.listTickets", "POST", "/api/v2/support/list-tickets", "read", "body", "data", ("number", "tickets")), {"limit": limit, "pagenumber": pagenumber, "status": status})

    def iter_tickets(
        self,
        *,
        limit: int | None = None,
        status: Literal["open", "answered", "waiting", "closed"] | None = None,
    ) -> Iterator[Ticket]:
        """Every entry of :meth:`list_tickets`, page after page."""
        return self._each(_Operation("support.listTickets", "POST", "/api/v2/support/list-tickets", "read", "body", "data", ("number", "tickets")), {"limit": limit, "status": status})

    def show_ticket(self, *, id: str) -> Ticket:
        """One of your tickets with all its messages.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("support.showTicket", "POST", "/api/v2/support/show-ticket", "read", "body", "data"), {"id": id})

    def staff_list_tickets(
        self,
        *,
        limit: int | None = None,
        pagenumber: int | None = None,
        status: Literal["open", "answered", "waiting", "closed"] | None = None,
        category: Literal["general", "account", "billing", "trading", "exchanges", "api"] | None = None,
        uid: str | None = None,
    ) -> StaffListTicketsResult:
        """Tickets of all users, for staff.

        Those that have waited longest for a change come first.

        :param limit: Tickets on a page
        :param pagenumber: Which page, from 1
        :param uid: An id, as lists show it
        """
        return self._call(_Operation("support.staffListTickets", "POST", "/api/v2/support/staff/list-tickets", "read", "body", "data", ("number", "tickets")), {"limit": limit, "pagenumber": pagenumber, "status": status, "category": category, "uid": uid})

    def iter_staff_list_tickets(
        self,
        *,
        limit: int | None = None,
        status: Literal["open", "answered", "waiting", "closed"] | None = None,
        category: Literal["general", "account", "billing", "trading", "exchanges", "api"] | None = None,
        uid: str | None = None,
    ) -> Iterator[StaffTicket]:
        """Every entry of :meth:`staff_list_tickets`, page after page."""
        return self._each(_Operation("support.staffListTickets", "POST", "/api/v2/support/staff/list-tickets", "read", "body", "data", ("number", "tickets")), {"limit": limit, "status": status, "category": category, "uid": uid})

    def staff_show_ticket(self, *, id: str) -> StaffTicket:
        """One ticket with all its messages, for staff.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("support.staffShowTicket", "POST", "/api/v2/support/staff/show-ticket", "read", "body", "data"), {"id": id})

    def staff_answer_ticket(
        self,
        *,
        id: str,
        message: str,
        status: Literal["answered", "waiting", "closed"] | None = None,
        idempotency_key: str | None = None,
    ) -> StaffAnswerTicketResult:
        """Answer a ticket, for staff.

        The user gets a mail. `waiting` says that something is needed of the user; `closed` ends the ticket.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("support.staffAnswerTicket", "POST", "/api/v2/support/staff/answer-ticket", "change", "body", "data"), {"id": id, "message": message, "status": status}, idempotency_key)

    def staff_close_ticket(self, *, id: str, idempotency_key: str | None = None) -> StaffCloseTicketResult:
        """Close a ticket, for staff.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("support.staffCloseTicket", "POST", "/api/v2/support/staff/close-ticket", "change", "body", "data"), {"id": id}, idempotency_key)

    def staff_reopen_ticket(self, *, id: str, idempotency_key: str | None = None) -> StaffReopenTicketResult:
        """Open a closed ticket again, for staff.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("support.staffReopenTicket", "POST", "/api/v2/support/staff/reopen-ticket", "change", "body", "data"), {"id": id}, idempotency_key)

    def update_ticket(
        self,
        *,
        id: str,
        message: str | None = None,
        status: Literal["open", "closed"] | None = None,
        idempotency_key: str | None = None,
    ) -> UpdateTicketResult:
        """Write in a ticket, close it or open it again.

        A message opens a closed ticket again. One of message and status is needed.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("support.updateTicket", "POST", "/api/v2/support/update-ticket", "change", "body", "data"), {"id": id, "message": message, "status": status}, idempotency_key)


class ArticlesOperations(_Area):
    """Operations of ``articles``."""

    def create_article(
        self,
        *,
        title: str,
        brief: str,
        body: str,
        publishdate: int,
        image1: str | None = None,
        image2: str | None = None,
        image3: str | None = None,
        image4: str | None = None,
        image5: str | None = None,
        image6: str | None = None,
        draft: bool | None = None,
        idempotency_key: str | None = None,
    ) -> CreateArticleResult:
        """Write an article.

        It is published at its date. Images are looked at once, now. Elements that articles may not have are taken out of the body.

        :param title: Plain text
        :param brief: Plain text
        :param body: HTML with paragraphs, headings, lists, quotes, code and links, or plain text
        :param publishdate: When it is published, in seconds since 1970; at once if that is over
        :param image1: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image2: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image3: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image4: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image5: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image6: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param draft: Not published, whatever its date says
        """
        return self._call(_Operation("articles.createArticle", "POST", "/api/v2/articles/create", "change", "body", "data"), {"title": title, "brief": brief, "body": body, "publishdate": publishdate, "image1": image1, "image2": image2, "image3": image3, "image4": image4, "image5": image5, "image6": image6, "draft": draft}, idempotency_key)

    def list_articles(self, *, limit: int | None = None, pagenumber: int | None = None) -> ListArticlesResult:
        """List one's own articles.

        Newest first, in every state, without their bodies.

        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("articles.listArticles", "POST", "/api/v2/articles/list", "read", "body", "data", ("number", "articles")), {"limit": limit, "pagenumber": pagenumber})

    def iter_articles(self, *, limit: int | None = None) -> Iterator[ArticleSummary]:
        """Every entry of :meth:`list_articles`, page after page."""
        return self._each(_Operation("articles.listArticles", "POST", "/api/v2/articles/list", "read", "body", "data", ("number", "articles")), {"limit": limit})

    def get_article(self, *, id: str) -> Article:
        """Read one's own article.

        In every state, with its body. The author does not count as a reader here.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("articles.getArticle", "POST", "/api/v2/articles/fetch", "read", "body", "data"), {"id": id})

    def edit_article(
        self,
        *,
        id: str,
        title: str,
        brief: str,
        body: str,
        publishdate: int | None = None,
        image1: str | None = None,
        image2: str | None = None,
        image3: str | None = None,
        image4: str | None = None,
        image5: str | None = None,
        image6: str | None = None,
        draft: bool | None = None,
        idempotency_key: str | None = None,
    ) -> EditArticleResult:
        """Change an article.

        Its texts, and what else is given: an image replaces the one in its place, and an empty one takes it away. A rejected article stays rejected.

        :param id: An id, as lists show it
        :param title: Plain text
        :param brief: Plain text
        :param body: HTML with paragraphs, headings, lists, quotes, code and links, or plain text
        :param publishdate: When it is published, in seconds since 1970; at once if that is over
        :param image1: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image2: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image3: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image4: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image5: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param image6: Address (https) of a PNG, JPEG, GIF, WebP or AVIF image
        :param draft: Not published, whatever its date says
        """
        return self._call(_Operation("articles.editArticle", "POST", "/api/v2/articles/edit", "change", "body", "data"), {"id": id, "title": title, "brief": brief, "body": body, "publishdate": publishdate, "image1": image1, "image2": image2, "image3": image3, "image4": image4, "image5": image5, "image6": image6, "draft": draft}, idempotency_key)

    def review_article(
        self,
        *,
        id: str,
        decision: Literal["reject", "restore"],
        reason: str | None = None,
        idempotency_key: str | None = None,
    ) -> ReviewArticleResult:
        """Reject or restore an article.

        A rejected article is shown to its author alone, with the reason, and earns nothing while it is.

        :param id: An id, as lists show it
        :param reason: Needed to reject
        """
        return self._call(_Operation("articles.reviewArticle", "POST", "/api/v2/articles/review", "change", "body", "data"), {"id": id, "decision": decision, "reason": reason}, idempotency_key)

    def fetch_articles(
        self,
        *,
        article_id: str | None = None,
        title_contains: str | None = None,
        limit: int | None = None,
        pagenumber: int | None = None,
    ) -> FetchArticlesResult | FetchArticlesResult2:
        """Read articles.

        Without an id, a page of what is published, newest first. With one, that article; a reader is counted for it once a day, by a hash that cannot be undone once the day is over.

        :param article_id: An article; 0 lists them
        :param title_contains: Only such titles; 0 or nothing for all
        :param limit: Entries on a page
        :param pagenumber: Which page, from 1
        """
        return self._call(_Operation("articles.fetchArticles", "POST", "/api/v2/public/fetch-articles", "read", "body", "data", ("number", "articles")), {"article_id": article_id, "title_contains": title_contains, "limit": limit, "pagenumber": pagenumber})

    def iter_fetch_articles(
        self,
        *,
        article_id: str | None = None,
        title_contains: str | None = None,
        limit: int | None = None,
    ) -> Iterator[PublishedArticle]:
        """Every entry of :meth:`fetch_articles`, page after page."""
        return self._each(_Operation("articles.fetchArticles", "POST", "/api/v2/public/fetch-articles", "read", "body", "data", ("number", "articles")), {"article_id": article_id, "title_contains": title_contains, "limit": limit})

    def check_earnings(self) -> CheckEarningsResult:
        """See what articles have earned.

        A reader counts once a day for each article. The earnings of a month are paid to the account's ledger after its end, at the rate of that day; what is pending is shown at today's. Rejected articles are paid nothing more, and a disabled account is paid once it is enabled.
        """
        return self._call(_Operation("articles.checkEarnings", "POST", "/api/v2/articles/check-earnings", "read", "body", "data"), {})

    def delete_article(self, *, id: str, idempotency_key: str | None = None) -> DeleteArticleResult:
        """Delete an article.

        Its texts and images are deleted. The earnings of its views are paid all the same.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("articles.deleteArticle", "POST", "/api/v2/articles/delete", "change", "body", "data"), {"id": id}, idempotency_key)


class CompetitionsOperations(_Area):
    """Operations of ``competitions``."""

    def create_competition(
        self,
        *,
        title: str,
        description: str,
        prize: str,
        currency: str,
        metric: Literal["return_percent", "net_pnl", "volume"],
        starts_at: int,
        ends_at: int,
        late_join: bool | None = None,
        leave_after_start: bool | None = None,
        idempotency_key: str | None = None,
    ) -> CreateCompetitionResult:
        """Announce a competition.

        Everybody sees it at once. The platform does not pay the prize: `competitions/list` shows admins the accounts of the best, and `finance/admin/credit` pays them.

        :param description: Plain text
        :param prize: Decimal, at most 8 places
        :param currency: Code of a currency
        :param metric: By what participants are compared
        :param starts_at: Seconds since 1970
        :param ends_at: Seconds since 1970
        :param late_join: Whether one may join once it runs
        :param leave_after_start: Whether one may leave once it runs
        """
        return self._call(_Operation("competitions.createCompetition", "POST", "/api/v2/competitions/create", "change", "body", "data"), {"title": title, "description": description, "prize": prize, "currency": currency, "metric": metric, "starts_at": starts_at, "ends_at": ends_at, "late_join": late_join, "leave_after_start": leave_after_start}, idempotency_key)

    def edit_competition(
        self,
        *,
        id: str,
        title: str,
        description: str,
        prize: str,
        currency: str,
        metric: Literal["return_percent", "net_pnl", "volume"],
        starts_at: int,
        ends_at: int,
        late_join: bool | None = None,
        leave_after_start: bool | None = None,
        idempotency_key: str | None = None,
    ) -> EditCompetitionResult:
        """Change a competition.

        All of it, until it starts. Then its start, metric, prize and currency stay, and once it is over its end too.

        :param id: An id, as lists show it
        :param description: Plain text
        :param prize: Decimal, at most 8 places
        :param currency: Code of a currency
        :param metric: By what participants are compared
        :param starts_at: Seconds since 1970
        :param ends_at: Seconds since 1970
        :param late_join: Whether one may join once it runs
        :param leave_after_start: Whether one may leave once it runs
        """
        return self._call(_Operation("competitions.editCompetition", "POST", "/api/v2/competitions/edit", "change", "body", "data"), {"id": id, "title": title, "description": description, "prize": prize, "currency": currency, "metric": metric, "starts_at": starts_at, "ends_at": ends_at, "late_join": late_join, "leave_after_start": leave_after_start}, idempotency_key)

    def list_competitions(self) -> list[CompetitionView]:
        """List competitions.

        Those to come, those that run, and those that ended in the last 90 days; at most 100, the last to end first. Ranks are computed again every few minutes, for the last time an hour after the end, when late fills are counted.
        """
        return self._call(_Operation("competitions.listCompetitions", "POST", "/api/v2/competitions/list", "read", "body", "data"), {})

    def join_competition(self, *, id: str, idempotency_key: str | None = None) -> JoinCompetitionResult:
        """Join a competition.

        For the whole account. Joining again changes nothing.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("competitions.joinCompetition", "POST", "/api/v2/competitions/join", "change", "body", "data"), {"id": id}, idempotency_key)

    def leave_competition(self, *, id: str, idempotency_key: str | None = None) -> LeaveCompetitionResult:
        """Leave a competition.

        Before it starts, or later where it allows that. Leaving again changes nothing.

        :param id: An id, as lists show it
        """
        return self._call(_Operation("competitions.leaveCompetition", "POST", "/api/v2/competitions/leave", "change", "body", "data"), {"id": id}, idempotency_key)



class TradingApi:
    """Trading platform: its operations by area."""

    def __init__(self, connection: _Connection) -> None:
        self.system = SystemOperations(connection)
        self.market = MarketOperations(connection)
        self.charts = ChartsOperations(connection)
        self.news = NewsOperations(connection)
        self.options = OptionsOperations(connection)
        self.billing = BillingOperations(connection)
        self.exchanges = ExchangesOperations(connection)
        self.strategies = StrategiesOperations(connection)
        self.algorithms = AlgorithmsOperations(connection)
        self.orders = OrdersOperations(connection)
        self.risk = RiskOperations(connection)
        self.webhooks = WebhooksOperations(connection)
        self.alerts = AlertsOperations(connection)
        self.signals = SignalsOperations(connection)
        self.subaccounts = SubaccountsOperations(connection)
        self.accounts = AccountsOperations(connection)
        self.sessions = SessionsOperations(connection)
        self.signup = SignupOperations(connection)
        self.admin = AdminOperations(connection)
        self.access = AccessOperations(connection)
        self.audit = AuditOperations(connection)
        self.ledger = LedgerOperations(connection)
        self.trades = TradesOperations(connection)
        self.wallets = WalletsOperations(connection)
        self.exports = ExportsOperations(connection)
        self.calendar = CalendarOperations(connection)
        self.support = SupportOperations(connection)
        self.articles = ArticlesOperations(connection)
        self.competitions = CompetitionsOperations(connection)
