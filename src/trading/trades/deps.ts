/** The dependencies of the endpoints and jobs of an account's trades. */
import type { ImportStore, TradeBooks, UsdRates } from "./store.ts";

export interface TradeDeps {
  readonly tradeBooks: TradeBooks;
  readonly usdRates: UsdRates;
}

export interface ImportDeps {
  readonly orderImports: ImportStore;
}
