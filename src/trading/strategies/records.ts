/** What the strategy operations answer: profiles, their runs, and what is shown of them. */
import { Type, type TSchema } from "typebox";
import { id, seconds } from "../shapes.ts";
import { RUN_STATES } from "../engine/index.ts";

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const count = Type.Integer({ minimum: 0 });

/** Milliseconds since 1970. */
export const milliseconds = Type.Integer({ minimum: 0, description: "Milliseconds since 1970" });

/** Ticks and steps may be finer than 1e-8, so there may be more than 8 places. */
export const decimal = Type.String({
  pattern: "^-?[0-9]{1,30}\\.[0-9]{8,18}$",
  description: "Decimal, 8 to 18 places",
});

/** Of results, which are computed: rounded down. */
const money = (description: string) =>
  Type.String({ pattern: "^-?[0-9]{1,30}\\.[0-9]{8}$", description: `${description}. Decimal, 8 places` });

/** Where a strategy is in its life. */
export const strategyState = Type.Enum([...RUN_STATES], {
  description:
    "`draft`: values are missing. `ready`: may start. `paused`: orders stay, none are added. `soft_stopping`: no new " +
    "slices. `stopping`: orders are being cancelled. `force_stopped`: orders may be open at the exchange. " +
    "`reconvening`: orders are being looked up. `completed`: nothing is left to do. `errored`: needs its owner",
});

export const tab = Type.Object(
  { id, name: Type.String(), position: Type.Integer({ minimum: 0 }), profiles: count },
  { title: "Tab", description: "A named group of profiles on the screen" },
);

/** An algorithm in short, as profiles name theirs. */
export const algorithmName = Type.Object({ id, group_name: Type.String(), name: Type.String() });

const conditionRow = Type.Object(
  {
    row: Type.Integer({ minimum: 0, description: "Place of the condition in the algorithm, from 0" }),
    name: Type.String({ description: "Of the condition, such as `spread_greater_than_input_number`" }),
    code: Type.String({ description: "A service code, or two joined by + for a spread" }),
    value: Type.String({ description: "Threshold; two with a comma for a range" }),
    orderbooklevel_side1: Type.Integer({ minimum: 1, maximum: 10 }),
    orderbooklevel_side2: Type.Integer({ minimum: 1, maximum: 10 }),
  },
  { title: "ProfileCondition" },
);

const executionRow = Type.Object(
  {
    row: Type.Integer({ minimum: 0, description: "Place of the execution in the algorithm, from 0" }),
    code: Type.String({ description: "Service code of the market" }),
    apikey: orNull(id),
    apikeysmarket: Type.Enum(["spot", "margin", "swap", "future"]),
    parent: orNull(decimal),
    value: orNull(decimal),
    leverage: decimal,
    priceoffset: decimal,
    priceexact: orNull(decimal),
    priceoffsetside: Type.Enum(["same", "opposite", "bids", "asks", "mid"]),
    priceoffsettype: Type.Enum(["ob1", "ob2", "ob3", "ob4", "ob5"]),
    pricereference: orNull(Type.String({ description: "Service code or row; null for the row's own market" })),
    toleranceminimum: orNull(decimal),
    tolerancemaximum: orNull(decimal),
    maximumtimelive: Type.Integer({ minimum: 0, description: "Milliseconds; 0 for no limit" }),
    obqtycumulativecheck: Type.Integer({ minimum: 0, maximum: 100, description: "Percent; 0 for off" }),
    post_request_delay: Type.Integer({ minimum: 0, description: "Milliseconds" }),
    post_request_random: Type.Integer({ minimum: 0, description: "Milliseconds" }),
  },
  { title: "ProfileExecution", description: "Quantities in units of the base currency, prices in the quote's" },
);

