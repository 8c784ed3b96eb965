/** The requested rights of a sub-account, from parameters to rights. */
import type { SubaccountRights } from "../../caller.ts";

/** Parameters by their documented names. Rights that are not sent stay unchanged, or as in `NO_RIGHTS`. */
export interface RequestedRights {
  readonly allow_api_key_usage: boolean;
  readonly parent_maximum?: string;
  readonly child_maximum?: string;
  readonly exchanges_enabled?: readonly string[];
  readonly concurrent_strategies_maximum?: number;
  readonly export_enabled?: boolean;
  readonly view_all_profiles?: boolean;
  readonly share_accounts_apikeys?: boolean;
  readonly manage_own_apikeys?: boolean;
  readonly allow_api_access?: boolean;
}

/** Of a sub-account for which nothing was asked. */
export const NO_RIGHTS: SubaccountRights = {
  viewAllProfiles: false,
  allowApiAccess: false,
  allowExport: false,
  shareMasterKeys: false,
  addOwnKeys: false,
  exchanges: undefined,
  parentMaximum: undefined,
  childMaximum: undefined,
  concurrentStrategiesMaximum: undefined,
};

/**
 * The rights after a request. `allow_api_key_usage` and its older name `share_accounts_apikeys` are one right: see
 * `contradicts`. An empty amount takes the sub-account's own limit away; so does `All` among the exchanges.
 */
export function rightsAfter(before: SubaccountRights, requested: RequestedRights): SubaccountRights {
  return {
    viewAllProfiles: requested.view_all_profiles ?? before.viewAllProfiles,
    allowApiAccess: requested.allow_api_access ?? before.allowApiAccess,
    allowExport: requested.export_enabled ?? before.allowExport,
    shareMasterKeys: requested.allow_api_key_usage,
    addOwnKeys: requested.manage_own_apikeys ?? before.addOwnKeys,
    exchanges:
      requested.exchanges_enabled === undefined ? before.exchanges : exchangeCodes(requested.exchanges_enabled),
    parentMaximum: amountAfter(before.parentMaximum, requested.parent_maximum),
    childMaximum: amountAfter(before.childMaximum, requested.child_maximum),
    concurrentStrategiesMaximum: requested.concurrent_strategies_maximum ?? before.concurrentStrategiesMaximum,
  };
}

/** True when the two names of one right were sent with different values. */
export function contradicts({ allow_api_key_usage: now, share_accounts_apikeys: older }: RequestedRights): boolean {
  return older !== undefined && older !== now;
}

/** Codes as a list or with commas, in lower case, each once; undefined for all. */
function exchangeCodes(sent: readonly string[]): readonly string[] | undefined {
  const codes = sent.flatMap((text) => text.split(",")).map((code) => code.trim().toLowerCase());
  const named = [...new Set(codes.filter((code) => code !== ""))];
  return named.includes("all") ? undefined : named;
}

function amountAfter(before: string | undefined, sent: string | undefined): string | undefined {
  if (sent === undefined) return before;
  return sent === "" ? undefined : sent;
}
