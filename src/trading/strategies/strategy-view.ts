/** Callers as the store of strategies knows them. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { strategyErrors } from "./errors.ts";
import type { Doing, StrategyView } from "./store.ts";

export function viewOf({ uid, ownerUid, rights }: Pick<Caller, "uid" | "ownerUid" | "rights">): StrategyView {
  return { uid, ownerUid, seesAccount: rights === undefined || rights.viewAllProfiles };
}

export function doing(caller: Pick<Caller, "uid" | "ownerUid" | "rights">, at: Instant): Doing {
  return { view: viewOf(caller), changesAccount: caller.rights === undefined, at };
}

/** @throws `notIncluded` where the subscription has no strategies */
export function requireStrategies({ plan }: Pick<Caller, "plan">): void {
  if (!plan.limits.strategies.enabled) throw strategyErrors.notIncluded();
}
