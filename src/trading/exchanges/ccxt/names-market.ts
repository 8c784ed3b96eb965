import type { CcxtExchange } from "./library.ts";

/** Whether a name that the library gives to what it has asked for, or waits for, is that of a market, and whether of its trades. */
export function namesMarket(
  exchange: Pick<CcxtExchange, "market">,
  symbol: string,
): { readonly isOfMarket: (name: string) => boolean; readonly isOfTrades: (name: string) => boolean } {
  const id = exchange.market(symbol).id.toLowerCase();
  const isOfMarket = (name: string): boolean => name.includes(symbol) || name.toLowerCase().includes(id);
  return { isOfMarket, isOfTrades: (name) => isOfMarket(name) && name.toLowerCase().includes("trade") };
}
