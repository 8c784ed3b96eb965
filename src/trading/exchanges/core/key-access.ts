/** Whose exchange keys a caller sees, changes and may add: a main account all of its account, a sub-account its own. */
import type { Caller } from "../../caller.ts";

type KeyUser = Pick<Caller, "uid" | "ownerUid" | "rights" | "plan">;

/** Which keys of the account are there for a caller. */
export interface KeyView {
  readonly ownerUid: number;
  /** The sub-account whose own keys these are; null for all keys of the account. */
  readonly onlyUid: number | null;
  /** Beside its own: those of the main account. */
  readonly includesOwners: boolean;
  /** Of the main account's, those at these exchanges; null for all. */
  readonly exchanges: readonly string[] | null;
}

/** The caller's view. A right that the owner's plan does not have counts for nothing. */
export function keyViewOf({ uid, ownerUid, rights, plan }: KeyUser): KeyView {
  if (!rights) return { ownerUid, onlyUid: null, includesOwners: true, exchanges: null };
  return {
    ownerUid,
    onlyUid: uid,
    includesOwners: rights.shareMasterKeys && plan.limits.subaccounts.exchange_api_keys.share_master,
    exchanges: rights.exchanges ?? null,
  };
}

/** Whether a user may trade with a key of its account. Asked at every slice: rights are taken away while strategies run. */
export function mayUseKey({ uid, ownerUid, rights, plan }: KeyUser, keyUid: number): boolean {
  if (!rights || keyUid === uid) return true;
  return keyUid === ownerUid && rights.shareMasterKeys && plan.limits.subaccounts.exchange_api_keys.share_master;
}

/** Whether a caller may trade at an exchange, with whatever key. */
export function mayUseExchange({ rights }: Pick<KeyUser, "rights">, exchange: string): boolean {
  return rights?.exchanges === undefined || rights.exchanges.includes(exchange);
}

/** Why a caller may add no key for an exchange; undefined when it may. */
export function whyNoNewKey({ rights, plan }: KeyUser, exchange: string): string | undefined {
  const { limits } = plan;
  if (!limits.exchange_api_keys.enabled) return "the subscription does not include exchange keys";
  if (!rights) return undefined;
  if (!limits.subaccounts.exchange_api_keys.add_own) return "the subscription does not let sub-accounts add keys";
  if (!rights.addOwnKeys) return "this sub-account may not add keys";
  if (!mayUseExchange({ rights }, exchange)) return "this sub-account may not use this exchange";
  return undefined;
}

/** Whether a caller may change a key that it sees: a sub-account only uses those of the main account. */
export function mayChangeKey({ uid, rights }: Pick<KeyUser, "uid" | "rights">, keyUid: number): boolean {
  return !rights || keyUid === uid;
}
