/** The currencies that accounts of the platform can hold on a block chain. */

/** One such currency; amounts of all of them are kept in units of 1e-8. */
export interface WalletCurrency {
  readonly symbol: CurrencySymbol;
  readonly name: string;
  /** As transfers show it. */
  readonly network: string;
  /** Digits after the point that the chain itself keeps. */
  readonly decimals: number;
  /** Of the URI that a QR code holds: BIP 21, EIP-681. */
  readonly scheme: string;
}

export type CurrencySymbol = "BTC" | "ETH";

export const CURRENCIES: Readonly<Record<CurrencySymbol, WalletCurrency>> = {
  BTC: { symbol: "BTC", name: "Bitcoin", network: "bitcoin", decimals: 8, scheme: "bitcoin" },
  ETH: { symbol: "ETH", name: "Ethereum", network: "ethereum", decimals: 18, scheme: "ethereum" },
};

/**
 * The one form of a transaction's id on the chain of a currency: lower case, with 0x in front for Ethereum and without
 * for Bitcoin. Else one transaction could count as two.
 */
export function transactionId(currency: CurrencySymbol, text: string): string {
  const digits = text.toLowerCase().replace(/^0x/, "");
  return currency === "ETH" ? `0x${digits}` : digits;
}

/** The symbols in the order in which lists show them. */
export const SYMBOLS: readonly CurrencySymbol[] = ["BTC", "ETH"];
