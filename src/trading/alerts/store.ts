/** Alerts and bots, as requests and as senders see them. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { Viewer } from "../webhooks/index.ts";
import type { AlertKind } from "./core/alert.ts";

/** Null until the receivers of an alert are decided. `not_wanted`: no way is on; `late`: a day had passed. */
export type AlertOutcome = "sent" | "not_wanted" | "over_limit" | "late";

export interface KeptAlert {
  readonly id: number;
  readonly uid: number | null;
  readonly kind: AlertKind;
  readonly why: string;
  /** As JSON. */
  readonly data: string;
  readonly at: Instant;
  readonly outcome: AlertOutcome | null;
}

export interface TelegramBot {
  readonly botUrl: string;
  readonly chatId: string;
  readonly setAt: Instant;
  readonly lastSentAt: Instant | null;
  readonly lastError: string | null;
}

export interface NewBot {
  readonly botUrl: string;
  /** Is sealed before it is stored. */
  readonly token: string;
  readonly chatId: string;
}

/** Who changes its own bot, and when. */
export interface BotOwner {
  readonly ownerUid: number;
  readonly uid: number;
  readonly at: Instant;
}

export interface TelegramBotStore {
  find(uid: number): Promise<TelegramBot | undefined>;
  /** In place of the bot that there is. A first message is due with it, so that its user sees whether they arrive. */
  set(owner: BotOwner, bot: NewBot): Promise<TelegramBot>;
  /** With the messages that wait. False when there is none. */
  remove(owner: BotOwner): Promise<boolean>;
}

export interface AlertList {
  /** Newest first. */
  list(view: Viewer, page: Page): Promise<{ readonly alerts: readonly KeptAlert[]; readonly total: number }>;
  /** How many alerts of an account were due by mail and Telegram on the UTC day of `at`, also beyond the limit. */
  countDue(ownerUid: number, at: Instant): Promise<number>;
}

/** A message of which this process makes an attempt. */
export interface ClaimedMessage {
  readonly id: number;
  readonly uid: number;
  readonly text: string;
  /** With this one. */
  readonly tries: number;
  readonly expiresAt: Instant;
  readonly botUrl: string;
  readonly sealedToken: string;
  readonly chatId: string;
}

/** For the desk. */
export interface MessageQueue {
  /**
   * The oldest due message of each user without one in progress: the oldest first, after them those of users whose last
   * message failed. Other processes get none of them before `until`.
   */
  claim(now: Instant, until: Instant, limit: number): Promise<readonly ClaimedMessage[]>;
  markSent(message: ClaimedMessage, at: Instant): Promise<void>;
  retryLater(message: ClaimedMessage, error: string, dueAt: Instant): Promise<void>;
  giveUp(message: ClaimedMessage, error: string): Promise<void>;
}

export interface AlertOutbox {
  /**
   * Decides the receivers of the oldest alerts, and enqueues their mails and messages, in one transaction.
   *
   * @returns how many alerts were decided
   */
  decide(now: Instant, perDay: number): Promise<number>;
}

export interface AlertTrim {
  /** Forgets alerts and messages of before then. */
  trim(olderThan: Instant): Promise<void>;
}
