import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { showQuietRun, type ShownRun } from "../../engine/index.ts";
import type { Caller } from "../../caller.ts";
import { checkProfile, sentencesOf, type ProfileCheckDeps } from "../check-profile.ts";
import { chooseStrategy } from "../choose-strategy.ts";
import { strategyDebug } from "../debug-record.ts";
import type { RunNewsDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { strategyId } from "../parameters.ts";
import type { SaveDeps } from "../save-values.ts";
import type { StoredProfile, StoredStrategy } from "../store.ts";
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
    "slice up. With the state of its books, and what it waits for. A strategy that does not run has empty lists, and " +
    "`why` tells its last event, or what its values lack. Needs a subscription with strategies.",
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

  async run(deps: SaveDeps & RunNewsDeps, { input: { params }, actor }) {
    const { strategies, clock, runNews } = deps;
    requireStrategies(actor);
    const view = viewOf(actor);
    const profile = await strategies.findProfile(view, Number(params.id));
    if (!profile) throw strategyErrors.strategyNotFound({ id: params.id });
    const strategy = chooseStrategy(profile, Number(params.id));
    const { id, state } = strategy;
    const nowMs = toMillis(clock.now());
    const runId = await strategies.askDebug(view, id, nowMs);
    const found = runId === undefined ? undefined : await runNews.wait(() => strategies.readDebug(runId, nowMs));
    if (runId !== undefined && found === undefined) throw strategyErrors.debugUnanswered({ id });
    if (found !== undefined) return { id: String(id), state, ...(JSON.parse(found) as ShownRun) };
    return { id: String(id), state, ...showQuietRun(await whyQuiet(deps, actor, profile, strategy)) };
  },
});

/** Why a strategy that no process looks after does nothing. */
async function whyQuiet(
  deps: ProfileCheckDeps,
  actor: Caller,
  profile: StoredProfile,
  { state, lastEvent }: StoredStrategy,
): Promise<string> {
  if (state === "ready") return "It was not started";
  if (state !== "draft") return lastEvent?.message ?? state;
  const { name, description, algorithm, settings } = profile;
  const text = { name, description, algorithmId: String(algorithm?.id ?? ""), settings };
  const { problems } = await checkProfile(deps, actor, text, profile);
  return sentencesOf(problems).reason || "It is a copy: save its values once";
}
