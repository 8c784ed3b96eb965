/** The storage port of users' keywords and their feeds. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { StoredArticle } from "./store.ts";

/** By which ways a user is notified of articles that have a keyword, beside webhooks. */
export interface KeywordNotify {
  readonly email: boolean;
  readonly telegram: boolean;
}

export interface FollowedKeyword {
  readonly id: number;
  readonly name: string;
  readonly articles: number;
  readonly lastMatchAt: Instant | undefined;
  readonly createdAt: Instant;
  readonly notify: KeywordNotify;
  /** Its address for feed readers; undefined where none is in force. */
  readonly feed: { readonly createdAt: Instant; readonly readAt: Instant | undefined } | undefined;
}

/** A keyword whose feed is read, and by the plan of whose account it is shown. */
export interface ReadFeed {
  readonly keywordId: number;
  readonly name: string;
  readonly planId: string;
}

interface KeywordOwner {
  readonly uid: number;
  readonly ownerUid: number;
}

export interface KeywordStore {
  /**
   * Follows a keyword, and finds it in the articles of the last 30 days: in the newest at once, in the others by a job. The same one again answers what is there, with
   * `notify` where that is given. Undefined when the account has as many as it may.
   */
  addKeyword(
    user: KeywordOwner,
    keyword: { readonly name: string; readonly words: string; readonly notify?: KeywordNotify | undefined },
    maximum: number,
    at: Instant,
  ): Promise<FollowedKeyword | undefined>;
  findKeyword(uid: number, id: number): Promise<FollowedKeyword | undefined>;
  listKeywords(
    uid: number,
    page: Page,
  ): Promise<{ readonly keywords: readonly FollowedKeyword[]; readonly total: number }>;
  removeKeyword(uid: number, id: number): Promise<boolean>;
  /** Makes an address for feed readers, in place of the one before. False where the user has no such keyword. */
  setFeed(user: KeywordOwner, keywordId: number, tokenHash: Buffer, at: Instant): Promise<boolean>;
  /** False where no address is in force. */
  removeFeed(user: KeywordOwner, keywordId: number, at: Instant): Promise<boolean>;
  /** Undefined for an address that is unknown or revoked, and for one of a user who is not let in. Notes that it is read. */
  findFeed(tokenHash: Buffer, at: Instant): Promise<ReadFeed | undefined>;
  /** The newest articles of a keyword that were first seen in the last 30 days before `until`, newest first. */
  listFeed(
    keywordId: number,
    shown: { readonly languages: readonly string[]; readonly until: Instant; readonly limit: number },
  ): Promise<StoredArticle[]>;
}
