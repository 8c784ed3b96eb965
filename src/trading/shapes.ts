/** Schemas that all areas of the trading platform share: paging, changes, ids, money and times as they are sent. */
import { Type, type Static, type TProperties, type TSchema } from "typebox";

/** The pattern of what people call something or give as a reason: blanks alone say nothing. */
export const NOT_BLANK = "\\S";
/** The same for what may be left empty. */
export const EMPTY_OR_NOT_BLANK = "^$|\\S";

/** `limit` and `pagenumber` of every list. Spread into the parameters. */
export const paging = {
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 10, description: "Entries on a page" }),
  pagenumber: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "Which page, from 1" }),
} as const;

/** One page of a list as `run` answers it: `name` holds the entries, newest first. */
export function pageOf<const Name extends string, Item extends TSchema>(name: Name, item: Item) {
  const list = { [name]: Type.Array(item) } as { readonly [Key in Name]: ReturnType<typeof Type.Array<Item>> };
  return Type.Object({
    ...list,
    page: Type.Integer({ minimum: 1 }),
    showing: Type.Integer({ minimum: 0, description: "Entries on this page" }),
    total: Type.Integer({ minimum: 0, description: "Entries on all pages" }),
  });
}

/** The answer to every change, with what the endpoint adds. */
export function mutation<const Members extends TProperties>(members: Members) {
  return Type.Object({
    status: Type.Literal(true),
    id: Type.String({ description: "What was changed" }),
    message: Type.String(),
    ...members,
  });
}

/** Ids are decimal strings and never used again. */
export const id = Type.String({ pattern: "^[0-9]{1,18}$", description: "An id, as lists show it" });

/** An amount, price or quantity in a stored record, with 8 places: `0.00200000`. */
export const decimal = Type.String({ pattern: "^-?[0-9]{1,30}\\.[0-9]{8}$", description: "Decimal, 8 places" });

/** An amount as people send it: `1`, `0.5`, `.002`. Not negative; at most 8 places. */
export const amount = Type.String({
  pattern: "^([0-9]{1,18}(\\.[0-9]{0,8})?|\\.[0-9]{1,8})$",
  description: "Decimal, at most 8 places",
});

/** Seconds since 1970. */
export const seconds = Type.Integer({ minimum: 0, description: "Seconds since 1970" });

/** The year 2252, before the last representable instant: later times are not read at all. */
export const LAST_SECOND = 8_900_000_000;

/** A time as people send it. */
export const sentSeconds = Type.Integer({ minimum: 0, maximum: LAST_SECOND, description: "Seconds since 1970" });

/** Of the year 9999. */
export const LAST_RANGE_SECOND = 253_402_300_799;

/** The beginning or end of a range of market data. Clients write far times for "everything". */
export const rangeSeconds = Type.Integer({ minimum: 0, maximum: LAST_RANGE_SECOND, description: "Seconds since 1970" });

/** `<exchange>-<pair>`, such as `binance-btcusdt`. */
export const serviceCode = Type.String({
  minLength: 3,
  maxLength: 64,
  pattern: "^[a-z0-9_]+-[a-z0-9_:.]+$",
  description: "A market: exchange code, hyphen, pair id",
});

export type Paging = { readonly [Name in keyof typeof paging]: Static<(typeof paging)[Name]> };
