/** The door of the webhooks area: notifications of changes of servers. The general part is in `kit/webhooks/`. */
import type { ManageDeps } from "../../kit/webhooks/manage.ts";
import type { WebhookStore } from "../../kit/webhooks/store.ts";
import type { WebhookEvent } from "./service.ts";

/** The dependencies of the area's endpoints. */
export interface AdminWebhookDeps {
  readonly webhooks: WebhookStore<WebhookEvent>;
  /** The dependencies of adding one, besides the store. */
  readonly webhookDeps: Omit<ManageDeps<WebhookEvent>, "webhooks" | "resolver">;
}

export { addWebhook } from "./manage.ts";
export { registryWebhooks, type WebhookEvent } from "./service.ts";
