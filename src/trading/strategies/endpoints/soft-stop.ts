import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { strategyId } from "../parameters.ts";
import { softStopAck } from "../records.ts";
import { showRunAnswer } from "../show-run.ts";
import { doing } from "../strategy-view.ts";

export const softStop = endpoint({
  id: "strategies.softStop",
  method: ["GET", "POST"],
  path: "/strategy/soft-stop",
  auth: "change",
  permission: "strategies",
  summary: "Stop a strategy when it is convenient",
  description:
    "Begins no new slice, cancels what rests, hedges what that has traded, waits for lookups, brings overviews up to date, " +
    "and then stops as strategy/stop does.",
  input: { params: Type.Object({ id: strategyId }) },
  output: json(softStopAck),
  errors: [strategyErrors.profileNotFound, strategyErrors.strategyUnclear, strategyErrors.notYours],
  examples: [
    { name: "one that does not run", body: { id: "1000001" } },
    { name: "a strategy that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ strategies, clock }: StrategyDeps & ClockDeps, { input: { params }, actor }) {
    const run = await strategies.stop(doing(actor, clock.now()), Number(params.id), "soft_stop");
    const isStopping = run.state === "soft_stopping";
    const message = isStopping ? "The strategy begins no new slice, and stops when nothing is open" : "Nothing to do";
    const waits = run.orders.map(({ id }) => `the end of order ${id}`);
    return { ...showRunAnswer(run, message), waiting_for: isStopping ? [...waits, "hedges", "overviews"] : [] };
  },
});
