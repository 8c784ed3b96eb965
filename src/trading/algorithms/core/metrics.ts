/**
 * The metrics that a condition can use. With a relation and an operand it makes the name of the condition
 * (`formula.ts`). For each metric, this table gives its meaning, what it needs, and its operands. Validation,
 * evaluation and the lists that users see read it.
 */

interface MetricRow {
  readonly id: string;
  /** How many service codes a condition names for it. */
  readonly codes: 0 | 1 | 2;
  /** It is read from levels of a book, so a profile chooses them. */
  readonly hasLevels: boolean;
  /** Its value is a price in the quote currency, and is converted where the profile asks for it. */
  readonly isPrice: boolean;
  /** It is a yes or a no. */
  readonly isFlag: boolean;
  /** The base of `input_percent`; null where a percentage of it means nothing. */
  readonly percentOf: PercentBase | null;
  /** Why validation refuses it although the name is valid: the platform has no source of it. Null for all others. */
  readonly refusal: string | null;
  readonly description: string;
}

/**
 * - `side1`: the price of side 1 at this moment.
 * - `start`: the same metric at the first evaluation of the run; 2 means 2 % above it, -2 means 2 % below.
 * - `parent`: the total that the profile trades, base units.
 * - `duration`: the seconds that the run may take.
 * - `one`: the metric is a fraction, so 50 means 0.5.
 */
export type PercentBase = "side1" | "start" | "parent" | "duration" | "one";

const NO_FUNDING_RATES = "The platform has no source of funding_rate yet";
const NO_SIGNAL_NAMED =
  "A condition cannot say which signal it means, so signal_status has no value: follow the signal with " +
  "marketplace/subscription-manage, which starts and stops strategies with it";

const price = { codes: 1, hasLevels: true, isPrice: true, isFlag: false, percentOf: "start", refusal: null } as const;
const pair = { codes: 2, hasLevels: true, isPrice: false, isFlag: false, percentOf: null, refusal: null } as const;
const quantity = {
  codes: 1,
  hasLevels: true,
  isPrice: false,
  isFlag: false,
  percentOf: null,
  refusal: null,
} as const;
const counted = {
  codes: 0,
  hasLevels: false,
  isPrice: false,
  isFlag: false,
  percentOf: null,
  refusal: null,
} as const;

export const METRIC_TABLE = [
  {
    ...pair,
    id: "spread",
    isPrice: true,
    percentOf: "side1",
    description: "Ask of the first market at level 1's choice, less bid of the second at level 2's; quote units",
  },
  { ...pair, id: "spread_ratio", description: "The same ask divided by the same bid" },
  { ...pair, id: "spread_percent", description: "The same ask less the same bid, in percent of that bid" },
  { ...price, id: "price_ask", description: "Ask at the level, quote units" },
  { ...price, id: "price_bid", description: "Bid at the level, quote units" },
  { ...price, id: "price_mid", description: "Middle between ask and bid at the level, quote units" },
  { ...price, id: "price_last", hasLevels: false, description: "Price of the last trade, quote units" },
  { ...price, id: "price_depth", hasLevels: false, description: "Average price to fill the child, quote units" },
  { ...quantity, id: "qty_level", description: "Quantity at the level of side 1, base units" },
  { ...quantity, id: "qty_cumulative", description: "Quantity from the best level down to it on side 1, base units" },
  {
    ...quantity,
    id: "book_imbalance",
    percentOf: "one",
    description: "(bids - asks) / (bids + asks) of the quantities down to the level: from -1 to 1",
  },
  {
    ...quantity,
    id: "balance_free",
    hasLevels: false,
    percentOf: "parent",
    description: "What is free to trade with: base units for side bids, quote units for side asks",
  },
  {
    ...quantity,
    id: "position",
    hasLevels: false,
    percentOf: "parent",
    description: "Bought less sold by the strategy in this run, base units",
  },
  { ...counted, id: "time_of_day", description: "Seconds since 00:00 UTC" },
  {
    ...counted,
    id: "time_elapsed",
    percentOf: "duration",
    description: "Seconds since the run started, pauses included",
  },
  { ...counted, id: "transactions_successful", description: "Transactions of this run that traded something" },
  { ...counted, id: "transactions_canceled", description: "Transactions of this run that ended without a trade" },
  { ...counted, id: "realized_pnl", description: "Profit of this run that is realized, quote units of row 0" },
  {
    ...counted,
    id: "funding_rate",
    codes: 1,
    refusal: NO_FUNDING_RATES,
    description: "Funding rate of a perpetual contract",
  },
  {
    ...price,
    id: "indicator",
    hasLevels: false,
    isPrice: false,
    description: "A technical indicator, with its interval",
  },
  {
    ...counted,
    id: "signal_status",
    isFlag: true,
    refusal: NO_SIGNAL_NAMED,
    description: "A signal of the marketplace is open. Not offered: a condition cannot say which signal",
  },
  {
    ...counted,
    id: "news_impact",
    codes: 1,
    description:
      "Largest move of the price, up or down, that was measured in the last hour after news of its coin, percent; 0 " +
      "without any",
  },
  newsTone("anger"),
  newsTone("fear"),
  newsTone("joy"),
  newsTone("sadness"),
  newsTone("analytical"),
  newsTone("confident"),
  newsTone("tentative"),
  { ...counted, id: "system_status", isFlag: true, description: "Every exchange of the strategy runs normally" },
] as const satisfies readonly MetricRow[];

/** One metric for each tone, so that a condition's name says which it looks at. */
function newsTone<Name extends string>(tone: Name) {
  return {
    ...counted,
    id: `news_tone_${tone}`,
    codes: 1,
    percentOf: "one",
    description: `Strongest ${tone} of the news of the last hour that name the market's coin: 0, or from 0.5 to 1`,
  } as const satisfies MetricRow;
}

export type MetricId = (typeof METRIC_TABLE)[number]["id"];

export type Metric = MetricRow & { readonly id: MetricId };

/** Ids in the order of the table. */
export const METRICS: readonly MetricId[] = METRIC_TABLE.map(({ id }) => id);

const BY_ID: ReadonlyMap<string, Metric> = new Map(METRIC_TABLE.map((metric) => [metric.id, metric]));

/** The row of the table; undefined for what is not a metric. */
export function findMetric(id: string): Metric | undefined {
  return BY_ID.get(id);
}

const TONE_PREFIX = "news_tone_";
type ToneIn<Id> = Id extends `${typeof TONE_PREFIX}${infer Tone}` ? Tone : never;
/** The tones, as in the names of their metrics. */
export type NewsTone = ToneIn<MetricId>;

const TONES: ReadonlyMap<MetricId, NewsTone> = new Map(
  METRICS.filter((id) => id.startsWith(TONE_PREFIX)).map((id) => [id, id.slice(TONE_PREFIX.length) as NewsTone]),
);

/** The tone that a metric looks at; undefined for any other metric. */
export function newsToneOf(id: MetricId): NewsTone | undefined {
  return TONES.get(id);
}