export const profile = Type.Object(
  {
    id,
    tab_id: orNull(id),
    name: Type.String(),
    description: Type.String(),
    algorithm_id: orNull(id),
    algorithm: orNull(algorithmName),
    parent: Type.Object({
      qty: orNull(decimal),
      currency: orNull(Type.String({ description: "Base currency of row 0" })),
    }),
    slice_delay: Type.Number({ minimum: 0, description: "Seconds between two slices" }),
    noconditions: Type.Boolean({ description: "Slices fire by time alone" }),
    price_convert_conditions: orNull(Type.String({ description: "Currency in which prices are compared" })),
    price_convert_executions: orNull(Type.String({ description: "Currency in which prices are compared" })),
    conditions: Type.Array(conditionRow),
    executions: Type.Array(executionRow),
    strategies: Type.Array(Type.Object({ id, name: Type.String(), state: strategyState }), {
      description: "What can run with these values: one, unless it was duplicated within the profile",
    }),
    state: strategyState,
    run_id: orNull(id),
    counters: Type.Object(
      {
        successful: count,
        canceled: count,
        failed: count,
        slices_done: count,
        slices_total: orNull(count),
        is_behind: Type.Boolean({
          description:
            "One was stopped by force, and its orders have changed since: these figures are those of the stop",
        }),
      },
      { description: "Of the latest run of each of its strategies" },
    ),
    position: Type.Integer({ minimum: 0, description: "In the display, from 0" }),
    template_id: orNull(id),
    owner_uid: Type.Integer(),
    time_created: seconds,
    last_updated: seconds,
    values_left_out: Type.Boolean({
      description: "`description`, `conditions` and `executions` are empty: too much for the list. Its `id` shows them",
    }),
  },
  { title: "Profile", description: "An algorithm with the values that its owner gave it" },
);

/** Figures of a run are kept by the process that looks after it. */
const IS_BEHIND =
  "It was stopped by force, and its orders may have changed since. `transactions`, `qty_done`, `progress` and the realized profit " +
  "are those of the stop or of a moment later, until it is started again. `open_orders` is of now";

/** What is missing or wrong in a draft, and prices of its algorithm that have risen. */
export const warnings = Type.Array(
  Type.Object({
    parameter: Type.String(),
    index: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: "Element of the list; null for the whole parameter",
    }),
    message: Type.String(),
  }),
);

export const strategySummary = Type.Object(
  {
    id,
    profile_id: id,
    name: Type.String(),
    tab_id: orNull(id),
    algorithm_id: orNull(id),
    state: strategyState,
    run_id: orNull(id),
    server_id: orNull(id),
    codes: Type.Array(Type.String(), { description: "Service codes of its markets" }),
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    qty_parent: orNull(decimal),
    qty_done: decimal,
    open_orders: count,
    transactions: Type.Object({ successful: count, canceled: count, failed: count }),
    is_behind: Type.Boolean({ description: IS_BEHIND }),
    pnl: Type.Object({
      realized: money("What was earned, after fees: `fees` is already taken off"),
      unrealized: orNull(
        money("What its open positions would earn now, before fees: those of all of its trades, not of this run alone"),
      ),
      unrealized_unknown: Type.Union([Type.Enum(["no_price", "no_rate", "uncounted"]), Type.Null()], {
        description:
          "Why `unrealized` is null. `no_price`: a position, or the currency, has no price now. `no_rate`: a trade of it " +
          "could not be valued. `uncounted`: trades are still being counted",
      }),
      fees: money("What was paid; below 0 for rebates"),
      currency: Type.String(),
    }),
    started_at: orNull(seconds),
    stops_at: orNull(
      Type.Integer({
        minimum: 0,
        description:
          "Seconds since 1970: when its plan's duration is over, or the last minute of drivetime that it took",
      }),
    ),
    last_event: orNull(Type.Object({ ms: milliseconds, type: Type.String(), message: Type.String() })),
  },
  { title: "StrategySummary", description: "Figures of the latest run, but for `pnl.unrealized`" },
);

