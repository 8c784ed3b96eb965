import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import { BILLING_CURRENCY } from "../../billing/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { FeaturedDeps, SignalDeps } from "../deps.ts";
import { signalHead } from "../records.ts";
import { showSignal } from "../show-signal.ts";
import { FEATURED, viewerOf } from "../viewer.ts";

export const listFeatured = endpoint({
  id: "signals.listFeatured",
  method: ["GET", "POST"],
  path: "/marketplace/featured",
  auth: "public",
  summary: "Signals to look at first",
  description:
    "The ten with the highest profit since their last reset, as late as in marketplace/signals-feed, and what it costs to " +
    "follow them. A place cannot be bought.",
  input: {},
  output: json(
    Type.Object({
      signals: Type.Array(signalHead),
      subscriptions: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          price: Type.String(),
          currency: Type.String(),
          subscribers_current: Type.Integer(),
          subscribers_max: Type.Integer(),
        }),
      ),
    }),
  ),
  errors: [],
  examples: [{ name: "the best" }],

  async run({ signals, featuredSignals, clock }: SignalDeps & FeaturedDeps & ClockDeps, { actor }) {
    const best = actor ? await signals.listBest(viewerOf(actor, clock.now()), FEATURED) : await featuredSignals();
    return {
      signals: best.map((each, at) => showSignal(each, at + 1)),
      subscriptions: best.map((each) => ({
        id: String(each.id),
        name: each.name,
        price: formatAmount(each.price),
        currency: BILLING_CURRENCY,
        subscribers_current: each.subscribers,
        subscribers_max: each.subscribersMax,
      })),
    };
  },
});
