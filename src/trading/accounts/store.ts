/** The storage port of accounts. Changes are whole transactions: with the trail and the mail about them. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Access as KeyAccess } from "../caller.ts";
import type { Page } from "../page.ts";
import type { MailText } from "./core/mails.ts";
import type { UserSettings } from "./user-settings.ts";
import type { Person, User } from "./user.ts";

/** One try to log in, or one use of a key. */
export interface Access {
  readonly id: number;
  readonly address: string;
  readonly userAgent: string;
  readonly country: string | null;
  readonly method: "web" | "api";
  readonly result: "success" | "failed" | "blocked";
  readonly at: Instant;
}

export interface Referral {
  readonly uid: number;
  readonly username: string;
  readonly hasLoggedIn: boolean;
  readonly isActive: boolean;
  /** The user's income from referrals, by currency, in units of 1e-8. */
  readonly earned: ReadonlyMap<string, bigint>;
  readonly createdAt: Instant;
}

/** A key as its owner's security settings show it. */
export interface ShownApiKey {
  readonly id: number;
  readonly key: string;
  readonly label: string;
  readonly access: KeyAccess;
  readonly addresses: readonly string[];
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
}

export interface PasswordChange {
  readonly person: Person;
  readonly passwordHash: string;
  /** Of the password that was shown, which must still be the user's; left out where a link was. */
  readonly shownHash?: string;
  /** The session that asks for it goes on; all others end. */
  readonly exceptSession?: number;
  readonly mail: MailText;
  readonly at: Instant;
}

export interface AccountStore {
  find(uid: number): Promise<User | undefined>;
  /** By username, or by the address of a main account that shares it with no other main account. */
  findByLogin(login: string): Promise<User | undefined>;
  /** A login as the database compares names: all ways to write one name are one. */
  readLoginName(login: string): Promise<string>;
  settings(uid: number): Promise<UserSettings>;
  changeSettings(person: Person, changes: Partial<UserSettings>, at: Instant): Promise<UserSettings>;
  listAccesses(uid: number, page: Page): Promise<{ readonly accesses: readonly Access[]; readonly total: number }>;
  /** `code`: what a new user enters to be one of them. */
  listReferrals(
    uid: number,
    page: Page,
  ): Promise<{ readonly code: string; readonly referrals: readonly Referral[]; readonly total: number }>;
  listApiKeys(uid: number): Promise<readonly ShownApiKey[]>;
  /** Whether withdrawals of the account go to addresses of a list only. */
  hasWithdrawWhitelist(ownerUid: number, at: Instant): Promise<boolean>;
  /** @throws accountErrors.wrongPassword when the password that was shown has been replaced since. */
  changePassword(change: PasswordChange): Promise<void>;
}

/** The purpose of a link in a mail. */
export type TokenPurpose = "verifyEmail" | "resetPassword" | "changeEmail";

export interface NewToken {
  readonly person: Person;
  readonly purpose: TokenPurpose;
  readonly tokenHash: Buffer;
  readonly mail: MailText;
  /** Where the mail goes, if that is not the user's address; the user's address then gets the notice. */
  readonly elsewhere?: { readonly email: string; readonly notice: MailText };
  readonly at: Instant;
  readonly expiresAt: Instant;
}

export interface EmailChange {
  readonly person: Person;
  /** To the address that was. */
  readonly mail: MailText;
  readonly at: Instant;
}

export interface TokenStore {
  /**
   * Keeps a token, and the mail that carries it. False, and nothing is kept, when the last one was made after `notSince`, when
   * five links for a new password still count, or when the address that is to be verified has had five links within a day.
   */
  issue(token: NewToken, notSince: Instant): Promise<boolean>;
  /** Whose token this is, if it still counts. */
  find(tokenHash: Buffer, purpose: TokenPurpose, now: Instant): Promise<Person | undefined>;
  /** Uses the token up. False when it counts no more, or the user's address is another one now. */
  verifyEmail(tokenHash: Buffer, at: Instant): Promise<boolean>;
  /** Uses the token up, which must be this person's. False when it counts no more. */
  changeEmail(tokenHash: Buffer, change: EmailChange): Promise<boolean>;
  /** Uses the token up; ends all sessions. False when it counts no more. */
  resetPassword(tokenHash: Buffer, change: PasswordChange): Promise<boolean>;
  /** Makes the job due that looks for the user and sends the link. Takes as long whether there is one or not. */
  askReset(login: string): Promise<void>;
  /** The users that this username or address may mean: up to five. */
  findForReset(login: string): Promise<readonly Person[]>;
}

export interface TwoFactorState {
  readonly sealedSecret: string;
  readonly isConfirmed: boolean;
}

export interface TwoFactorConfirmation {
  readonly person: Person;
  /** In which the code was shown. */
  readonly sessionId: number;
  readonly sealedSecret: string;
  /** Of the code that was shown. */
  readonly step: number;
  readonly codeHashes: readonly Buffer[];
  readonly mail: MailText;
  readonly at: Instant;
}

export interface TwoFactorStore {
  find(uid: number): Promise<TwoFactorState | undefined>;
  /** Keeps a secret that is yet to be confirmed. False when the second factor is on. */
  begin(uid: number, sealedSecret: string): Promise<boolean>;
  /** Turns it on. False when it is on already, or when another secret was begun with. */
  confirm(confirmation: TwoFactorConfirmation): Promise<boolean>;
  /** Accepts the code of a time step, once, and none of an earlier one afterwards. */
  useStep(uid: number, step: number): Promise<boolean>;
  /** Accepts a recovery code, once, and notifies the user. */
  useRecoveryCode(uid: number, codeHash: Buffer, at: Instant): Promise<boolean>;
  /** Codes that are left. */
  countRecoveryCodes(uid: number): Promise<number>;
  replaceRecoveryCodes(person: Person, codeHashes: readonly Buffer[], mail: MailText, at: Instant): Promise<void>;
  disable(person: Person, mail: MailText, at: Instant): Promise<void>;
}
