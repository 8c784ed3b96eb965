/** Reads one element of a profile's value by the table of options. */
import { fineOfNumber, parseFine } from "../../../kit/money/fine.ts";
import { boundsOf, type OptionKind, type OptionLimits, type OptionRow } from "./strategy-options.ts";

/** No element is longer, in characters; descriptions are. */
const MAX_LENGTH = 130;
const MAX_DESCRIPTION = 2000;

const CODE = /^[a-z0-9_]{1,40}-[a-z0-9_:.]{1,60}$/;

/** The two codes of a combination may be joined by the blank that `+` turns into on its way. */
const JOINT = /[+ ]/;

const FORMS: Readonly<
  Record<Exclude<OptionKind, "choice">, { readonly fits: (text: string) => boolean; readonly says: string }>
> = {
  text: { fits: () => true, says: "must be a text" },
  currency: { fits: (text) => /^[A-Za-z0-9]{1,16}$/.test(text), says: "must be a currency code, such as USD" },
  decimal: { fits: (text) => parseFine(text) !== undefined, says: "must be a decimal, such as 0.5" },
  integer: { fits: (text) => /^\d{1,9}$/.test(text), says: "must be a whole number" },
  bool: { fits: (text) => text === "true" || text === "false", says: "must be true or false" },
  values: {
    fits: (text) => text.split(",").length <= 2 && text.split(",").every((part) => parseFine(part) !== undefined),
    says: "must be a decimal, or two with a comma",
  },
  code: { fits: (text) => CODE.test(text), says: "must be a service code, such as binance-btcusdt" },
  codes: {
    fits: (text) => text.split(JOINT).length <= 2 && text.split(JOINT).every((part) => CODE.test(part)),
    says: "must be a service code, or two joined by +",
  },
  reference: {
    fits: (text) => CODE.test(text) || /^\d{1,2}$/.test(text),
    says: "must be a service code or the number of a row",
  },
  key: { fits: (text) => /^[0-9]{1,18}$/.test(text), says: "must be the id of an exchange key" },
};

/** The problem with a text that is not empty; undefined for one that the option accepts. Linear in its length. */
export function cellProblem(option: OptionRow, text: string, limits: OptionLimits): string | undefined {
  const longest = option.name === "description" ? MAX_DESCRIPTION : MAX_LENGTH;
  if (text.length > longest) return `must have at most ${longest} characters`;
  if (option.kind === "choice") {
    return option.allowed?.includes(text) === true ? undefined : `must be one of ${option.allowed?.join(", ") ?? ""}`;
  }
  const form = FORMS[option.kind];
  if (!form.fits(text)) return form.says;
  if (option.kind !== "decimal" && option.kind !== "integer") return undefined;
  const { minimum, maximum } = boundsOf(option, limits);
  const value = parseFine(text) ?? 0n;
  if (minimum !== undefined && value < (fineOfNumber(minimum) ?? 0n)) return `must be at least ${minimum}`;
  if (maximum !== undefined && value > (fineOfNumber(maximum) ?? 0n)) return `must be at most ${maximum}`;
  return undefined;
}

/** The codes of a price condition or of a combination. */
export function codesIn(text: string): readonly string[] {
  return text === "" ? [] : text.split(JOINT);
}
