import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { showQuietRun, type ShownRun } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { chooseStrategy } from "../choose-strategy.ts";
import { strategyDebug } from "../debug-record.ts";
import type { RunNewsDeps, StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { strategyId } from "../parameters.ts";
import { requireStrategies, viewOf } from "../strategy-view.ts";

export const dataDebug = endpoint({
  id: "strategies.dataDebug",
  method: ["GET", "POST"],
  path: "/strategy/data/debug",
  auth: "user",
  permission: "strategies",
  summary: "Look into a running strategy",
  description:
    "Why nothing fires: the first gate that is closed, each condition with both of its numbers, and the row that holds a " +
    "slice up. With the state of its books, and what it waits for. Empty lists for a strategy that does not run. Needs a " +
    "subscription with strategies.",
  input: { params: Type.Object({ id: strategyId }) },
  output: json(strategyDebug),
  errors: [
    strategyErrors.strategyNotFound,
    strategyErrors.strategyUnclear,
    strategyErrors.notIncluded,
    strategyErrors.debugUnanswered,
  ],
  examples: [
    { name: "one that does not run", body: { id: "1000001" } },
    { name: "a strategy that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ strategies, clock, runNews }: StrategyDeps & ClockDeps & RunNewsDeps, { input: { params }, actor }) {
    requireStrategies(actor);
    const view = viewOf(actor);
    const profile = await strategies.findProfile(view, Number(params.id));
    if (!profile) throw strategyErrors.strategyNotFound({ id: params.id });
    const { id, state } = chooseStrategy(profile, Number(params.id));
    const nowMs = toMillis(clock.now());
    const runId = await strategies.askDebug(view, id, nowMs);
    const found = runId === undefined ? undefined : await runNews.wait(() => strategies.readDebug(runId, nowMs));
    if (runId !== undefined && found === undefined) throw strategyErrors.debugUnanswered({ id });
    const shown = found === undefined ? showQuietRun("") : (JSON.parse(found) as ShownRun);
    return { id: String(id), state, ...shown };
  },
});
