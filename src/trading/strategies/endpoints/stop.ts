import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { HeldOrderDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { confirmStops } from "../confirm-stops.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { force, strategyId } from "../parameters.ts";
import { runAck } from "../records.ts";
import { showRunAnswer, stopMessage } from "../show-run.ts";
import { doing } from "../strategy-view.ts";

export const stop = endpoint({
  id: "strategies.stop",
  method: ["GET", "POST"],
  path: "/strategy/stop",
  auth: "change",
  permission: "strategies",
  summary: "Stop a strategy",
  description:
    "Sends no order any more, cancels what is open, and is `stopped` when the exchange has confirmed each cancel and every " +
    "late trade is booked. What is left unhedged is told by strategy/high-level-overview. With `force` it stops at once " +
    "and asks no exchange for anything: `orders` lists what may be open there. Once this has answered, no order of the " +
    "strategy leaves, not even one that was on its way: the answer waits for the processes that send, if one is. `message` " +
    "says where a process has not confirmed it within 5 seconds.",
  input: { params: Type.Object({ id: strategyId, force }) },
  output: json(runAck),
  errors: [strategyErrors.profileNotFound, strategyErrors.strategyUnclear, strategyErrors.notYours],
  examples: [
    { name: "one that does not run", body: { id: "1000001" } },
    { name: "a strategy that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run(deps: StrategyDeps & HeldOrderDeps & ClockDeps, { input: { params }, actor }) {
    const wish = params.force ? "force" : "stop";
    const stopped = await deps.strategies.stop(doing(actor, deps.clock.now()), Number(params.id), wish);
    const [run = { ...stopped, unconfirmed: 0 }] = await confirmStops(deps, [stopped]);
    return showRunAnswer(run, stopMessage(run));
  },
});
