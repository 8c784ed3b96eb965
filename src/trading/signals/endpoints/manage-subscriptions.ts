import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { missingParameter } from "../../refuse-parameters.ts";
import { id, mutation } from "../../shapes.ts";
import type { StrategyDeps } from "../../strategies/index.ts";
import { rightsErrors } from "../../subaccounts/index.ts";
import { checkFollowing } from "../check-following.ts";
import { signalLimits } from "../core/signal-limits.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { subscription } from "../records.ts";
import { showSubscription } from "../show-subscription.ts";
import { doerOf } from "../viewer.ts";

const profiles = Type.Array(id, { maxItems: 10, description: "Profiles or strategies" });

const MESSAGES = {
  subscribe: "The signal is followed",
  pause: "No strategy starts for the signal until you subscribe again",
  unsubscribe: "The signal is not followed any more",
} as const;

export const manageSubscriptions = endpoint({
  id: "signals.manageSubscriptions",
  method: ["GET", "POST"],
  path: "/marketplace/subscription-manage",
  auth: "user",
  permission: "signals",
  summary: "Subscriptions to signals",
  description:
    "Without `action` all of them, newest first: at most 1,000, of which those that have ended long ago are left out first. " +
    "With `action`, `id` names a signal or a subscription, and a key must be allowed to trade. " +
    "`subscribe` pays the first month to the author, unless it is paid, and sets which strategies act: " +
    "those of `profiles` start when the signal opens and are stopped softly when it closes; then those of `closing_profiles` " +
    "trade back exactly what the others have traded. Each acts once for an iteration. To begin or resume what costs money " +
    "needs full access. `pause` lets nothing start; what is open is still closed. `unsubscribe` ends it: what is open stays " +
    "as it is. The package says how many signals an account may follow: `free` 1, `basic` 10, `pro` 100. Where it allows " +
    "fewer than go on, the newest are paused; to go on with one of these, pause another one first.",
  input: {
    params: Type.Object({
      id: Type.Optional(id),
      action: Type.Optional(Type.Enum(["subscribe", "unsubscribe", "pause"])),
      profiles: Type.Optional(profiles),
      closing_profiles: Type.Optional(profiles),
    }),
  },
  output: json(Type.Union([Type.Array(subscription), mutation({ subscription })])),
  errors: [
    signalErrors.subscriptionNotFound,
    signalErrors.tooManySubscriptions,
    signalErrors.full,
    signalErrors.authorDisabled,
    signalErrors.ownerPays,
    signalErrors.unfitProfile,
    ledgerErrors.insufficient,
  ],
  examples: [
    { name: "all" },
    { name: "a signal that there is not", body: { id: "1", action: "subscribe" }, status: 404 },
    { name: "an action on none", body: { action: "pause" }, status: 422 },
  ],

  async run(deps: SubscriptionDeps & StrategyDeps & ClockDeps, { input: { params }, actor }) {
    const { signalSubscriptions, clock } = deps;
    const by = doerOf(actor, clock.now());
    const { action } = params;
    if (action === undefined) return (await signalSubscriptions.listSubscriptions(by)).map(showSubscription);
    if (params.id === undefined) throw missingParameter("id");
    if (actor.access === "read_only") throw rightsErrors.read_only();
    const number = Number(params.id);
    const following = await checkFollowing(deps, actor, params);
    const { subscriptions: maximum } = signalLimits(actor.plan.id);
    const changed =
      action === "subscribe"
        ? await signalSubscriptions.subscribe(by, number, following, maximum)
        : action === "pause"
          ? await signalSubscriptions.pause(by, number)
          : await signalSubscriptions.unsubscribe(by, number);
    const shown = showSubscription(changed);
    return { status: true as const, id: shown.id, message: MESSAGES[action], subscription: shown };
  },
});
