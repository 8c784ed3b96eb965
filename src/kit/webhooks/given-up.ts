/** The deliveries that this process has given up. The log cannot say: rows are trimmed, and opened again by `redeliver`. */
import type { Metrics } from "../metrics/metrics.ts";
import type { WebhookService } from "./service.ts";
import type { WebhookStore } from "./store.ts";

export class GivenUpDeliveries {
  #total = 0;

  /** Since the start of the process; it only grows. */
  get total(): number {
    return this.#total;
  }

  add(deliveries: number): void {
    this.#total += deliveries;
  }

  /** The store, which counts the attempts that end a delivery. */
  watch<EventName extends string>(webhooks: WebhookStore<EventName>): WebhookStore<EventName> {
    return {
      ...webhooks,
      recordAttempt: async (deliveryId, attempt) => {
        const isGivenUp = await webhooks.recordAttempt(deliveryId, attempt);
        if (isGivenUp) this.add(1);
        return isGivenUp;
      },
    };
  }
}

export function addGivenUpMetric(
  metrics: Metrics,
  { name }: Pick<WebhookService, "name">,
  watched: { readonly givenUp: Pick<GivenUpDeliveries, "total"> },
): void {
  metrics.gauge({
    name: `tripod_${name}_webhook_given_up`,
    help: "Deliveries to webhooks that this process has given up, since its start.",
    read: (gauge) => gauge.set(watched.givenUp.total),
  });
}
