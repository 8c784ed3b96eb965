/** Currencies that mean the same money: prices in them can be compared once their small differences are known. */

/** Dollars and tokens that promise one. The first that counts represents the others where no dollar is traded. */
export const DOLLAR_TOKENS: readonly string[] = [
  "USDT",
  "USDC",
  "FDUSD",
  "DAI",
  "TUSD",
  "PYUSD",
  "USDP",
  "USDS",
  "USD1",
  "RLUSD",
  "GUSD",
  "USDE",
];

const CLASSES: readonly (readonly string[])[] = [
  ["USD", ...DOLLAR_TOKENS],
  ["EUR", "EURC", "EURT", "EURS", "EURI", "EURR"],
  ["BTC", "WBTC", "CBBTC", "TBTC"],
  ["ETH", "WETH"],
];

const CLASS_OF = new Map(CLASSES.flatMap((members) => members.map((member) => [member, members[0]] as const)));

/** The money that a quote currency means: `USD` for USDT; itself for a currency that means nothing else. */
export function quoteClass(currency: string): string {
  return CLASS_OF.get(currency) ?? currency;
}
