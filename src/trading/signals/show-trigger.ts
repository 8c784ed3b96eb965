/** A trigger that was accepted, as answers show it. */
import type { Static } from "typebox";
import { formatAmount, parseAmount } from "../../kit/money/amount.ts";
import type { triggerAnswer } from "./records.ts";
import type { AcceptedTrigger } from "./store.ts";

export function showTrigger(trigger: AcceptedTrigger): Static<typeof triggerAnswer> {
  return {
    status: true,
    id: String(trigger.id),
    iteration: trigger.iteration,
    signal: trigger.side,
    action: trigger.action,
    c_status: trigger.action === "open" ? "open" : "closed",
    accepted_at: trigger.acceptedMs,
    execute_before: trigger.executeBeforeMs,
    maximum_amount: formatAmount(parseAmount(trigger.maximumAmount)),
  };
}
