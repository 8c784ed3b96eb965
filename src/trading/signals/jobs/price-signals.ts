import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { PriceDeps } from "../deps.ts";
import type { UnpricedTrigger } from "../price-store.ts";

/** Read at once. */
const BATCH = 100;

/** Finds the prices of triggers. One that runs late finds the same on the tape. */
export const priceSignals = job({
  name: "trading.priceSignals",
  about: "Finds the best prices at which signals were opened and closed, on the tape, and computes their results.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 600_000,

  async run({ signalPrices, priceTrigger, tapeDelayMs, clock }: PriceDeps & ClockDeps, _input, { signal }) {
    const untilMs = toMillis(clock.now()) - tapeDelayMs;
    const failures: unknown[] = [];
    let after: UnpricedTrigger | undefined;
    do {
      // A trigger that failed, or comes too early, stays due, and is skipped until the next run.
      const due: readonly UnpricedTrigger[] = await signalPrices.listUnpriced(untilMs, BATCH, after);
      for (const each of due) {
        if (signal.aborted) return;
        try {
          const price = await priceTrigger(each);
          if (price !== false) await signalPrices.savePrice(each, price);
        } catch (error) {
          failures.push(error);
        }
      }
      after = due.at(-1);
    } while (after);
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} triggers could not be priced`);
  },
});
