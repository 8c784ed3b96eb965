import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { HeldOrderDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { confirmStops } from "../confirm-stops.ts";
import type { StrategyDeps } from "../deps.ts";
import { force } from "../parameters.ts";
import { count, runAck } from "../records.ts";
import { showRunAnswer, stopMessage } from "../show-run.ts";
import { doing } from "../strategy-view.ts";

export const stopAllStrategies = endpoint({
  id: "strategies.stopAllStrategies",
  method: ["GET", "POST"],
  path: "/strategy/stop-all-strategies",
  auth: "change",
  permission: "strategies",
  summary: "Stop every running strategy",
  description:
    "As strategy/stop does to each, one after the other. A main account stops those of all users of the account, a " +
    "sub-account its own.",
  input: { params: Type.Object({ force }) },
  output: json(Type.Object({ status: Type.Literal(true), stopped: count, results: Type.Array(runAck) })),
  errors: [],
  examples: [
    { name: "all", body: {} },
    { name: "neither yes nor no", body: { force: "perhaps" }, status: 422 },
  ],

  async run(deps: StrategyDeps & HeldOrderDeps & ClockDeps, { input: { params }, actor }) {
    const { strategies, clock } = deps;
    const by = doing(actor, clock.now());
    const stopped = [];
    for (let ids = await strategies.listStoppable(by, 0); ids.length > 0;) {
      for (const id of ids) {
        stopped.push(await strategies.stop(by, id, params.force ? "force" : "stop"));
      }
      ids = await strategies.listStoppable(by, ids.at(-1) ?? 0);
    }
    const results = (await confirmStops(deps, stopped)).map((run) => showRunAnswer(run, stopMessage(run)));
    return { status: true as const, stopped: results.filter(({ already }) => !already).length, results };
  },
});
