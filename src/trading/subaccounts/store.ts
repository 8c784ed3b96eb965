/** The ports of the sub-accounts area: storage and other areas. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { SubaccountTerms } from "./core/plan-bounds.ts";

export interface StoredSubaccount extends SubaccountTerms {
  readonly uid: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly createdAt: Instant;
  /** Of the last time that it was let in. */
  readonly lastAccess: Instant | null;
}

export interface NewSubaccount extends SubaccountTerms {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isActive: boolean;
}

export interface SubaccountChange {
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
  /** Decides by what is stored, under its lock; may throw to refuse. */
  terms(before: SubaccountTerms): SubaccountTerms;
}

/** Who acts, and when. */
export interface Doing {
  readonly ownerUid: number;
  readonly uid: number;
  readonly at: Instant;
}

export interface StoredBroadcast {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly recipients: number;
  readonly readBy: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface ReceivedBroadcast extends Omit<StoredBroadcast, "recipients" | "readBy"> {
  /** Before it was listed this time. */
  readonly wasRead: boolean;
}

export interface StoredAccess {
  readonly id: number;
  readonly uid: number;
  readonly username: string;
  readonly address: string;
  readonly country: string | null;
  readonly userAgent: string;
  readonly method: "web" | "api";
  readonly result: "success" | "failed" | "blocked";
  readonly createdAt: Instant;
}

export interface SubaccountStore {
  /** @throws subaccountErrors.usernameTaken; answers undefined when the owner has `maximum` sub-accounts. */
  create(doing: Doing, subaccount: NewSubaccount, maximum: number): Promise<StoredSubaccount | undefined>;
  /** Undefined when the owner has no such sub-account. */
  edit(doing: Doing, uid: number, change: SubaccountChange): Promise<StoredSubaccount | undefined>;
  /** Ends it for good; answers how many entries of its history stay, undefined when there is none. */
  remove(doing: Doing, uid: number): Promise<{ readonly history: number } | undefined>;
  /** All that are not deleted, oldest first. */
  list(ownerUid: number): Promise<StoredSubaccount[]>;
  /** Also of deleted ones, newest first; undefined when `uid` never was a sub-account of the owner. */
  accesses(
    ownerUid: number,
    uid: number | undefined,
    page: Page,
  ): Promise<{ readonly entries: StoredAccess[]; readonly total: number } | undefined>;

  /** Undefined when the owner keeps `maximum` broadcasts already. */
  broadcast(
    doing: Doing,
    text: { readonly title: string; readonly body: string },
    maximum: number,
  ): Promise<StoredBroadcast | undefined>;
  /** Changed text counts as unread again. Undefined when the broadcast does not exist. */
  editBroadcast(
    doing: Doing,
    id: number,
    text: { readonly title?: string | undefined; readonly body?: string | undefined },
  ): Promise<StoredBroadcast | undefined>;
  /** False when the broadcast does not exist. */
  removeBroadcast(doing: Doing, id: number): Promise<boolean>;
  listBroadcasts(
    ownerUid: number,
    page: Page,
  ): Promise<{ readonly entries: StoredBroadcast[]; readonly total: number }>;
  /** The broadcasts to a sub-account, newest first, marked as read. */
  readBroadcasts(
    uid: number,
    page: Page,
    at: Instant,
  ): Promise<{ readonly entries: ReceivedBroadcast[]; readonly total: number }>;
}

/** How many strategies each of these users has; those without any may be left out. */
export type CountStrategies = (uids: readonly number[]) => Promise<ReadonlyMap<number, number>>;
