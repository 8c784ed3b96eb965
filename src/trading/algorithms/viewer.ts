/** Callers as the store of algorithms knows them. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import type { Doing, Viewer } from "./store.ts";

export function viewerOf({
  uid,
  ownerUid,
  rights,
  plan,
}: Pick<Caller, "uid" | "ownerUid" | "rights" | "plan">): Viewer {
  const seesAccount = rights === undefined || rights.viewAllProfiles;
  return { uid, ownerUid, seesAccount, excluded: plan.limits.strategies.algos_excluded };
}

export function doing(caller: Caller, at: Instant): Doing {
  return { viewer: viewerOf(caller), at };
}
