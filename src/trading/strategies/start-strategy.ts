/** Starts a strategy: its values are checked again as they are now, and the start counts only for those values. */
import { readServer, type BillingDeps } from "../billing/index.ts";
import type { Caller } from "../caller.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import type { ClockDeps } from "../platform-deps.ts";
import { ACTIVE_STATES } from "../engine/index.ts";
import { checkSaved, exclusionProblems, savedAlgorithm, sentencesOf, type ProfileCheckDeps } from "./check-profile.ts";
import { chooseStrategy } from "./choose-strategy.ts";
import type { StrategyDeps } from "./deps.ts";
import { strategyErrors } from "./errors.ts";
import type { RunAnswer } from "./run-store.ts";
import type { Settings } from "./store.ts";
import { doing, requireStrategies } from "./strategy-view.ts";

export type StartDeps = StrategyDeps & ProfileCheckDeps & BillingDeps & ClockDeps;

/** For whom a strategy is started. */
export type StartingUser = Pick<Caller, "uid" | "ownerUid" | "rights" | "plan">;

/** What is started, and where. */
export interface Starting {
  readonly id: number;
  /** The server that it is to run on; undefined for any. */
  readonly serverId?: string | undefined;
  /** Makes the values of this run alone from those of the profile; undefined for those of the profile. */
  readonly valuesOf?: (settings: Settings) => Settings;
  /** It only trades back what is held: also for a user who is disabled. */
  readonly isClosing?: boolean;
}

/** @throws `notReady` with every problem of the values; `noServer` for a server that the account does not see */
export async function startStrategy(
  deps: StartDeps,
  actor: StartingUser,
  { id, serverId, valuesOf, isClosing = false }: Starting,
): Promise<RunAnswer> {
  requireStrategies(actor);
  const server = serverId === undefined ? undefined : await readServer(deps, actor, serverId);
  const by = doing(actor, deps.clock.now());
  const profile = await deps.strategies.readChangeable(by, id);
  const strategy = chooseStrategy(profile, id);
  const { algorithm, revision } = profile;
  const settings = valuesOf ? valuesOf(profile.settings) : profile.settings;
  // One that goes on with its run keeps the values that it began with.
  const goesOn = strategy.state === "force_stopped";
  if (!ACTIVE_STATES.includes(strategy.state)) {
    const problems = goesOn
      ? exclusionProblems(actor, await savedAlgorithm(deps, profile))
      : (await checkSaved(deps, actor, profile, settings)).problems;
    if (problems.length > 0 || (algorithm === null && !goesOn)) {
      const { reason, details } = sentencesOf(problems);
      throw strategyErrors.notReady({ id: strategy.id, reason: reason || "it has no algorithm yet", details });
    }
  }
  const { maximum } = actor.plan.limits.strategies;
  return deps.strategies.start(by, strategy.id, {
    revision,
    settings: valuesOf ? settings : undefined,
    keyIds: keysIn(settings),
    maximumMs: maximum.duration * SECOND_MS,
    most: maximum.strategies,
    mostKeys: maximum.concurrent_exchange_api_key,
    serverId: server?.id,
    isClosing,
  });
}

function keysIn(settings: Settings): readonly number[] {
  const ids = [settings["executable_apikeys"] ?? []].flat().map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id)).toSorted((one, other) => one - other);
}
