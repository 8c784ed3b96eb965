import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { monthsToInvoice } from "../core/invoice.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { BillingDeps } from "../deps.ts";

/** Makes the invoices of calendar months that are over, those of months that were missed too. */
export const makeInvoices = job({
  name: "trading.makeInvoices",
  about: "Makes each account's invoice of the month that is over, also when there was nothing to pay.",
  input: Type.Object({}),
  retry: { maxAttempts: 5 },
  timeoutMs: 600_000,

  async run({ billing, clock }: BillingDeps & ClockDeps, _input, { signal }) {
    for (const month of monthsToInvoice(clock.now())) {
      for (let made = 1; made > 0;) {
        signal.throwIfAborted();
        made = await billing.makeInvoices(month, clock.now());
      }
    }
  },
});
