/** Who decides that the account pays the author of an algorithm: its main account, and no key that may only trade. */
import { parseAmount } from "../../kit/money/amount.ts";
import type { AlgorithmDeps, ProfileProblem, StoredAlgorithm } from "../algorithms/index.ts";
import type { Caller } from "../caller.ts";
import { strategyErrors } from "./errors.ts";
import type { CheckedAlgorithm, KeptValues } from "./store.ts";

/** As definitions and as requests name them. */
const PRICES = [
  ["cpaSuccessful", "cpa_successful"],
  ["cpaCanceled", "cpa_canceled"],
  ["monthlyFee", "monthly_fee"],
] as const;

/**
 * Refuses an algorithm of another account that costs more than what is replaced, where the caller does not decide about
 * the account's money: otherwise a sub-account, or the thief of a key for trading, could pay the balance to an author.
 *
 * @param before what the values had until now: a profile's, or a template's
 * @returns what a caller who decides should know: a version that costs more comes with whatever else is saved
 * @throws strategyErrors.ownerPays
 */
export async function requireDecidedPrices(
  { algorithms }: AlgorithmDeps,
  actor: Pick<Caller, "ownerUid" | "rights" | "access">,
  checked: CheckedAlgorithm | null,
  before: Pick<KeptValues, "algorithm">,
): Promise<readonly ProfileProblem[]> {
  if (checked === null) return [];
  const { id, version } = checked.outline;
  const wanted = await algorithms.findVersion(id, version);
  if (!wanted || wanted.ownerUid === null || wanted.ownerUid === actor.ownerUid) return [];
  const paid = before.algorithm?.id === id ? await algorithms.findVersion(id, before.algorithm.version) : undefined;
  const dearer = PRICES.filter(([name]) => priceOf(wanted, name) > priceOf(paid, name));
  const decides = actor.rights === undefined && actor.access === "full_access";
  if (dearer.length > 0 && !decides) throw strategyErrors.ownerPays({ id });
  if (paid === undefined) return [];
  return dearer.map(([name, shown]) => ({
    parameter: "algorithm_id",
    index: undefined,
    isMissing: false,
    message: `version ${version} costs more: ${shown} is ${wanted.definition[name]}, and was ${paid.definition[name]}`,
  }));
}

/** In units of 1e-8. */
function priceOf(algorithm: StoredAlgorithm | undefined, name: (typeof PRICES)[number][0]): bigint {
  return algorithm ? parseAmount(algorithm.definition[name]) : 0n;
}
