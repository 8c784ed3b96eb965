/**
 * The storage port of sign-up. A request to sign up is a mail address and a token, not an account: the account is made
 * in the transaction that uses up the token, with its address verified.
 */
import type { Instant } from "../../kit/time/instant.ts";
import type { ByAdmin, MailText } from "../accounts/index.ts";
import type { Page } from "../page.ts";

export interface SignUpRequest {
  readonly email: string;
  readonly invitationId?: number;
  /** The user whose referral code was given. */
  readonly referredBy?: number;
}

export interface NewSignUp extends SignUpRequest {
  readonly tokenHash: Buffer;
  /** With the token. */
  readonly mail: MailText;
  /** Sent instead, to the verified address of an account. */
  readonly hasAccountMail: (username: string) => MailText;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

export interface NewAccount {
  readonly tokenHash: Buffer;
  readonly username: string;
  readonly name: string;
  /** From `hashPassword`. */
  readonly passwordHash: string;
  readonly isInvitationNeeded: boolean;
  readonly at: Instant;
}

export interface NewInvitation {
  readonly inviterUid: number;
  readonly codeHash: Buffer;
  readonly label: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

export interface Invitation {
  readonly id: number;
  readonly label: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly usedAt: Instant | null;
  readonly usedBy: number | null;
  readonly revokedAt: Instant | null;
}

/** An invitation of any account, as admins see it. */
export interface AccountInvitation extends Invitation {
  readonly inviterUid: number;
  readonly inviter: string;
}

export interface SignupStore {
  /** The user whose referral code this is, unless the account is closed. */
  findReferrer(code: string): Promise<number | undefined>;
  /** An invitation that can be used: not used, revoked or expired, and its inviter may still invite. */
  findInvitation(codeHash: Buffer, now: Instant): Promise<number | undefined>;
  /** Makes the job due that mails the link. Takes as long whether the address has an account or not. */
  ask(request: SignUpRequest): Promise<void>;
  /**
   * Keeps a token in the place of an earlier one and mails it, or mails the notice where the address has an account.
   * "tooSoon", and nothing is changed: the address had a mail a moment ago, or too many today. "unverified": the address
   * belongs to the account `person`, which has not verified it yet; nothing was mailed.
   */
  issue(signUp: NewSignUp): Promise<Issued>;
  /** The token is waiting to be used. */
  isPending(tokenHash: Buffer, now: Instant): Promise<boolean>;
  /**
   * Uses token and invitation up, and makes the account.
   *
   * @throws accountErrors.badToken, accountErrors.usernameTaken, signupErrors.emailInUse, signupErrors.badInvitation,
   * signupErrors.invitationNeeded
   */
  createAccount(account: NewAccount): Promise<number>;
  /** @throws signupErrors.mayNotInvite, signupErrors.tooManyInvitations */
  invite(invitation: NewInvitation): Promise<Invitation>;
  listInvitations(
    inviterUid: number,
    page: Page,
  ): Promise<{ readonly invitations: readonly Invitation[]; readonly total: number }>;
  /** False when the inviter has no such invitation that is open. */
  revokeInvitation(inviterUid: number, id: number, at: Instant): Promise<boolean>;
  /** Of all accounts, newest first. `before` is the last id of the page before. */
  listAllInvitations(page: { readonly limit: number; readonly before?: number }): Promise<readonly AccountInvitation[]>;
  /** By an admin. False when no account has such an invitation that is open. */
  revokeAnyInvitation(id: number, by: ByAdmin, at: Instant): Promise<boolean>;
  /** Forgets requests that have expired, and invitations that ended long ago. */
  trim(now: Instant): Promise<void>;
}

export type Issued =
  | { readonly kind: "mailed" | "tooSoon" }
  | {
      readonly kind: "unverified";
      readonly person: {
        readonly uid: number;
        readonly ownerUid: number;
        readonly username: string;
        readonly email: string;
      };
    };
