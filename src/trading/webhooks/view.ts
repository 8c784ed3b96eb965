/** Callers as the store of webhooks knows them. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import type { Viewer } from "./core/happening.ts";
import type { Doing, WebhookView } from "./store.ts";

type Who = Pick<Caller, "uid" | "ownerUid" | "rights">;

export function viewOf({ uid, ownerUid, rights }: Who): WebhookView {
  return { ownerUid, onlyUid: rights ? uid : null };
}

/** Which events a user sees: those of its account as its rights say. */
export function viewerOf({ uid, ownerUid, rights }: Who): Viewer {
  return {
    uid,
    ownerUid,
    seesProfiles: rights?.viewAllProfiles ?? true,
    usesMasterKeys: rights?.shareMasterKeys ?? true,
    exchanges: rights?.exchanges ?? null,
  };
}

export function doing(actor: Who, at: Instant): Doing {
  return { ...viewOf(actor), uid: actor.uid, at };
}
