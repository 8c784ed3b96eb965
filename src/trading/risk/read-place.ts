/** The account, key or strategy that a caller means, and what the caller may do with it. */
import type { Caller } from "../caller.ts";
import { keyViewOf, mayChangeKey, type ExchangeKeyDeps } from "../exchanges/index.ts";
import type { RiskPlace } from "../engine/index.ts";
import { viewOf, type StrategyDeps } from "../strategies/index.ts";
import { riskErrors } from "./errors.ts";

export type PlaceDeps = ExchangeKeyDeps & StrategyDeps;

export interface OwnedPlace {
  readonly place: RiskPlace;
  /** Whether the caller may change it: a sub-account its own keys and strategies, a main account everything. */
  readonly mayChange: boolean;
}

/** @throws riskErrors.noSuchPlace for a place that the caller does not see */
export async function readPlace(
  deps: PlaceDeps,
  actor: Caller,
  { scope, id }: { readonly scope: RiskPlace["scope"]; readonly id?: string | undefined },
): Promise<OwnedPlace> {
  const found = await findPlace(deps, actor, scope, id);
  if (!found) throw riskErrors.noSuchPlace({ scope, id: id ?? "without an id" });
  return found;
}

async function findPlace(
  { exchangeKeys, strategies }: PlaceDeps,
  actor: Caller,
  scope: RiskPlace["scope"],
  id: string | undefined,
): Promise<OwnedPlace | undefined> {
  const { ownerUid, uid, rights } = actor;
  const number = Number(id);
  switch (scope) {
    case "account": {
      const isOwn = id === undefined || number === ownerUid;
      return isOwn ? { place: { scope, id: ownerUid }, mayChange: !rights } : undefined;
    }
    case "key": {
      const key = id === undefined ? undefined : await exchangeKeys.findKey(keyViewOf(actor), number);
      return key && { place: { scope, id: key.id }, mayChange: mayChangeKey(actor, key.uid) };
    }
    case "strategy": {
      const profile = id === undefined ? undefined : await strategies.findProfile(viewOf(actor), number);
      const only = profile?.strategies.length === 1 ? profile.strategies[0] : undefined;
      const strategy = profile?.strategies.find((each) => each.id === number) ?? only;
      return profile && strategy && { place: { scope, id: strategy.id }, mayChange: !rights || profile.uid === uid };
    }
  }
}
