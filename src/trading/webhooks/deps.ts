/** The dependencies of the endpoints and jobs of webhooks. */
import type { GivenUpDeliveries } from "../../kit/webhooks/given-up.ts";
import type { DeliveryBounds, UserWebhookStore } from "./store.ts";

export interface UserWebhookDeps {
  readonly userWebhooks: UserWebhookStore;
  /** Private places that deliveries may reach all the same: as the guard that they go through. */
  readonly allowPrivateWebhooks: readonly string[];
}

export interface DeliveryBoundDeps {
  readonly givenUp: Pick<GivenUpDeliveries, "add">;
  readonly deliveryBounds: DeliveryBounds;
}
