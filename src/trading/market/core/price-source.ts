/** Where prices come from: an exchange on paper repeats those of its live one. */
import type { ExchangeKind } from "../../exchanges/index.ts";

export interface PriceSource {
  /** Code of the exchange whose prices they are. */
  readonly exchange: string;
  readonly isPaper: boolean;
}

const PAPER = /_paper$/;

export function priceSource({ code, kind }: { readonly code: string; readonly kind: ExchangeKind }): PriceSource {
  return kind === "paper" ? { exchange: code.replace(PAPER, ""), isPaper: true } : { exchange: code, isPaper: false };
}

/**
 * Whether one of two markets repeats the prices of the other's exchange: what lies between them is the delay of two
 * connections. Two markets of one exchange do not.
 */
export function areRepeated(one: PriceSource | undefined, other: PriceSource | undefined): boolean {
  return one !== undefined && one.exchange === other?.exchange && one.isPaper !== other.isPaper;
}
