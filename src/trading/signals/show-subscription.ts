/** A subscription as answers show it. */
import type { Static } from "typebox";
import { formatAmount } from "../../kit/money/amount.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import { BILLING_CURRENCY } from "../billing/index.ts";
import type { subscription } from "./records.ts";
import type { Subscription } from "./subscription-store.ts";

export function showSubscription(of: Subscription): Static<typeof subscription> {
  return {
    id: String(of.id),
    signal_id: String(of.signalId),
    name: of.name,
    price: formatAmount(of.price),
    currency: BILLING_CURRENCY,
    state: of.state,
    renews_at: of.paidTo === null ? null : toSeconds(of.paidTo),
    profiles: of.opening.map(String),
    closing_profiles: of.closing.map(String),
    reason: of.why,
    last_act: of.lastAct ?? null,
  };
}
