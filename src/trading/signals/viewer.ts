/** Callers as the stores of signals know them. */
import { toMillis, type Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { signalLimits, STRANGER_DELAY_MS } from "./core/signal-limits.ts";
import type { SignalDoer, Viewer } from "./store.ts";

/** How many signals are shown first. */
export const FEATURED = 10;

type Known = Pick<Caller, "uid" | "ownerUid" | "rights" | "plan">;

/** How late a caller learns of triggers of others, milliseconds. */
export function delayOf({ plan }: Pick<Known, "plan">): number {
  return signalLimits(plan.id).delayMs;
}

/** A caller's view, with the delay of its plan; undefined for a caller without a key. */
export function viewerOf(caller: Pick<Known, "ownerUid" | "plan"> | undefined, at: Instant): Viewer {
  const delayMs = caller === undefined ? STRANGER_DELAY_MS : delayOf(caller);
  return { ownerUid: caller?.ownerUid, nowMs: Math.floor(toMillis(at)), delayMs };
}

type Doing = Pick<Caller, "uid" | "ownerUid" | "rights" | "access">;

export function doerOf({ uid, ownerUid, rights, access }: Doing, at: Instant): SignalDoer {
  const isMain = rights === undefined;
  return { uid, ownerUid, changesAccount: isMain, spendsMoney: isMain && access === "full_access", at };
}
