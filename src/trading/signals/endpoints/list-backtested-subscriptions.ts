import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOfAll } from "../../page.ts";
import { paging, seconds } from "../../shapes.ts";
import { trackRecord } from "../core/results.ts";
import type { SignalDeps, SubscriptionDeps } from "../deps.ts";
import { doerOf, viewerOf } from "../viewer.ts";

/** So that the longest answer stays below three megabytes. */
const MOST_SIGNALS = 100;
const MOST_VALUES = 1_000;
/** A page of the largest signals reads a million rows: an answer about more iterations counts as further requests. */
const ITERATIONS_OF_A_REQUEST = 10_000;

export const listBacktestedSubscriptions = endpoint({
  id: "signals.listBacktestedSubscriptions",
  method: ["GET", "POST"],
  path: "/marketplace/backtested-subscriptions",
  auth: "user",
  permission: "signals",
  summary: "How subscribed signals would have done",
  description:
    "For each signal that the account follows or has followed: the result of putting the same amount into " +
    "every iteration since its last reset, net of fees, as late as in marketplace/signals-feed. At most the newest 10,000 " +
    "iterations, and only those whose prices the tape has. `interval` is `iteration`: `equity` has one value for " +
    `each, the newest ${MOST_VALUES.toLocaleString("en")}; \`equity_left_out\` counts those before them. Newest subscriptions first: where as many come as ` +
    "`limit` says, there may be more on the next page. An answer counts as one more request for each " +
    `${ITERATIONS_OF_A_REQUEST.toLocaleString("en")} iterations.`,
  input: {
    params: Type.Object({
      limit: Type.Integer({
        minimum: 1,
        maximum: MOST_SIGNALS,
        default: MOST_SIGNALS,
        description: "Signals on a page",
      }),
      pagenumber: paging.pagenumber,
    }),
  },
  output: json(
    Type.Array(
      Type.Object({
        id: Type.String(),
        signal_id: Type.String(),
        name: Type.String(),
        code: Type.String(),
        interval: Type.String(),
        from: seconds,
        to: seconds,
        trades: Type.Integer(),
        win_rate: Type.Number(),
        profit_percent: Type.Number(),
        max_drawdown_percent: Type.Number(),
        sharpe: Type.Number(),
        equity: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), { maxItems: MOST_VALUES }),
        equity_left_out: Type.Integer({ minimum: 0 }),
        monitored: Type.Boolean({ description: "The subscription is active" }),
      }),
    ),
  ),
  errors: [],
  examples: [{ name: "all" }],

  async run({ signals, signalSubscriptions, clock }: SignalDeps & SubscriptionDeps & ClockDeps, call) {
    const { actor, input } = call;
    const at = clock.now();
    const viewer = viewerOf(actor, at);
    const followed = await signalSubscriptions.listSubscriptions(doerOf(actor, at));
    const shown = [];
    let iterations = 0;
    for (const each of pageOfAll(followed, input.params)) {
      const closed = await signals.listClosed(viewer, each.signalId);
      iterations += closed.length;
      const record = trackRecord(closed);
      shown.push({
        id: String(each.id),
        signal_id: String(each.signalId),
        name: each.name,
        code: each.code,
        interval: "iteration",
        from: Math.floor((closed[0]?.closedMs ?? viewer.nowMs - viewer.delayMs) / 1_000),
        to: toSeconds(at),
        trades: record.trades,
        win_rate: record.winRate,
        profit_percent: record.profit,
        max_drawdown_percent: record.maximumDrawdown,
        sharpe: record.sharpe,
        equity: record.equity.slice(-MOST_VALUES).map(([time, value]) => [time, value]),
        equity_left_out: Math.max(0, record.trades - MOST_VALUES),
        monitored: each.state === "active",
      });
    }
    call.addCost?.(Math.floor(iterations / ITERATIONS_OF_A_REQUEST));
    return shown;
  },
});
