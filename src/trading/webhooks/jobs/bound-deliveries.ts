import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { DeliveryBoundDeps } from "../deps.ts";
import { MOST_WAITING } from "../core/delivery-times.ts";

/** Gives up what waits too long, or is too much. */
export const boundDeliveries = job({
  name: "trading.boundDeliveries",
  about: "Disables users' webhooks for which more than 10,000 deliveries wait, and gives up what was due for a day.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 300_000,

  async run({ deliveryBounds, givenUp, clock }: DeliveryBoundDeps & ClockDeps, _input, { signal }) {
    const at = clock.now();
    givenUp.add(await deliveryBounds.disableFlooded(MOST_WAITING, at));
    givenUp.add(await deliveryBounds.giveUpLate(plusMillis(at, -DAY_MS), at));
    while (!signal.aborted && (await deliveryBounds.removeOrphans()) > 0);
  },
});
