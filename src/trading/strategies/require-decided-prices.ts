/** Who decides that the account pays the author of an algorithm: its main account, and no key that may only trade. */
import { parseAmount } from "../../kit/money/amount.ts";
import type { AlgorithmDeps, StoredAlgorithm } from "../algorithms/index.ts";
import type { Caller } from "../caller.ts";
import { strategyErrors } from "./errors.ts";
import type { CheckedAlgorithm, KeptValues } from "./store.ts";

const PRICES = ["cpaSuccessful", "cpaCanceled", "monthlyFee"] as const;

/**
 * Refuses an algorithm of another account that costs more than what is replaced, where the caller does not decide about
 * the account's money: otherwise a sub-account, or the thief of a key for trading, could pay the balance to an author.
 *
 * @param before what the values had until now: a profile's, or a template's
 * @throws strategyErrors.ownerPays
 */
export async function requireDecidedPrices(
  { algorithms }: AlgorithmDeps,
  actor: Pick<Caller, "ownerUid" | "rights" | "access">,
  checked: CheckedAlgorithm | null,
  before: Pick<KeptValues, "algorithm">,
): Promise<void> {
  if (checked === null || (actor.rights === undefined && actor.access === "full_access")) return;
  const { id, version } = checked.outline;
  const wanted = await algorithms.findVersion(id, version);
  if (!wanted || wanted.ownerUid === null || wanted.ownerUid === actor.ownerUid) return;
  const paid = before.algorithm?.id === id ? await algorithms.findVersion(id, before.algorithm.version) : undefined;
  if (PRICES.some((name) => priceOf(wanted, name) > priceOf(paid, name))) throw strategyErrors.ownerPays({ id });
}

/** In units of 1e-8. */
function priceOf(algorithm: StoredAlgorithm | undefined, name: (typeof PRICES)[number]): bigint {
  return algorithm ? parseAmount(algorithm.definition[name]) : 0n;
}
