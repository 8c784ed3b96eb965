/**
 * The library: algorithms that every installation has, published and the same for everybody. Their ids are fixed, so a
 * guide can name them. A changed algorithm gets a higher revision, and becomes its next version at the next start.
 */
import { plainTerms, type ConditionPart, type Definition, type ExecutionPart } from "./definition.ts";
import type { Formula } from "./formula.ts";

export interface LibraryAlgorithm {
  readonly id: number;
  readonly revision: number;
  readonly definition: Definition;
}

type Row = Pick<ExecutionPart, "label" | "side" | "orderType"> & { readonly follows?: number; readonly other?: true };

/** Algorithms of accounts begin at 1000001. */
const FIRST = 900_000;

/** Ids of an algorithm's conditions begin at 100 times its id, those of its executions 50 later. */
const PARTS = 100;
const EXECUTIONS = 50;

const MARKET_ARE = "executable_codes names the market and executable_apikeys the key of each row.";
const SLICED = "executable_values is the quantity of a slice, slice_delay the seconds between two, parent the total.";

const compare = (metric: "spread" | "system_status", relation: "less_than" | "is_true"): Formula => ({
  metric,
  indicator: undefined,
  relation,
  operand: relation === "is_true" ? undefined : "input_number",
  count: undefined,
});
const moved = (relation: "increased_percent_in" | "decreased_percent_in"): Formula => ({
  metric: "price_mid",
  indicator: undefined,
  relation,
  operand: "input_seconds",
  count: undefined,
});
const rsi = (relation: "less_than" | "greater_than"): Formula => ({
  metric: "indicator",
  indicator: { name: "rsi", parameters: [14], line: "", interval: "1h" },
  relation,
  operand: "input_number",
  count: undefined,
});

