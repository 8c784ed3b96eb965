/** The storage port of sessions. */
import type { CookieKind } from "../../kit/text/cookie.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Closing, MailText, NewAccess, User } from "../accounts/index.ts";

export interface Session {
  readonly id: number;
  readonly uid: number;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Instant;
  /** Exact to about a minute. */
  readonly lastSeenAt: Instant;
  readonly expiresAt: Instant;
  /** When a second factor was shown in it; null for never. */
  readonly secondFactorAt: Instant | null;
}

export interface NewSession {
  readonly user: User;
  readonly tokenHash: Buffer;
  readonly address: string;
  readonly userAgent: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
  /** Whether a second factor was shown at the login. */
  readonly showedSecondFactor: boolean;
  /** Sent when the user has logged in before, but never from here, and wants the notice. */
  readonly mail: MailText;
}

export type SessionInForce = Pick<Session, "id" | "uid" | "secondFactorAt">;

export interface SessionStore {
  /**
   * Begins a session, with the entry in the history. Of too many of one user, the one that was idle longest ends.
   *
   * @throws sessionErrors.wrongLogin where the user's password was changed, or the user disabled, since the user was read
   */
  open(session: NewSession): Promise<Session>;
  /** The session of a token that has not ended, and notes that it is used. */
  use(tokenHash: Buffer, now: Instant): Promise<Session | undefined>;
  /** Of at most 5,000 sessions, those that have not ended and whose users, and their owners, are active. It uses none. */
  listInForce(ids: readonly number[], now: Instant): Promise<readonly SessionInForce[]>;
  /** A user's sessions that have not ended, the latest first. */
  list(uid: number, now: Instant): Promise<readonly Session[]>;
  /** False when the user has no such session. */
  end(uid: number, sessionId: number, ownerUid: number, at: Instant): Promise<boolean>;
  /** Whether the user has ever logged in from this address. Takes as long without a user (null). */
  isKnownAddress(uid: number | null, address: string): Promise<boolean>;
  /** Notes a login that failed. */
  record(access: NewAccess): Promise<void>;
  /** Closes the user's account for good. @throws accountErrors.balanceLeft, accountErrors.moneyUnderWay */
  closeAccount(uid: number, at: Instant, closing: Closing): Promise<void>;
}

export interface SessionRules extends CookieKind {
  /** Whatever is done in it, a session ends then. */
  readonly maxHours: number;
}
