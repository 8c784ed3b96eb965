/** What webhooks are told of, and which of them. */
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import type { WebhookEvent } from "../service.ts";

/** Something that has happened in an account. */
export interface Happening {
  readonly event: WebhookEvent;
  readonly ownerUid: number;
  /** Whose it is; null for what every user of the account sees. */
  readonly uid: number | null;
  /** There where it is about an exchange key: users who may use the keys of the main account see it too. */
  readonly isOfKey?: true;
  /** There where it is a matter of this user alone: not even the main account is told. */
  readonly isPersonal?: true;
  /** What it is about, where one webhook is to be told of that once at most, whatever happens to it. */
  readonly subject?: string;
  readonly at: Instant;
  /** The members of the body beside those that every body has. */
  readonly data: object;
}

/** Who looks at what happens in an account. */
export interface Viewer {
  readonly uid: number;
  readonly ownerUid: number;
  readonly seesProfiles: boolean;
  readonly usesMasterKeys: boolean;
}

/** Whose something is that happens in an account. */
interface Seen {
  readonly ownerUid: number;
  readonly uid: number | null;
  readonly isOfKey?: boolean;
}

/** A webhook that wants some of the events, with what its user sees. */
export interface Listener extends Viewer {
  readonly id: string;
  readonly events: readonly WebhookEvent[];
}

/**
 * Whether a user sees it. A main account sees everything of the account. A sub-account sees what is its own, what is
 * everyone's, strategies and orders of the account where it may view all profiles, and keys of the main account where it may
 * use them.
 */
export function isSeenBy(viewer: Viewer, { ownerUid, uid, isOfKey }: Seen): boolean {
  if (viewer.ownerUid !== ownerUid) return false;
  if (viewer.uid === ownerUid || uid === null || viewer.uid === uid) return true;
  return isOfKey ? viewer.usesMasterKeys && uid === ownerUid : viewer.seesProfiles;
}

/** Whether a webhook is told: what its user sees. What is personal, its user alone sees. */
export function isTold(listener: Listener, happening: Happening): boolean {
  const { event, ownerUid, uid, isPersonal } = happening;
  if (!listener.events.includes(event)) return false;
  return isPersonal ? listener.ownerUid === ownerUid && listener.uid === uid : isSeenBy(listener, happening);
}

/** The body of a delivery, as JSON, without its id. */
export function payloadOf({ event, ownerUid, uid, at, data }: Happening): string {
  const user = uid === null ? null : String(uid);
  return JSON.stringify({ event, at: formatInstant(at), account: String(ownerUid), user, ...data });
}