/** In the order of the ids, which are never used for anything else. */
export const LIBRARY: readonly LibraryAlgorithm[] = [
  ...pair(1, "twap", ["twap_buy", "twap_sell"], (buy) => ({
    comments: `Works a total off in equal slices over time. ${SLICED} ${MARKET_ARE}`,
    rows: [{ label: "Slices", side: buy, orderType: "twap" }],
  })),
  ...pair(3, "maker_taker", ["maker_taker", "maker_taker_reverse"], (buy, sell, isReverse) => ({
    comments:
      `Row 0 rests in the book of one market, priced by the market of row 1; each fill is hedged there at once. ` +
      `condition_codes is ${isReverse ? "row 1's market+row 0's market" : "row 0's market+row 1's market"}, and ` +
      `condition_values how far the ask of the first must be below the bid of the second, such as -5. ${MARKET_ARE}`,
    conditions: [compare("spread", "less_than")],
    rows: [
      { label: "Maker", side: buy, orderType: "maker_taker", other: true },
      { label: "Hedge", side: sell, orderType: "maker_taker", follows: 0 },
    ],
  })),
  entry(5, "market_maker_taker", "market_maker_taker", null, {
    comments:
      "Rests on both sides of one market with rows 0 and 1, and hedges each fill on another with rows 2 and 3. " +
      `executable_priceoffset is the distance of rows 0 and 1 from their best price. ${MARKET_ARE}`,
    conditions: [compare("system_status", "is_true")],
    rows: [
      { label: "Bid", side: "buy", orderType: "market_maker_taker" },
      { label: "Ask", side: "sell", orderType: "market_maker_taker" },
      { label: "Hedge of the bid", side: "sell", orderType: "market_maker_taker", follows: 0 },
      { label: "Hedge of the ask", side: "buy", orderType: "market_maker_taker", follows: 1 },
    ],
  }),
  ...pair(
    6,
    "matrix_price_movement",
    ["matrix_price_movement", "matrix_price_movement_reverse"],
    (buy, _, isReverse) => ({
      comments:
        `Two markets are traded together when a third has ${isReverse ? "fallen" : "risen"}. condition_codes is the ` +
        `market that is watched, condition_values percent and seconds, such as 1.5,60. ${MARKET_ARE}`,
      conditions: [moved(isReverse ? "decreased_percent_in" : "increased_percent_in")],
      rows: [
        { label: "First market", side: buy, orderType: "matrix_price_movement" },
        { label: "Second market", side: buy, orderType: "matrix_price_movement" },
      ],
    }),
  ),
  ...pair(8, "spread_arbitrage", ["spread_arbitrage", "spread_arbitrage_reverse"], (buy, sell, isReverse) => ({
    comments:
      "Buys on one market and sells on another at the same time. condition_codes is the market of the purchase+the " +
      `market of the sale, ${isReverse ? "row 1+row 0" : "row 0+row 1"}, and condition_values how far the ask of the ` +
      `first must be below the bid of the second, such as -5. ${MARKET_ARE}`,
    conditions: [compare("spread", "less_than")],
    rows: [
      { label: isReverse ? "Sale" : "Purchase", side: buy, orderType: "taker" },
      { label: isReverse ? "Purchase" : "Sale", side: sell, orderType: "taker" },
    ],
  })),
  ...pair(10, "iceberg", ["iceberg_buy", "iceberg_sell"], (buy) => ({
    comments: `Shows one slice of a large order at a time: the next comes when it is filled. ${SLICED} ${MARKET_ARE}`,
    rows: [{ label: "Visible slice", side: buy, orderType: "iceberg" }],
  })),
  ...pair(12, "stop", ["stop_buy", "stop_sell"], (buy) => ({
    comments: `A market order when the price reaches the reference plus executable_priceoffset. ${MARKET_ARE}`,
    rows: [{ label: "Stop", side: buy, orderType: "stop" }],
  })),
  ...pair(14, "trailing_stop", ["trailing_stop_buy", "trailing_stop_sell"], (buy) => ({
    comments: `A stop that follows the price at the distance executable_priceoffset, in one direction. ${MARKET_ARE}`,
    rows: [{ label: "Trailing stop", side: buy, orderType: "trailing_stop" }],
  })),
  ...pair(16, "rsi", ["rsi_buy", "rsi_sell"], (buy, _, isReverse) => ({
    comments:
      `${isReverse ? "Sells while the RSI of 14 hours is above" : "Buys while the RSI of 14 hours is below"} the value, ` +
      `such as ${isReverse ? "70" : "30"}. condition_codes is the market of the RSI. ${SLICED} ${MARKET_ARE}`,
    conditions: [rsi(isReverse ? "greater_than" : "less_than")],
    rows: [{ label: "Slice", side: buy, orderType: "taker" }],
  })),
];

interface Body {
  readonly comments: string;
  readonly conditions?: readonly Formula[];
  readonly rows: readonly Row[];
}

type Side = "buy" | "sell";

/** An algorithm and the one that undoes it. */
function pair(
  number: number,
  groupName: string,
  [name, reverse]: readonly [string, string],
  body: (side: Side, otherSide: Side, isReverse: boolean) => Body,
): LibraryAlgorithm[] {
  return [
    entry(number, groupName, name, number + 1, body("buy", "sell", false)),
    entry(number + 1, groupName, reverse, number, body("sell", "buy", true)),
  ];
}

function entry(
  number: number,
  groupName: string,
  name: string,
  reverse: number | null,
  { comments, conditions = [], rows }: Body,
): LibraryAlgorithm {
  const id = FIRST + number;
  const reverseId = reverse === null ? null : FIRST + reverse;
  const executionId = (row: number): number => id * PARTS + EXECUTIONS + row;
  const shown: ConditionPart[] = conditions.map((formula, place) => ({
    id: id * PARTS + place,
    formula,
    side1: "asks",
    side2: "bids",
    join: "and",
  }));
  const executions: ExecutionPart[] = rows.map(({ label, side, orderType, follows, other }, row) => ({
    id: executionId(row),
    label,
    side,
    orderType,
    dependsOn: follows === undefined ? null : executionId(follows),
    trigger: follows === undefined ? "on_conditions" : "on_partial_fill",
    priceSource: other ? "other" : "same",
    reduceOnly: false,
  }));
  const terms = { ...plainTerms(groupName, name), reverseId, comments };
  return { id, revision: 1, definition: { ...terms, conditions: shown, executions } };
}
