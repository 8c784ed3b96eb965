/** Records of market data, as they are sent: prices and quantities are numbers, times milliseconds unless they say seconds. */
import { Type } from "typebox";
import { serviceCode } from "../shapes.ts";

const ms = Type.Integer({ minimum: 0, description: "Milliseconds since 1970" });

/** The best price of one side of a book. */
const quote = Type.Object({ price: Type.Number(), qty: Type.Number(), time: ms }, { title: "Quote" });

/** The best of both sides. */
export const topOfBook = Type.Object({ bids: quote, asks: quote }, { title: "TopOfBook" });

/** Price, quantity and time, as a list. */
export const quoteTuple = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

/** A pair as one exchange trades it. */
export const symbolRecord = Type.Object(
  {
    id: Type.String({ description: "Pair id in lower case" }),
    symbol: Type.String({ description: "BASE/QUOTE" }),
    quote: Type.String(),
    base: Type.String(),
    min: Type.Number({ description: "Smallest amount of an order" }),
    pp: Type.Integer({ description: "Places of prices" }),
    pa: Type.Integer({ description: "Places of amounts; -1 for whole lots" }),
  },
  { title: "Symbol" },
);

/** A trade: price, quantity, time and the exchange's id. */
export const tradeTuple = Type.Array(Type.Union([Type.Number(), Type.String()]), { minItems: 4, maxItems: 4 });

/** Two markets: what one asks less what the other bids. */
export const spread = Type.Object(
  {
    combination: Type.String({ description: "Two service codes joined by +: the first asks, the second bids" }),
    price: Type.Number({ description: "Ask less bid" }),
    ratio: Type.Number({ description: "Ask divided by bid" }),
    ask: quote,
    bid: quote,
  },
  { title: "Spread" },
);

const candle = Type.Object(
  { open: Type.Number(), close: Type.Number(), high: Type.Number(), low: Type.Number(), time: Type.String() },
  { title: "SpreadCandle" },
);

/** One minute of a combination. */
export const spreadMinute = Type.Object({ price: candle, ratio: candle });

/** What could be earned between two venues at this moment. */
export const opportunity = Type.Object(
  {
    code: Type.String({ description: "Two service codes joined by +" }),
    spread: Type.Number(),
    difference: Type.Number({ description: "In bitcoin" }),
    btc_opt1: Type.Number(),
    btc_opt2: Type.Number(),
    current_opt1: Type.Number(),
    current_opt2: Type.Number(),
    return_percent: Type.Number({ description: "(btc_opt1 - btc_opt2) / btc_opt2 x 100" }),
    fees_percent: Type.Number(),
    net_percent: Type.Number(),
    time: ms,
  },
  { title: "Opportunity" },
);

/** A pair over all exchanges that trade it. */
export const matchedPair = Type.Object(
  {
    pair: Type.String(),
    count: Type.Integer(),
    active: Type.Array(Type.String(), { description: "Names of exchanges" }),
    detail: Type.Record(Type.String(), symbolRecord),
    possible_combinations: Type.Integer(),
  },
  { title: "MatchedPair" },
);

/** What an exchange tells, such as a listing. */
export const exchangeAnnouncement = Type.Object(
  {
    id: Type.String(),
    exchange: Type.String(),
    title: Type.String(),
    body: Type.String(),
    url: Type.String(),
    category: Type.Enum(["listing", "delisting", "maintenance", "rules", "other"]),
    symbols: Type.Array(serviceCode),
    time_published: Type.Integer(),
  },
  { title: "ExchangeAnnouncement" },
);

/** How an exchange answers from here. */
export const latency = Type.Object(
  {
    code: Type.String(),
    minimum_ms: Type.Integer(),
    average_ms: Type.Integer(),
    maximum_ms: Type.Integer(),
    loss_percent: Type.Number(),
    samples: Type.Integer(),
  },
  { title: "Latency" },
);
