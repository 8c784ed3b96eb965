/** A strategy as `strategy/<id>` tells of it: what strategy/data/list shows. */
import type { MarketDeps } from "../market/index.ts";
import type { TradeDeps } from "../trades/index.ts";
import { showStrategies } from "./show-strategy.ts";
import type { StrategyStore } from "./store.ts";

/**
 * As JSON; undefined for what is not there, or is another's. A profile of one strategy is known by its own id too.
 *
 * @param uid null for strategies of all users of the account
 */
export async function strategyText(
  deps: TradeDeps & MarketDeps & { readonly strategies: Pick<StrategyStore, "findProfile"> },
  { id, ownerUid, uid }: { readonly id: number; readonly ownerUid: number; readonly uid: number | null },
): Promise<string | undefined> {
  const view = { ownerUid, uid: uid ?? ownerUid, seesAccount: uid === null };
  const profile = await deps.strategies.findProfile(view, id);
  const named = profile?.strategies.find((each) => each.id === id);
  const strategy = named ?? (profile?.strategies.length === 1 ? profile.strategies[0] : undefined);
  if (!strategy) return undefined;
  const [shown] = await showStrategies(deps, ownerUid, [strategy]);
  return JSON.stringify(shown);
}
