/** Parameters of a request, from whichever of its places they came, read as Binance reads them. */
import { parseAmount } from "../../../src/kit/money/amount.ts";
import { BinanceError, illegalCharacters, missing, tooPrecise } from "./binance-error.ts";

export type Parameters = ReadonlyMap<string, string>;

const DECIMAL = /^\d{1,20}(\.\d{1,20})?$/;

export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined || value === "") throw missing(name);
  return value;
}

/** A whole number from `least` to `most`; a larger one is cut to `most`, as the exchange does. */
export function integer(
  parameters: Parameters,
  name: string,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  const text = parameters.get(name);
  if (text === undefined) return otherwise;
  if (!/^-?\d{1,19}$/.test(text)) throw illegalCharacters(name, "^[0-9]{1,20}$");
  if (Number(text) < least) throw new BinanceError(400, -1100, `Parameter '${name}' is below ${least}.`);
  return Math.min(Number(text), most);
}

export function optionalInteger(parameters: Parameters, name: string): number | undefined {
  return parameters.has(name)
    ? integer(parameters, name, { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 })
    : undefined;
}

/** A positive decimal in units of 1e-8; undefined when it was not sent. */
export function decimal(parameters: Parameters, name: string): bigint | undefined {
  const text = parameters.get(name);
  if (text === undefined || text === "") return undefined;
  if (!DECIMAL.test(text)) throw illegalCharacters(name, "^([0-9]{1,20})(\\.[0-9]{1,20})?$");
  const [, fraction = ""] = text.split(".");
  if (fraction.replace(/0+$/, "").length > 8) throw tooPrecise(name);
  return parseAmount(fraction.length > 8 ? text.slice(0, text.indexOf(".") + 9) : text);
}

export function requiredDecimal(parameters: Parameters, name: string): bigint {
  const value = decimal(parameters, name);
  if (value === undefined) throw missing(name);
  return value;
}
