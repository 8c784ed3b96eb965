/** The dependencies of the endpoints and jobs of billing. */
import type { ActiveStrategiesOn, BillingStore } from "./store.ts";

export interface BillingDeps {
  readonly billing: BillingStore;
}

export interface ServerUseDeps {
  readonly activeStrategiesOn: ActiveStrategiesOn;
}
