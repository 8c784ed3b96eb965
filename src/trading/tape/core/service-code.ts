/** Service codes as parts of paths: only what this accepts ever becomes the name of a folder. */

const CODE = /^([a-z0-9_]{1,40})-([a-z0-9_.:]{1,64})$/;

/** The exchange of a service code; undefined for what is none. */
export function exchangeOf(code: string): string | undefined {
  return CODE.exec(code)?.[1];
}

/**
 * Splits `A+B` into two service codes, of which the first asks and the second bids. A blank counts as the `+` that it
 * was before decoding, and capitals as small letters. Undefined for everything else.
 */
export function parseCombination(text: string): { readonly ask: string; readonly bid: string } | undefined {
  const parts = text.trim().toLowerCase().split(/[+ ]/);
  const [ask = "", bid = ""] = parts;
  if (parts.length !== 2 || exchangeOf(ask) === undefined || exchangeOf(bid) === undefined) return undefined;
  return { ask, bid };
}
