/** Orders, balances and questions as exchanges answer them, in one form for all exchanges. */
import { Type, type TSchema } from "typebox";
import { JOURNAL_STATES } from "../engine/index.ts";
import { decimal, id, seconds } from "../shapes.ts";
import { queryType } from "./parameters.ts";

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** Milliseconds since 1970. */
export const milliseconds = Type.Integer({ minimum: 0, description: "Milliseconds since 1970" });

/** An amount at an exchange, whose steps may be finer than those of our own accounts. */
const fineDecimal = Type.String({ pattern: "^-?[0-9]{1,40}\\.[0-9]{8,18}$", description: "Decimal, 8 to 18 places" });

const fee = Type.Object({ currency: Type.String(), cost: fineDecimal });

const trade = Type.Object({
  id: Type.String({ description: "The exchange's id" }),
  price: fineDecimal,
  amount: fineDecimal,
  fee: orNull(fee),
  taker_or_maker: orNull(Type.Enum(["taker", "maker"])),
  time: milliseconds,
});

const orderMembers = {
  id: Type.String({ description: "The exchange's id" }),
  client_order_id: orNull(Type.String({ description: "The id that it was placed with" })),
  apikey: Type.String({ description: "Id of the exchange key, by exchange-api-keys/list" }),
  exchange: Type.String({ description: "Code of the exchange" }),
  code: Type.String({ description: "Service code of the market" }),
  symbol: Type.String({ description: "BASE/QUOTE" }),
  type: Type.Enum(["market", "limit"]),
  side: Type.Enum(["buy", "sell"]),
  time_in_force: orNull(
    Type.String({ description: "GTC, IOC, FOK, or PO (post-only); null for an order that was placed elsewhere" }),
  ),
  post_only: Type.Boolean({ description: "Always false for an order that was placed elsewhere: it is not known" }),
  reduce_only: Type.Boolean(),
  price: orNull(fineDecimal),
  average: orNull(fineDecimal),
  amount: fineDecimal,
  filled: fineDecimal,
  remaining: fineDecimal,
  cost: fineDecimal,
  status: Type.Enum(["open", "closed", "canceled", "expired", "rejected"]),
  fee: orNull(fee),
  trades: Type.Array(trade, { description: "Oldest first: 1000 of one order, and 5000 of all orders of an answer" }),
  trades_left_out: Type.Boolean({
    description:
      "Whether it has more trades than are here; `fee` is null then. exchange-query/order-check has those of one order, and " +
      "the question my_trades of exchange-query/create-query all of a market",
  }),
  time_created: milliseconds,
  last_updated: milliseconds,
  is_foreign: Type.Boolean({ description: "Placed elsewhere with the same key. It is shown, and left alone" }),
  state: Type.Optional(
    Type.Enum([...JOURNAL_STATES], {
      description:
        "The platform's knowledge of it. `unknown`: the exchange did not answer; it is looked up until it is certain. " +
        "`missing`: the exchange denies it",
    }),
  ),
  reason: Type.Optional(orNull(Type.String({ description: "Why it was refused, or is not certain" }))),
} as const;

export const order = Type.Object(orderMembers, {
  title: "Order",
  description: "Quantities in units of the base currency; prices and cost in the quote's",
});

const transition = Type.Object({
  from: Type.Enum([...JOURNAL_STATES]),
  to: Type.Enum([...JOURNAL_STATES]),
  event: Type.String({
    description: "What happened: `handed` when it was sent, `report` when the exchange showed it, `fill` ...",
  }),
  reason: orNull(Type.String({ description: "Why, where it is known" })),
  time: milliseconds,
});

/** An order with how fresh it is. */
export const checkedOrder = Type.Object(
  {
    ...orderMembers,
    checked_at: milliseconds,
    source: Type.Enum(["exchange", "cache"], { description: "`cache`: the exchange did not answer" }),
    transitions: Type.Array(transition, {
      description: "Everything that has happened to the order, the oldest first; the last 100 of it",
    }),
  },
  { title: "CheckedOrder" },
);

/** What a list of orders left out. */
export const missingPart = Type.Object(
  {
    apikey: Type.String({ description: "Id of the exchange key" }),
    exchange: Type.String(),
    code: orNull(Type.String({ description: "The market; null for all of the key" })),
    error: Type.String({ description: "Why orders are missing, and which" }),
  },
  { title: "MissingOrders" },
);

export const balance = Type.Object(
  {
    currency: Type.String(),
    free: fineDecimal,
    used: fineDecimal,
    total: fineDecimal,
    usd_value: orNull(decimal),
    account: Type.Enum(["spot", "margin", "swap", "future"]),
  },
  { title: "ExchangeBalance", description: "`used` is held by open orders" },
);

export const exchangeQuery = Type.Object(
  {
    id,
    apikey: id,
    exchange: Type.String({ description: "Code of the exchange" }),
    exchange_query: queryType,
    state: Type.Enum(["queued", "running", "completed", "failed"]),
    parameters: Type.Record(Type.String(), Type.Unknown(), { description: "The parameters of the request" }),
    result: Type.Unknown({ description: "The exchange's answer; null until there is one, and where it is left out" }),
    result_bytes: orNull(
      Type.Integer({
        minimum: 0,
        description: "Bytes that the answer takes in storage, where large ones are compressed; null without an answer",
      }),
    ),
    result_left_out: Type.Boolean({
      description: "Whether there is an answer that this list leaves out: list-exchange-queries with `id` shows it",
    }),
    error: orNull(Type.String()),
    latency_ms: orNull(Type.Integer({ minimum: 0 })),
    time_created: seconds,
    completed_at: orNull(seconds),
  },
  { title: "ExchangeQuery", description: "A question to an exchange" },
);
