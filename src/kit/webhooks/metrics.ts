/** Metrics of a service's webhooks. */
import type { Metrics } from "../metrics/metrics.ts";
import type { Clock } from "../time/clock.ts";
import { remembered } from "../time/remembered.ts";
import { SECOND_MS } from "../time/spans.ts";
import { addGivenUpMetric, type GivenUpDeliveries } from "./given-up.ts";
import type { WebhookService } from "./service.ts";
import type { WebhookStore } from "./store.ts";

const COUNTED_FOR_MS = 15 * SECOND_MS;

export interface WatchedWebhooks {
  readonly webhooks: Pick<WebhookStore, "countOpen">;
  readonly givenUp: Pick<GivenUpDeliveries, "total">;
  readonly clock: Pick<Clock, "now">;
}

export function addDeliveryMetrics(
  metrics: Metrics,
  { name }: Pick<WebhookService, "name">,
  watched: WatchedWebhooks,
): void {
  const { webhooks, clock } = watched;
  const open = remembered(clock, COUNTED_FOR_MS, () => webhooks.countOpen());
  metrics.gauge({
    name: `tripod_${name}_webhook_deliveries`,
    help: "Deliveries to webhooks that are `waiting`, or were `given_up` and are still kept; of all processes.",
    labels: ["state"],
    async read(gauge) {
      const { waiting, givenUp } = await open();
      gauge.set({ state: "waiting" }, waiting);
      gauge.set({ state: "given_up" }, givenUp);
    },
  });
  addGivenUpMetric(metrics, { name }, watched);
}