export const statBlock = Type.Object(
  {
    currency: Type.Literal("USD", { description: "Of all amounts; by the rates of this moment" }),
    without_rate: Type.Array(Type.String(), {
      description: "Currencies that have no rate: amounts in them are left out",
    }),
    strategies: count,
    open_orders: count,
    transactions: Type.Object({ successful: count, canceled: count, failed: count, partial: count }),
    volume: money("The price of all that was traded"),
    fees: money("What was paid; below 0 for rebates"),
    realized_pnl: money("Of the latest run of each strategy alone and after its fees, as strategy/data/list"),
    unrealized_pnl: orNull(money("Of the positions that all runs have left")),
    average_spread_entry: orNull(
      money("Of the orders that traded, what the spread was when they were decided: as their conditions measured it"),
    ),
    average_slippage: orNull(
      money("What an order that traded has cost more, or brought less, than at the price that it was decided at"),
    ),
    average_journey_ms: orNull(Type.Number({ minimum: 0, description: "From the request to the end of an order" })),
  },
  { title: "StatBlock", description: "Of all runs since each strategy was last reset, but for `realized_pnl`" },
);

/** How far one row of a strategy is. */
export const overviewRow = Type.Object(
  {
    row: Type.Integer({ minimum: 0 }),
    code: Type.String(),
    side: Type.Enum(["buy", "sell"]),
    qty_parent: orNull(decimal),
    qty_done: decimal,
    remaining: orNull(decimal),
    dust: decimal,
    average_price: orNull(decimal),
    slices_done: count,
    slices_total: orNull(count),
    open_orders: count,
    unhedged: Type.Object(
      { amount: decimal },
      { description: "Base units that this row lacks of another one, and that are not traded any more" },
    ),
  },
  { title: "OverviewRow", description: "Of the latest run" },
);

export const conditionEval = Type.Object(
  {
    position: Type.Integer({ minimum: 0 }),
    name: Type.String(),
    codes: Type.Array(Type.String()),
    level1: Type.Integer({ minimum: 1, maximum: 10 }),
    level2: orNull(Type.Integer({ minimum: 1, maximum: 10 })),
    left: orNull(Type.Number({ description: "What the market said" })),
    operator: Type.String(),
    right: orNull(Type.Number({ description: "What it was compared with; of a range the lower bound" })),
    right_end: orNull(Type.Number({ description: "Of a range, the upper bound" })),
    result: Type.Boolean(),
    unknown: orNull(Type.String({ description: "Why it could not be decided" })),
    age_ms: orNull(Type.Integer({ minimum: 0, description: "Age of the price then" })),
    evaluated_at: milliseconds,
  },
  { title: "ConditionEval", description: "One evaluation of a condition" },
);

const runMembers = {
  status: Type.Literal(true),
  id,
  run_id: orNull(id),
  state: strategyState,
  already: Type.Boolean({ description: "It was so before: nothing happened" }),
  open_orders: Type.Integer({ minimum: 0, description: "Orders that are still open at exchanges" }),
  orders: Type.Array(
    Type.Object({
      id,
      client_order_id: Type.String({ description: "Ours; the exchange knows it too" }),
      code: Type.String({ description: "Service code" }),
      exchange_order_id: Type.String({ description: "Empty before the exchange has told it" }),
    }),
    { description: "Those orders" },
  ),
  message: Type.String(),
} as const;

export const runAck = Type.Object(runMembers, { title: "RunAck" });

/** The answer to a soft stop: what it still waits for. */
export const softStopAck = Type.Object(
  { ...runMembers, waiting_for: Type.Array(Type.String()) },
  { title: "SoftStopAck" },
);

export const template = Type.Object(
  {
    id,
    label: Type.String(),
    copy_strategy_id: id,
    algorithm_id: orNull(id),
    settings: Type.Record(Type.String(), Type.Unknown(), { description: "Parameters of strategy/edit-profile" }),
    settings_left_out: Type.Boolean({ description: "`settings` is empty: too much for the list. Its `id` shows it" }),
    time_created: seconds,
  },
  { title: "Template", description: "Saved values of a profile" },
);
