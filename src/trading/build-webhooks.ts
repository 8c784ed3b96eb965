/** Makes what delivers to users' webhooks. */
import { outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import { GivenUpDeliveries } from "../kit/webhooks/given-up.ts";
import { webhookStore } from "../kit/webhooks/sql/webhook-store.ts";
import type { TradingConfig } from "./build.ts";
import { DeliveryDesk, tradingWebhooks } from "./webhooks/index.ts";
import { deliveryBounds, deliveryQueue } from "./webhooks/sql/delivery-queue.ts";

export function buildWebhooks(
  { db, clock, log, sealer, allowPrivateOutbound, traces }: Platform,
  config: TradingConfig,
) {
  // Its users have chosen the addresses: public ones only, whatever other guards let out.
  const webhookHttp = outbound({ allowPrivate: allowPrivateOutbound, userAgent: "Tripod-trading/1.0", clock, traces });
  const queue = deliveryQueue(db);
  // Deliveries are due as soon as they are written: no job is needed.
  const givenUp = new GivenUpDeliveries();
  const webhooks = givenUp.watch(webhookStore(db, tradingWebhooks, async () => undefined));
  const desk = new DeliveryDesk({ queue, webhooks, webhookHttp, sealer, givenUp, clock, log });
  return {
    deps: { allowPrivateWebhooks: allowPrivateOutbound },
    work: {
      webhooks,
      webhookHttp,
      keptDays: config.webhookRetentionDays,
      deliveryBounds: deliveryBounds(db),
      givenUp,
    },
    startWork: () => desk.start(),
    metrics: desk.metrics.bind(desk),
    async stop() {
      await desk.stop();
      await webhookHttp.close();
    },
  };
}
