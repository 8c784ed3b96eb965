/** The events of webhooks, and which webhook receives which. */
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
  /** The exchange of that key. */
  readonly exchange?: string;
  /** Present where only this user is concerned: not even the main account is notified. */
  readonly isPersonal?: true;
  /** The key for events that one webhook receives at most once, whatever happens to it. */
  readonly subject?: string;
  readonly at: Instant;
  /** The members of the body beside those that every body has. */
  readonly data: object;
}

/** The viewer of an account's events. */
export interface Viewer {
  readonly uid: number;
  readonly ownerUid: number;
  readonly seesProfiles: boolean;
  readonly usesMasterKeys: boolean;
  /** Of these exchanges only; null for all. */
  readonly exchanges: readonly string[] | null;
}

/** Whose something is that happens in an account. */
interface Seen {
  readonly ownerUid: number;
  readonly uid: number | null;
  readonly isOfKey?: boolean;
  readonly exchange?: string | undefined;
}

/** A webhook that wants some of the events, with its user's view. */
export interface Listener extends Viewer {
  readonly id: string;
  readonly events: readonly WebhookEvent[];
}

/**
 * Whether a user sees it. A main account sees everything of the account. A sub-account sees its own things and public
 * ones. It sees strategies and orders of the account where it may view all profiles, and keys of the main account
 * where it may use them: not at an exchange that it may not use.
 */
export function isSeenBy(viewer: Viewer, { ownerUid, uid, isOfKey, exchange }: Seen): boolean {
  if (viewer.ownerUid !== ownerUid) return false;
  if (viewer.uid === ownerUid || uid === null || viewer.uid === uid) return true;
  if (!isOfKey) return viewer.seesProfiles;
  const isAllowed = viewer.exchanges === null || (exchange !== undefined && viewer.exchanges.includes(exchange));
  return viewer.usesMasterKeys && uid === ownerUid && isAllowed;
}

/** Whether a webhook receives an event: by its user's view. A personal event is seen only by its user. */
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
