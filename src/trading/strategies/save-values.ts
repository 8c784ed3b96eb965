/** Values of a profile, checked all at once and saved in one transaction unless another request was faster. */
import type { Caller } from "../caller.ts";
import type { ClockDeps } from "../platform-deps.ts";
import type { ProfileProblem } from "../algorithms/index.ts";
import { checkProfile, refuseProblems, type ProfileCheckDeps, type ProfileText } from "./check-profile.ts";
import type { StrategyDeps } from "./deps.ts";
import { activeStrategy } from "./active-strategy.ts";
import { mayChange } from "./may-change.ts";
import { requireDecidedPrices } from "./require-decided-prices.ts";
import type { NewProfile, Settings, StoredProfile } from "./store.ts";
import { doing, requireStrategies } from "./strategy-view.ts";

export type SaveDeps = StrategyDeps & ProfileCheckDeps & ClockDeps;

export interface WantedValues {
  readonly id: number;
  /** The values after the change. */
  readonly after: (before: StoredProfile) => ProfileText;
  /** May throw to refuse. What it lets pass is a draft. */
  readonly refuse: (problems: readonly ProfileProblem[]) => void;
}

interface Saved {
  readonly profile: StoredProfile;
  /** What a draft lacks, and prices that have risen. */
  readonly problems: readonly ProfileProblem[];
}

/** Checks all values at once and saves them: `ready` without problems, a draft with those that `refuse` lets pass. */
export async function saveValues(deps: SaveDeps, actor: Caller, { id, after, refuse }: WantedValues): Promise<Saved> {
  requireStrategies(actor);
  const by = doing(actor, deps.clock.now());
  const before = await deps.strategies.readChangeable(by, id);
  const active = before.strategies.find((each) => !mayChange(each));
  // The store asks again under a lock; values of a strategy that runs are not even checked.
  if (active) throw activeStrategy(active);
  const text = after(before);
  const { algorithm, problems } = await checkProfile(deps, actor, text, before);
  refuse(problems);
  const dearer = await requireDecidedPrices(deps, actor, algorithm, before);
  const { name, description, settings } = text;
  const profile = await deps.strategies.editProfile(by, before.id, {
    revision: before.revision,
    name,
    description,
    algorithm,
    settings,
    isComplete: problems.length === 0,
    changed: changedNames(before, text),
  });
  return { profile, problems: [...dearer, ...problems] };
}

interface FirstValues {
  readonly profile: NewProfile;
  /** Undefined for that of the template. */
  readonly algorithmId: string | undefined;
  /** Those that were sent. */
  readonly sent: Settings;
}

/**
 * A new profile with the values that were sent, over those of its template. Refuses what is wrong in what was sent, with
 * nothing created; what is wrong in the template makes a draft. Without any value it is a draft that nothing checks.
 */
export async function addWithValues(
  deps: SaveDeps,
  actor: Caller,
  { profile, algorithmId, sent }: FirstValues,
): Promise<Saved> {
  requireStrategies(actor);
  const by = doing(actor, deps.clock.now());
  const most = actor.plan.limits.strategies.maximum.strategies;
  if (algorithmId === undefined && Object.keys(sent).length === 0) {
    return { profile: await deps.strategies.addProfile(by, profile, most), problems: [] };
  }
  const from =
    profile.templateId === null
      ? { algorithm: null, settings: {} }
      : await deps.strategies.readTemplate(by, profile.templateId);
  const text = {
    name: profile.name,
    description: profile.description,
    algorithmId: algorithmId ?? String(from.algorithm?.id ?? ""),
    settings: { ...from.settings, ...sent },
  };
  const { algorithm, problems } = await checkProfile(deps, actor, text, from);
  refuseSent(problems, new Set([...Object.keys(sent), "name", "description", "algorithm_id"]));
  const dearer = await requireDecidedPrices(deps, actor, algorithm, from);
  const { settings } = text;
  const values = { algorithm, settings, isComplete: problems.length === 0 };
  const added = await deps.strategies.addProfile(by, profile, most, values);
  return { profile: added, problems: [...dearer, ...problems] };
}

/** A missing algorithm is named beside values that do not fit without one. @throws `unfit` */
function refuseSent(problems: readonly ProfileProblem[], sent: ReadonlySet<string>): void {
  const isWrong = ({ parameter, isMissing }: ProfileProblem): boolean => !isMissing && sent.has(parameter);
  if (!problems.some(isWrong)) return;
  refuseProblems(problems.filter((each) => isWrong(each) || each.parameter === "algorithm_id"));
}

function changedNames(before: StoredProfile, { name, description, algorithmId, settings }: ProfileText): string[] {
  const was = { ...before.settings, name: before.name, description: before.description };
  const is = { ...settings, name, description };
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const differs = (key: string): boolean =>
    JSON.stringify(was[key as keyof typeof was]) !== JSON.stringify(is[key as keyof typeof is]);
  const isOther = algorithmId !== String(before.algorithm?.id ?? "");
  return [...(isOther ? ["algorithm_id"] : []), ...names.filter(differs)];
}
