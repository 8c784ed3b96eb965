import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { BillingDeps } from "../../billing/index.ts";
import { seconds } from "../../shapes.ts";
import { signalLimits } from "../core/signal-limits.ts";
import type { SignalDeps, SubscriptionDeps } from "../deps.ts";

export const showSubscriptionInformation = endpoint({
  id: "signals.showSubscriptionInformation",
  method: ["GET", "POST"],
  path: "/marketplace/subscription-information",
  auth: "user",
  permission: "signals",
  summary: "What the plan allows with signals",
  description:
    "`api_delay_ms` is how late the account learns of triggers of others, by requests and by the WebSocket alike.",
  input: {},
  output: json(
    Type.Object({
      id: Type.String(),
      plan: Type.String(),
      signals_maximum: Type.Integer({ description: "Signals that the account may publish" }),
      signals_used: Type.Integer(),
      subscriptions_maximum: Type.Integer({ description: "Signals that it may follow" }),
      subscriptions_used: Type.Integer(),
      api_delay_ms: Type.Integer(),
      websocket: Type.Boolean({ description: "The channel `signals/<id>` may be followed" }),
      renews_at: Type.Union([seconds, Type.Null()], { description: "When the package's month ends; null without one" }),
    }),
  ),
  errors: [],
  examples: [{ name: "of the account" }],

  async run(deps: SignalDeps & SubscriptionDeps & BillingDeps, { actor }) {
    const { signals, signalSubscriptions, billing } = deps;
    const limits = signalLimits(actor.plan.id);
    const { period } = await billing.readSubscription(actor.ownerUid);
    return {
      id: actor.plan.id,
      plan: actor.plan.name,
      signals_maximum: limits.signals,
      signals_used: await signals.countSignals(actor.ownerUid),
      subscriptions_maximum: limits.subscriptions,
      subscriptions_used: await signalSubscriptions.countSubscriptions(actor.ownerUid),
      api_delay_ms: limits.delayMs,
      websocket: true,
      renews_at: period === undefined ? null : toSeconds(period.to),
    };
  },
});
