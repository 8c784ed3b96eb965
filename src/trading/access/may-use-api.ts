import type { KnownUser } from "./api-key.ts";

/** Whether a user may have keys and use them: the plan must allow it, and to a sub-account its owner too. */
export function mayUseApi({ rights, plan: { limits } }: Pick<KnownUser, "rights" | "plan">): boolean {
  if (!limits.user_settings.api_access) return false;
  return rights === undefined || (rights.allowApiAccess && limits.subaccounts.api_access);
}
