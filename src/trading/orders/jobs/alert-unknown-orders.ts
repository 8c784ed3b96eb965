import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import type { UnknownOrderDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";

/** Longer than the lookups of an order take while its exchange answers. */
const UNKNOWN_FOR_MS = 5 * MINUTE_MS;

/** Has their owners look at orders that the platform cannot find out about. */
export const alertUnknownOrders = job({
  name: "trading.alertUnknownOrders",
  about: "Alerts of orders of which it is not known for 5 minutes what became of them.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 60_000,

  async run({ unknownOrders, clock }: UnknownOrderDeps & ClockDeps, _input, { signal }) {
    const nowMs = toMillis(clock.now());
    while (!signal.aborted && (await unknownOrders.alert(nowMs - UNKNOWN_FOR_MS, nowMs)) > 0);
  },
});
