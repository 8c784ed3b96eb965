/** Callers as the store of webhooks knows them. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import type { Doing, WebhookView } from "./store.ts";

type Who = Pick<Caller, "uid" | "ownerUid" | "rights">;

export function viewOf({ uid, ownerUid, rights }: Who): WebhookView {
  return { ownerUid, onlyUid: rights ? uid : null };
}

export function doing(actor: Who, at: Instant): Doing {
  return { ...viewOf(actor), uid: actor.uid, at };
}
