import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { deliver, type WebhookDeps } from "../deliver.ts";

/** Tells one webhook of one change. The queue waits longer after each failure: the twelfth is some 16 hours after the first. */
export const deliverWebhook = job({
  name: "registry.deliverWebhook",
  about: "Tells a webhook of a change.",
  input: Type.Object({ deliveryId: Type.Integer() }),
  retry: { maxAttempts: 12 },
  timeoutMs: 30_000,

  run: (deps: WebhookDeps, { deliveryId }, { attempt, maxAttempts, signal }) =>
    deliver(deps, deliveryId, attempt >= maxAttempts, signal),
});
