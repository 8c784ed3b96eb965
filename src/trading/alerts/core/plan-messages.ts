/** Which alert is sent to which user, and by which channel, within the daily limit. */
import type { isSeenBy, Viewer } from "../../webhooks/index.ts";
import { alertText, alertTitle, type ShownAlert } from "./alert-text.ts";

/** An alert whose receivers are not decided yet. */
export interface UndecidedAlert extends ShownAlert {
  readonly uid: number | null;
  readonly isOfKey: boolean;
  /** Of the key. */
  readonly exchange?: string | undefined;
}

/** A user who is let in, with what reaches it. */
export interface Recipient extends Viewer {
  readonly email: string;
  readonly wantsEmail: boolean;
  /** With a bot connected. */
  readonly wantsTelegram: boolean;
}

export interface PlannedMessage {
  readonly to: Recipient;
  readonly subject: string;
  readonly text: string;
}

/**
 * The users who receive an alert: those who want alerts and see what it is about.
 *
 * @param isSeen the rule that holds for webhooks too
 */
export function recipientsOf(
  alert: UndecidedAlert,
  users: readonly Recipient[],
  isSeen: typeof isSeenBy,
): readonly Recipient[] {
  return users.filter((user) => (user.wantsEmail || user.wantsTelegram) && isSeen(user, alert));
}

/**
 * The messages of an alert.
 *
 * @param number of this alert among those of its account on this day, from 1
 * @param perDay how many are sent on a day; the last one says so
 * @returns undefined beyond the limit
 */
export function planMessages(
  alert: UndecidedAlert,
  recipients: readonly Recipient[],
  { number, perDay }: { readonly number: number; readonly perDay: number },
): readonly PlannedMessage[] | undefined {
  if (number > perDay) return undefined;
  const text = alertText(alert, { perDay, isLast: number === perDay });
  return recipients.map((to) => ({ to, subject: alertTitle(alert), text }));
}
