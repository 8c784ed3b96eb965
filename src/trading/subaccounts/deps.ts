/** The dependencies of the endpoints and jobs of sub-accounts. */
import type { CountStrategies, SubaccountStore } from "./store.ts";

export interface SubaccountDeps {
  readonly subaccounts: SubaccountStore;
}

export interface StrategyCountDeps {
  readonly countStrategies: CountStrategies;
}
