/** The outbox of mail, as the sender sees it. */
import type { Instant } from "../../kit/time/instant.ts";

/** A mail of which this process alone makes an attempt, until the claim ends. */
export interface ClaimedMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  /** Undefined when it was sealed with a secret key that is not here. */
  readonly text: string | undefined;
  readonly messageKey: string;
  /** 1 for the first. Names the claim: an attempt that lost it is not recorded, unless it succeeded. */
  readonly attempt: number;
  /** It is given up then; null for one that stays true. */
  readonly expiresAt: Instant | null;
}

export interface MailStore {
  /** Takes the mail that has been due for longest; no other process gets it before `until`. */
  claim(now: Instant, until: Instant): Promise<ClaimedMail | undefined>;
  markSent(mail: ClaimedMail, at: Instant): Promise<void>;
  /** Tries again at `dueAt`. */
  retryLater(mail: ClaimedMail, error: string, dueAt: Instant): Promise<void>;
  giveUp(mail: ClaimedMail, error: string, at: Instant): Promise<void>;
  /** Mails that wait to be sent. */
  countQueued(): Promise<number>;
  /** Forgets mails that ended before `olderThan`, and those that have waited for longer. Answers how many. */
  trim(olderThan: Instant): Promise<number>;
}
