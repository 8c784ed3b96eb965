/** Markets that an exchange lists no more, and in which orders may be under way. */
import type { CcxtExchange, CcxtMarket } from "./library.ts";

/** Markets in which orders were placed, as the library has them, wherever that is stored. */
export interface KeptMarkets {
  load(code: string): Promise<readonly CcxtMarket[]>;
  keep(code: string, market: CcxtMarket): Promise<void>;
}

type Known = Pick<CcxtExchange, "markets" | "markets_by_id">;

/** Those of before that are not among the markets as they are now. A symbol or an id that was given away stays with the new one. */
export function goneMarkets(
  { markets = {}, markets_by_id: byId = {} }: Known,
  before: readonly CcxtMarket[],
): readonly CcxtMarket[] {
  const gone = new Map<string, CcxtMarket>();
  for (const market of before) if (!(market.symbol in markets) && !(market.id in byId)) gone.set(market.symbol, market);
  return [...gone.values()];
}

/** The library finds them again when it is asked about their orders. */
export function addGone(exchange: Known, gone: readonly CcxtMarket[]): void {
  for (const market of gone) {
    if (exchange.markets) exchange.markets[market.symbol] = market;
    if (exchange.markets_by_id) exchange.markets_by_id[market.id] = [market];
  }
}
