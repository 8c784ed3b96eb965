/** An author's published payload, after opening: a JSON object. */
import { jsonMember } from "../../../kit/text/parse-json.ts";
import type { Direction } from "./trigger.ts";

/** The fields of a new signal. */
export interface SignalTerms {
  readonly name: string;
  readonly description: string;
  /** A service code. */
  readonly code: string;
  /** Undefined for both. */
  readonly direction: Direction | undefined;
  /** The cost of each side, percent as a decimal; the market's own fee counts where it is higher. */
  readonly commissions: string;
  /** US dollars a month, decimal. */
  readonly price: string;
  readonly subscribersMax: number;
  readonly custom: readonly [string, string, string, string];
}

export type ReadPayload =
  | { readonly kind: "read"; readonly terms: SignalTerms }
  | { readonly kind: "refused"; readonly reason: string };

const CODE = /^[a-z0-9_]{1,32}-[a-z0-9_:.]{1,31}$/;
const DECIMAL = /^[0-9]{1,6}(?:\.[0-9]{1,8})?$/;
const MAX_PRICE = 10_000;
const MAX_COMMISSIONS = 10;
const MAX_SUBSCRIBERS = 1_000;

const MEMBERS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "code",
  "position",
  "commissions",
  "price",
  "subscribers_max",
  "custom_1",
  "custom_2",
  "custom_3",
  "custom_4",
]);

/** Reads what was sealed: a signal, or why it is none. */
export function readPayload(value: unknown): ReadPayload {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refused("it must be a JSON object");
  const strangers = Object.keys(value).filter((name) => !MEMBERS.has(name));
  if (strangers.length > 0) {
    return refused(`${strangers.slice(0, 5).join(", ")} cannot be set: a signal is ${[...MEMBERS].join(", ")}`);
  }
  const text = (name: string): unknown => jsonMember(value, name);
  const [name, code] = [text("name"), text("code")];
  if (!isText(name, 3, 100)) return refused("name must be a text of 3 to 100 characters");
  if (!isText(code, 3, 64) || !CODE.test(code)) return refused("code must be a service code, such as binance-btcusdt");
  const description = text("description") ?? "";
  if (!isText(description, 0, 2_000)) return refused("description must be a text of at most 2000 characters");
  const position = text("position");
  if (position !== undefined && position !== "long" && position !== "short") {
    return refused("position must be long or short; leave it out for both");
  }
  const commissions = decimalOf(text("commissions"), MAX_COMMISSIONS);
  if (commissions === undefined) return refused(`commissions must be a percentage from 0 to ${MAX_COMMISSIONS}`);
  const price = decimalOf(text("price"), MAX_PRICE);
  if (price === undefined) return refused(`price must be US dollars a month, from 0 to ${MAX_PRICE}`);
  const most = text("subscribers_max") ?? MAX_SUBSCRIBERS;
  if (typeof most !== "number" || !Number.isInteger(most) || most < 1 || most > MAX_SUBSCRIBERS) {
    return refused(`subscribers_max must be a whole number from 1 to ${MAX_SUBSCRIBERS}`);
  }
  const custom = [1, 2, 3, 4].map((at) => text(`custom_${at}`) ?? "");
  const [one, two, three, four] = custom;
  if (!isText(one, 0, 500) || !isText(two, 0, 500) || !isText(three, 0, 500) || !isText(four, 0, 500)) {
    return refused("custom_1 to custom_4 must be texts of at most 500 characters");
  }
  return {
    kind: "read",
    terms: {
      name,
      description,
      code,
      direction: position,
      commissions,
      price,
      subscribersMax: most,
      custom: [one, two, three, four],
    },
  };
}

function isText(value: unknown, shortest: number, longest: number): value is string {
  return typeof value === "string" && value.length >= shortest && value.length <= longest;
}

/** A number, or a decimal as text; 0 where there is none, undefined for what is not one. */
function decimalOf(value: unknown, maximum: number): string | undefined {
  const text = value === undefined ? "0" : typeof value === "number" || typeof value === "string" ? String(value) : "";
  return text.length <= 20 && DECIMAL.test(text) && Number(text) <= maximum ? text : undefined;
}

function refused(reason: string): ReadPayload {
  return { kind: "refused", reason };
}
