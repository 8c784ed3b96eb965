/**
 * The parameters of `strategy/edit-profile`. Element i of a `condition_...` list belongs to condition i of the algorithm,
 * element i of every other list to execution row i. Shorter lists are filled with the default; an empty text is it too.
 */
import { Type, type TSchema } from "typebox";
import { DAY_MS, DAY_SECONDS } from "../../kit/time/spans.ts";
import { bookLevel } from "../validation.ts";
import { NOT_BLANK } from "../shapes.ts";

/** No algorithm has more conditions or rows. */
const MAX_ROWS = 50;

/** A day: nothing in one slice waits longer. */
const MAX_MILLISECONDS = DAY_MS;

const listOf = <Item extends TSchema>(item: Item, description: string) =>
  Type.Optional(Type.Array(item, { maxItems: MAX_ROWS, description }));

/** Ticks and steps of markets have at most 18 places. */
const DECIMAL_OR_EMPTY = "^([0-9]{1,18}(\\.[0-9]{0,18})?|\\.[0-9]{1,18})?$";

const decimalOrEmpty = Type.String({ maxLength: 40, pattern: DECIMAL_OR_EMPTY });
const signedOrEmpty = Type.String({ maxLength: 40, pattern: "^(-?([0-9]{1,18}(\\.[0-9]{0,18})?|\\.[0-9]{1,18}))?$" });
const codeOrEmpty = Type.String({ maxLength: 64, pattern: "^([a-z0-9_]+-[a-z0-9_:.]+)?$" });
const milliseconds = Type.Integer({ minimum: 0, maximum: MAX_MILLISECONDS });

const currency = (description: string) =>
  Type.Optional(Type.String({ maxLength: 16, pattern: "^[A-Za-z0-9]*$", description }));

/** Of conditions. */
const conditionLists = {
  condition_codes: listOf(
    Type.String({ maxLength: 130, pattern: "^([a-z0-9_]+-[a-z0-9_:.]+([+ ][a-z0-9_]+-[a-z0-9_:.]+)?)?$" }),
    "Service code of a price condition; two joined by + for a spread, ask of the first against bid of the second",
  ),
  condition_values: listOf(
    Type.String({ maxLength: 65, pattern: "^(-?[0-9.]{1,28}(,-?[0-9.]{1,28})?)?$" }),
    "Threshold; two with a comma for a range",
  ),
  condition_orderbooklevel_side1: listOf(bookLevel, "Level of the book of side 1. Default 1"),
  condition_orderbooklevel_side2: listOf(bookLevel, "Level of the book of side 2. Default 1"),
} as const;

/** Of execution rows: where and how much. */
const quantityLists = {
  executable_codes: listOf(codeOrEmpty, "Service code of the market"),
  executable_apikeys: listOf(
    Type.String({ maxLength: 18, pattern: "^[0-9]*$" }),
    "Exchange key, from exchange-api-keys/list",
  ),
  executable_apikeysmarket: listOf(
    Type.Enum(["", "spot", "margin", "swap", "future"]),
    "Account of that key. Default spot",
  ),
  executable_parents: listOf(decimalOrEmpty, "Total of the row in base units. Default: `parent`"),
  executable_values: listOf(decimalOrEmpty, "Quantity of each slice in base units"),
  executable_leverage: listOf(decimalOrEmpty, "Set before the first order of a run. Default 1"),
} as const;

/** Of execution rows: at what price. */
const priceLists = {
  executable_priceoffset: listOf(signedOrEmpty, "Added to the reference price, quote units; more is worse for a buyer"),
  executable_priceexact: listOf(decimalOrEmpty, "Fixed limit price in quote units, in place of reference and offset"),
  executable_priceoffsetside: listOf(
    Type.Enum(["", "same", "opposite", "bids", "asks", "mid"]),
    "Side of the book that the reference is read from. Default same: bids for a buy",
  ),
  executable_priceoffsettype: listOf(
    Type.Enum(["", "ob1", "ob2", "ob3", "ob4", "ob5"]),
    "Level of that side. Default ob1. A single value is meant for every row",
  ),
  executable_pricereference: listOf(
    Type.String({ maxLength: 64, pattern: "^([a-z0-9_]+-[a-z0-9_:.]+|[0-9]{1,2})?$" }),
    "Another market or row whose price is the reference. Default: the row's own market",
  ),
  executable_toleranceminimum: listOf(
    signedOrEmpty,
    "Least allowed move of the reference since the decision, quote units. Default: any",
  ),
  executable_tolerancemaximum: listOf(
    signedOrEmpty,
    "Greatest allowed move of the reference since the decision, quote units. Default: any",
  ),
} as const;

/** Of execution rows: when. */
const timeLists = {
  executable_maximumtimelive: listOf(milliseconds, "Milliseconds after which the rest is cancelled. Default 0: never"),
  executable_obqtycumulativecheck: listOf(
    Type.Integer({ minimum: 0, maximum: 100 }),
    "Largest share of what stands on the opposite side that a slice may take, percent. Default 0: any",
  ),
  post_request_delay: listOf(
    milliseconds,
    "Milliseconds between this row and the next of its slice; nothing waits after the last. Default 0",
  ),
  post_request_random: listOf(milliseconds, "At most so many milliseconds more, at random. Default 0"),
} as const;

/** Everything but `id`. */
export const profileParameters = {
  algorithm_id: Type.String({
    minLength: 1,
    maxLength: 18,
    pattern: "^[0-9]*$",
    description: "From strategy/list-algorithms",
  }),
  name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  slice_delay: Type.Number({ minimum: 0, maximum: DAY_SECONDS, description: "Seconds between two slices" }),
  parent: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: DECIMAL_OR_EMPTY,
      description: "Total of the profile in base units of row 0. Empty: each row has its own",
    }),
  ),
  price_convert_conditions: currency("Currency in which conditions compare prices. Empty: each market's own"),
  price_convert_executions: currency("Currency in which executions compare prices. Empty: each market's own"),
  noconditions: Type.Boolean({ default: false, description: "Ignore all conditions: slices fire by time alone" }),
  failed_leg: Type.Optional(
    Type.Enum(["hold", "unwind"], {
      description:
        "What follows a leg that could not be filled while another was, after all attempts: trade that one back, or hold",
    }),
  ),
  failed_leg_market: Type.Optional(
    Type.Boolean({ description: "Try a market order after the prices within executable_tolerancemaximum" }),
  ),
  ...conditionLists,
  ...quantityLists,
  ...priceLists,
  ...timeLists,
} as const;
