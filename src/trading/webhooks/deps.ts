/** The dependencies of the endpoints and jobs of webhooks. */
import type { DeliveryBounds, UserWebhookStore } from "./store.ts";

export interface UserWebhookDeps {
  readonly userWebhooks: UserWebhookStore;
  /** Private places that deliveries may reach all the same: as the guard that they go through. */
  readonly allowPrivateWebhooks: readonly string[];
}

export interface DeliveryBoundDeps {
  readonly deliveryBounds: DeliveryBounds;
}
