/** Checks the values of a profile against algorithm, markets, keys, plan and rights: all problems at once. */
import {
  outlineOf,
  problemsOf,
  readValues,
  viewerOf,
  whyNotIncluded,
  type AlgorithmDeps,
  type ProfileProblem,
  type StoredAlgorithm,
} from "../algorithms/index.ts";
import type { Caller } from "../caller.ts";
import {
  keyViewOf,
  mayUseExchange,
  type AccountType,
  type ConnectedExchangeDeps,
  type ExchangeKeyDeps,
} from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import { orderTermProblems } from "./check-order-terms.ts";
import { strategyErrors } from "./errors.ts";
import { optionLimits } from "./option-limits.ts";
import type { CheckedAlgorithm, Settings, StoredProfile } from "./store.ts";

/** Whose values they are. */
type CheckedUser = Pick<Caller, "uid" | "ownerUid" | "rights" | "plan">;

export type ProfileCheckDeps = AlgorithmDeps & ExchangeKeyDeps & MarketDeps & ConnectedExchangeDeps;

/** What the engine trades from end to end. Everything else is refused, and never traded as spot in its place. */
const COMPLETE_TYPES: ReadonlySet<AccountType> = new Set(["spot"]);

/** No answer lists more problems. */
const MAX_LISTED = 200;

export interface ProfileText {
  readonly name: string;
  readonly description: string;
  /** Empty for none. */
  readonly algorithmId: string;
  readonly settings: Settings;
}

export interface CheckedProfile {
  readonly algorithm: CheckedAlgorithm | null;
  readonly problems: readonly ProfileProblem[];
}

/** What is kept of an algorithm by what had it before: a profile, or the template that it is made from. */
type Kept = Pick<StoredProfile, "algorithm">;

/**
 * Values that are to be saved, by the newest version of their algorithm that the user sees.
 *
 * @param before the values as they are: they keep their algorithm also after that was retired or unpublished
 */
export async function checkProfile(
  deps: ProfileCheckDeps,
  actor: CheckedUser,
  text: ProfileText,
  before: Kept,
): Promise<CheckedProfile> {
  const id = text.algorithmId;
  return checkAgainst(deps, actor, text, {
    before,
    found: id === "" ? undefined : await findAlgorithm(deps, actor, Number(id), before),
  });
}

/**
 * Values that are saved, by the version of their algorithm that they were saved with: a run trades by that one, whatever its author
 * has published since.
 *
 * @param settings those of the profile, or of one run of it
 */
export async function checkSaved(
  deps: ProfileCheckDeps,
  actor: CheckedUser,
  { name, description, algorithm }: Pick<StoredProfile, "name" | "description" | "algorithm">,
  settings: Settings,
): Promise<CheckedProfile> {
  const text = { name, description, algorithmId: String(algorithm?.id ?? ""), settings };
  const found = await savedAlgorithm(deps, { algorithm });
  const checked = await checkAgainst(deps, actor, text, { before: { algorithm }, found });
  return { ...checked, problems: [...exclusionProblems(actor, found), ...checked.problems] };
}

/** An algorithm that the plan does not include by now is kept and can be saved, but nothing trades by it. */
export function exclusionProblems(actor: CheckedUser, algorithm: StoredAlgorithm | undefined): ProfileProblem[] {
  const why = algorithm && whyNotIncluded(actor, algorithm);
  return why === undefined ? [] : algorithmProblem(`${why}: choose another algorithm, or a larger subscription`);
}

/** The version of its algorithm that a profile was saved with; undefined where it has none. */
export async function savedAlgorithm(
  { algorithms }: AlgorithmDeps,
  { algorithm }: Kept,
): Promise<StoredAlgorithm | undefined> {
  return algorithm === null ? undefined : await algorithms.findVersion(algorithm.id, algorithm.version);
}

async function checkAgainst(
  deps: ProfileCheckDeps,
  actor: CheckedUser,
  { name, description, algorithmId, settings }: ProfileText,
  { before, found }: { readonly before: Kept; readonly found: StoredAlgorithm | undefined },
): Promise<CheckedProfile> {
  const own = algorithmProblems(algorithmId, found, before);
  const values = { ...settings, name, description, algorithm_id: algorithmId };
  const keys = await keysOf(deps, actor, settings);
  const { problems } = readValues(found, values, {
    limits: optionLimits(actor),
    market: (code) => deps.market.listing(code)?.market,
    key: (id) => keys.get(id),
    accountTypes: (code) => accountTypesOf(deps, code.slice(0, code.indexOf("-"))),
    start: { hasRate: (currency) => hasRate(deps, currency) },
  });
  // Against no algorithm every list would be too long.
  const all = algorithmId !== "" && !found ? own : [...own, ...problems, ...orderTermProblems(deps, found, settings)];
  return { algorithm: found ? { outline: outlineOf(found), updatedAt: found.updatedAt } : null, problems: all };
}

