import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { WebhookDeps } from "../deliver.ts";

/** Long enough to find out what went wrong last month. */
const KEPT_MS = 30 * 86_400_000;

/** Forgets deliveries that are a month old: by then the last try is weeks ago. */
export const trimDeliveries = job({
  name: "registry.trimDeliveries",
  about: "Forgets webhook deliveries that are a month old.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 60_000,

  async run({ webhooks, clock }: WebhookDeps) {
    await webhooks.trimDeliveries(plusMillis(clock.now(), -KEPT_MS));
  },
});
