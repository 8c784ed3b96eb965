/** The strategy that an id names: its own, or that of a profile which holds no other. */
import { strategyErrors } from "./errors.ts";
import type { StoredProfile, StoredStrategy } from "./store.ts";

/** @throws `strategyUnclear` for a profile with several */
export function chooseStrategy({ strategies }: Pick<StoredProfile, "strategies">, id: number): StoredStrategy {
  const named = strategies.find((each) => each.id === id);
  if (named) return named;
  const { length: count } = strategies;
  if (count > 1) throw strategyErrors.strategyUnclear({ id, count });
  return strategies[0];
}
