/** Metrics of users' webhooks. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { remembered } from "../../kit/time/remembered.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import { addGivenUpMetric, type GivenUpDeliveries } from "../../kit/webhooks/given-up.ts";
import type { Attempt } from "../../kit/webhooks/store.ts";
import { tradingWebhooks } from "./service.ts";
import type { DeliveryQueue } from "./store.ts";

const COUNTED_FOR_MS = 15 * SECOND_MS;

export interface WatchedDesk {
  readonly queue: Pick<DeliveryQueue, "countWaiting">;
  readonly givenUp: Pick<GivenUpDeliveries, "total">;
  readonly clock: Pick<Clock, "now">;
}

export function addDeskMetrics(
  metrics: Metrics,
  attempts: Readonly<Record<Attempt["outcome"], number>>,
  watched: WatchedDesk,
): void {
  const { queue, clock } = watched;
  const waiting = remembered(clock, COUNTED_FOR_MS, () => queue.countWaiting());
  metrics.gauge({
    name: "tripod_trading_webhook_attempts",
    help: "Attempts of this process to deliver to users' webhooks, since its start.",
    labels: ["outcome"],
    read: (gauge) => {
      gauge.set({ outcome: "delivered" }, attempts.delivered);
      gauge.set({ outcome: "failed" }, attempts.failed);
      gauge.set({ outcome: "given_up" }, attempts.gaveUp);
    },
  });
  metrics.gauge({
    name: "tripod_trading_webhook_deliveries_waiting",
    help: "Deliveries to users' webhooks that are not over, of all processes.",
    read: async (gauge) => gauge.set(await waiting()),
  });
  addGivenUpMetric(metrics, tradingWebhooks, watched);
}
