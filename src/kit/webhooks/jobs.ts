/** The jobs of a service's webhooks: one that delivers, one that gives up, one that forgets. Each service makes its own, under its name. */
import { Type } from "typebox";
import { job } from "../jobs/job.ts";
import { plusMillis } from "../time/instant.ts";
import { DAY_MS } from "../time/spans.ts";
import type { Clock } from "../time/clock.ts";
import { deliver, type WebhookDeps } from "./deliver.ts";
import type { GivenUpDeliveries } from "./given-up.ts";
import type { WebhookService } from "./service.ts";
import type { CutOffDeliveries } from "./store.ts";

/** Long enough to find out what went wrong last month. */
const KEPT_DAYS = 30;

export type DeliverWebhook = ReturnType<typeof deliverWebhookJob>;

/**
 * `<service>.deliverWebhook` tells one webhook of one change. The queue waits longer after each failure: the twelfth is
 * some 16 hours after the first.
 */
export function deliverWebhookJob(service: WebhookService) {
  return job({
    name: `${service.name}.deliverWebhook`,
    about: "Tells a webhook of a change.",
    input: Type.Object({ deliveryId: Type.Integer() }),
    retry: { maxAttempts: 12 },
    timeoutMs: 30_000,

    run: (deps: WebhookDeps, { deliveryId }, { attempt, maxAttempts, signal }) =>
      deliver(service, deps, deliveryId, attempt >= maxAttempts, signal),
  });
}

export interface CutOffDeps {
  readonly cutOff: CutOffDeliveries;
  readonly givenUp: Pick<GivenUpDeliveries, "add">;
  readonly clock: Pick<Clock, "now">;
}

/**
 * `<service>.giveUpDeliveries` ends deliveries whose last attempt was cut off: a process that stops, or is killed, cannot
 * record what became of it.
 */
export function giveUpDeliveriesJob(service: WebhookService) {
  return job({
    name: `${service.name}.giveUpDeliveries`,
    about: "Gives up webhook deliveries whose last attempt was cut off, such as that of a process that died.",
    input: Type.Object({}),
    retry: { maxAttempts: 1 },
    timeoutMs: 60_000,

    async run({ cutOff, givenUp, clock }: CutOffDeps) {
      givenUp.add(await cutOff.giveUp(clock.now()));
    },
  });
}

/**
 * `<service>.trimDeliveries` forgets deliveries that are older than `WebhookDeps.keptDays`.
 *
 * @param about how old that is, for the list of jobs.
 */
export function trimDeliveriesJob(service: WebhookService, about: string) {
  return job({
    name: `${service.name}.trimDeliveries`,
    about,
    input: Type.Object({}),
    retry: { maxAttempts: 3 },
    timeoutMs: 60_000,

    async run({ webhooks, clock, keptDays = KEPT_DAYS }: WebhookDeps) {
      if (keptDays > 0) await webhooks.trimDeliveries(plusMillis(clock.now(), -keptDays * DAY_MS));
    },
  });
}
