// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions } from "../../operation.ts";
import type { AdminUser } from "./schemas.ts";

export interface ListUsersParams {
  /** Part of the username, name or mail address, or the uid. */
  search?: string;
  role?: "user" | "support" | "admin";
  status?: "enabled" | "disabled" | "closed";
  /** Only this main account with its sub-accounts. 1 to 1000000000000000. */
  account?: number;
  /** Users on a page. 1 to 200. Default: 50. */
  limit?: number;
  /** `next` of the page before. */
  after?: string;
}

export interface ListUsersResult {
  users: AdminUser[];
  /** What to send as `after`; null on the last page. */
  next: string | null;
}

export interface CreateUserParams {
  /** Unique among all users, in whatever case; cannot be changed. */
  username: string;
  /** What people see. */
  name: string;
  /** An address for mail. */
  email: string;
  /** Default: "user". */
  role?: "user" | "support";
  /** Why: kept in the account's audit trail, where the user can read it. */
  reason: string;
}

export interface CreateUserResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  user: AdminUser;
  /** Where the link was mailed, such as `a***@example.com`; null where it was not. */
  mailed_to: string | null;
  /** Shown in this answer only, where no mail is set up or the address is not verified; else null. */
  link: {
    /** For `user/password/reset`. */
    token: string;
    /** The console's page with the token. */
    url: string | null;
    /** Seconds since 1970. */
    expires_at: number;
  } | null;
}

export interface DisableUserParams {
  /** A user, as the list shows it. 1 to 1000000000000000. */
  uid: number;
  /** Why: kept in the account's audit trail, where the user can read it. */
  reason: string;
}

export interface DisableUserResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  user: AdminUser;
  /** Of the account, which trade on. */
  active_strategies: string[];
}

export interface EnableUserParams {
  /** A user, as the list shows it. 1 to 1000000000000000. */
  uid: number;
  /** Why: kept in the account's audit trail, where the user can read it. */
  reason: string;
}

export interface EnableUserResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  user: AdminUser;
}

export interface SetRoleParams {
  /** A user, as the list shows it. 1 to 1000000000000000. */
  uid: number;
  role: "user" | "support" | "admin";
  /** Why: kept in the account's audit trail, where the user can read it. */
  reason: string;
}

export interface SetRoleResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  user: AdminUser;
}

export interface ResetPasswordParams {
  /** A user, as the list shows it. 1 to 1000000000000000. */
  uid: number;
  /** Why: kept in the account's audit trail, where the user can read it. */
  reason: string;
}

export interface ResetPasswordResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Where the link was mailed, such as `a***@example.com`; null where it was not. */
  mailed_to: string | null;
  /** Shown in this answer only, where no mail is set up or the address is not verified; else null. */
  link: {
    /** For `user/password/reset`. */
    token: string;
    /** The console's page with the token. */
    url: string | null;
    /** Seconds since 1970. */
    expires_at: number;
  } | null;
}

export interface ResetTwoFactorParams {
  /** A user, as the list shows it. 1 to 1000000000000000. */
  uid: number;
  /** Why: kept in the account's audit trail, where the user can read it. */
  reason: string;
}

export interface ResetTwoFactorResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  user: AdminUser;
}

export interface AdminOperations {
  /**
   * List the users of the platform. Main accounts and sub-accounts in the order of their uids, by pages: send `next`
   * as `after`.
   */
  listUsers(params?: ListUsersParams, options?: CallOptions): Promise<ListUsersResult>;
  /**
   * Make a main account for a user. The user sets the password by a link that works once, within a day. It is mailed;
   * where no mail is set up, it is shown in this answer only. The mail address counts as verified. The admin who
   * makes an account does not approve its withdrawals. Admins are appointed at the command line.
   */
  createUser(params: CreateUserParams, options?: ChangeOptions): Promise<CreateUserResult>;
  /**
   * Refuse a user every way in. Its sessions end, and its API keys, push connections and sub-accounts are refused at
   * once, until it is enabled. Strategies that run go on, as after `tripod trading user disable`: `active_strategies`
   * names up to 20, and `tripod trading halt` stops their orders. The same again changes nothing.
   */
  disableUser(params: DisableUserParams, options?: ChangeOptions): Promise<DisableUserResult>;
  /**
   * Let a disabled user in again. API keys and sub-accounts may be used again, and the user logs in again. The same
   * again changes nothing.
   */
  enableUser(params: EnableUserParams, options?: ChangeOptions): Promise<EnableUserResult>;
  /**
   * Set what a main account may do on the platform. Its sessions end, and its API keys have the new role from the
   * next request. The role `admin` can be taken here, and is given at the command line only: two admins approve large
   * withdrawals, so one admin must not make another.
   */
  setRole(params: SetRoleParams, options?: ChangeOptions): Promise<SetRoleResult>;
  /**
   * Take a user's password away, and issue a link to set another. Sessions end, and the old password is refused from
   * now on. The link works once, within a day; earlier links end. It is mailed to the user's verified address; where
   * there is none, or no mail is set up, it is shown in this answer only. The second factor is asked for as before,
   * and API keys go on. The admin does not approve withdrawals of the account afterwards. Passwords of admins are
   * reset at the command line.
   */
  resetPassword(params: ResetPasswordParams, options?: ChangeOptions): Promise<ResetPasswordResult>;
  /**
   * Remove the second factor of a user who has lost it. Its recovery codes go with it, sessions end, and the user is
   * notified by mail. Check first who asks. The admin does not approve withdrawals of the account afterwards. Second
   * factors of admins are reset at the command line.
   */
  resetTwoFactor(params: ResetTwoFactorParams, options?: ChangeOptions): Promise<ResetTwoFactorResult>;
}
