/** Records of market data, as they are sent: prices and quantities are numbers, times milliseconds unless they say seconds. */
import { Type, type Static } from "typebox";
import type { Gap } from "../indicators/index.ts";
import { serviceCode } from "../shapes.ts";

const ms = Type.Integer({ minimum: 0, description: "Milliseconds since 1970" });

/** Which market's history is asked for. */
export const recordedMarket = {
  exchange: Type.String({ minLength: 1, maxLength: 40 }),
  symbol: Type.String({
    minLength: 3,
    maxLength: 40,
    pattern: "^[A-Za-z0-9]+(/[A-Za-z0-9:.-]+)?$",
    description: "BASE/QUOTE, or as backtesting/availability shows it",
  }),
  type: Type.String({ minLength: 2, maxLength: 20, default: "spot" }),
};

/** The best price of one side of a book. */
const quote = Type.Object({ price: Type.Number(), qty: Type.Number(), time: ms }, { title: "Quote" });

/** The best of both sides, and whether it may be traded on. */
export const topOfBook = Type.Object(
  {
    bids: quote,
    asks: quote,
    age_ms: Type.Integer({ minimum: 0, description: "Since the last report of the exchange on this market" }),
    state: Type.Enum(["none", "live", "stale", "crossed"], {
      description: "live is in step with the exchange; stale, crossed and none are not to be traded on",
    }),
  },
  { title: "TopOfBook" },
);

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
    pa: Type.Integer({ description: "Places of amounts; -1 for steps of ten" }),
    tick_size: Type.String({ description: "Smallest step of a price, decimal" }),
    step_size: Type.String({ description: "Smallest step of an amount, decimal" }),
    min_notional: Type.String({ description: "Smallest value of an order in the quote currency, decimal" }),
    maker_fee: Type.Number({ description: "Fraction of the value; 0.001 is 0.1 %" }),
    taker_fee: Type.Number({ description: "Fraction of the value; 0.001 is 0.1 %" }),
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

/** A time of which it is not known what was traded. */
const gap = Type.Object(
  {
    from: Type.Integer({ description: "Its first millisecond" }),
    to: Type.Integer({ description: "The first millisecond after it" }),
    reason: Type.Enum(["not_recorded", "exchange_has_none", "exchange_did_not_answer", "too_much_at_once"], {
      description:
        "`not_recorded`: neither recorded nor imported. `exchange_has_none`: the exchange was asked too, and has none. " +
        "`exchange_did_not_answer` and `too_much_at_once`: asking again may bring the rest",
    }),
  },
  { title: "Gap" },
);

/** The missing parts of an answer about the past. */
export const gapList = Type.Array(gap, {
  description: "Times that are missing, oldest first. Where there is neither a gap nor a candle, nothing was traded",
});

/** Those that an answer from `fromMs` up to `toMs` shows. */
export function gapRecords(gaps: readonly Gap[], fromMs: number, toMs: number): Static<typeof gapList> {
  return gaps
    .filter((each) => each.toMs > fromMs && each.fromMs < toMs)
    .map((each) => ({ from: Math.max(each.fromMs, fromMs), to: Math.min(each.toMs, toMs), reason: each.reason }));
}

/** One minute of a combination. */
export const spreadMinute = Type.Object({ price: candle, ratio: candle });

const orNull = (options: { readonly description: string }) => Type.Union([Type.Number(), Type.Null()], options);

/** The possible profit between two venues at this moment. */
export const opportunity = Type.Object(
  {
    code: Type.String({ description: "Two service codes joined by +" }),
    spread: Type.Number({ description: "current_opt2 less current_opt1" }),
    difference: orNull({ description: "btc_opt1 less btc_opt2, in bitcoin" }),
    btc_opt1: orNull({ description: "Proceeds of one unit, in bitcoin" }),
    btc_opt2: orNull({ description: "Cost of one unit, in bitcoin" }),
    current_opt1: Type.Number(),
    current_opt2: Type.Number(),
    return_percent: Type.Number({ description: "(btc_opt1 - btc_opt2) / btc_opt2 x 100, before fees" }),
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

/** The name of an exchange for something, such as a listing. */
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
/** Of a round trip; null where none was answered. */
const tripMs = Type.Union([Type.Number({ minimum: 0 }), Type.Null()]);

export const latency = Type.Object(
  {
    code: Type.String(),
    minimum_ms: tripMs,
    average_ms: tripMs,
    maximum_ms: tripMs,
    loss_percent: Type.Number({ minimum: 0, maximum: 100 }),
    samples: Type.Integer({ minimum: 0 }),
  },
  { title: "Latency" },
);

export const serverSpeed = Type.Object(
  { exchange1: latency, exchange2: latency, combined_ms: tripMs, tested_at: ms },
  { title: "ServerSpeed", description: "Round trips to two exchanges" },
);

export const rateSourceName = Type.Enum(["market", "simulated"], {
  description: "`simulated` where only simulated exchanges are connected: then prices are made up",
});