/** A rate that is stale at the moment may come back; one without a market never comes. */
function hasRate({ market }: MarketDeps, currency: string): boolean {
  if (market.usdRate(currency) !== undefined) return true;
  return market.listings().some(({ market: { base, quote } }) => base === currency || quote === currency);
}

/** What the exchange of a code is complete for. */
export function accountTypesOf({ connectedExchange }: ConnectedExchangeDeps, exchange: string): AccountType[] {
  const types = connectedExchange(exchange)?.has.accountTypes ?? [];
  return types.filter((type) => COMPLETE_TYPES.has(type));
}

/** @throws `unfit` with every problem, the first ones in words */
export function refuseProblems(problems: readonly ProfileProblem[]): never {
  throw strategyErrors.unfit(sentencesOf(problems));
}

/** Lets pass what is only missing: that makes a draft. @throws `unfit` for what is wrong */
export function refuseWrong(problems: readonly ProfileProblem[]): void {
  const wrong = problems.filter(({ isMissing }) => !isMissing);
  if (wrong.length > 0) refuseProblems(wrong);
}

/** Problems as refusals tell them: the first ones in words, all of them as members. */
export function sentencesOf(problems: readonly ProfileProblem[]) {
  const listed = problems.slice(0, MAX_LISTED);
  return {
    reason: listed.slice(0, 5).map(sentenceOf).join("; "),
    details: {
      missing_information: listed.map(({ parameter, index, message }) => ({
        parameter,
        index: index ?? null,
        error: message,
      })),
    },
  };
}

/** Problems as the answer to a change that was made shows them. */
export function warningsOf(problems: readonly ProfileProblem[]) {
  return problems.slice(0, MAX_LISTED).map(({ parameter, index, message }) => ({
    parameter,
    index: index ?? null,
    message,
  }));
}

function sentenceOf({ parameter, index, message }: ProfileProblem): string {
  return `${parameter}${index === undefined ? "" : `[${index}]`}: ${message}`;
}

/** One that the caller sees, else the version that the profile has already. */
async function findAlgorithm(
  { algorithms }: AlgorithmDeps,
  actor: CheckedUser,
  id: number,
  { algorithm: kept }: Kept,
): Promise<StoredAlgorithm | undefined> {
  const seen = await algorithms.find(viewerOf(actor), id);
  return seen ?? (kept?.id === id ? algorithms.findVersion(id, kept.version) : undefined);
}

function algorithmProblems(id: string, found: StoredAlgorithm | undefined, before: Kept): ProfileProblem[] {
  if (id === "") return [];
  if (!found) return algorithmProblem(`There is no algorithm ${id}: choose one of strategy/list-algorithms`);
  if (found.status === "retired" && before.algorithm?.id !== found.id) {
    return algorithmProblem(`The algorithm ${id} is retired: choose one of strategy/list-algorithms`);
  }
  const errors = problemsOf(found.id, found.definition).filter(({ severity }) => severity === "error");
  if (errors.length === 0) return [];
  return algorithmProblem(
    `The algorithm ${id} has ${errors.length} errors: algorithm-creator/validate-algorithm shows them`,
  );
}

function algorithmProblem(message: string): ProfileProblem[] {
  return [{ parameter: "algorithm_id", index: undefined, isMissing: false, message }];
}

/** The keys that the values name, as far as the caller may use them. */
async function keysOf(
  { exchangeKeys }: ExchangeKeyDeps,
  actor: CheckedUser,
  { executable_apikeys: named }: Settings,
): Promise<ReadonlyMap<string, { readonly exchange: string; readonly mayTrade: boolean }>> {
  const ids = new Set([named ?? []].flat().map(String));
  const keys = new Map<string, { exchange: string; mayTrade: boolean }>();
  for (const id of ids) {
    const key = /^\d{1,18}$/.test(id) ? await exchangeKeys.findKey(keyViewOf(actor), Number(id)) : undefined;
    if (key && mayUseExchange(actor, key.exchange))
      keys.set(id, { exchange: key.exchange, mayTrade: key.status === "active" && key.canTrade !== false });
  }
  return keys;
}
