// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Access, Referral, SecurityApiKey } from "./schemas.ts";

export interface AccountsCloseAccountParams {
  reason: string;
  password: string;
}

export interface AccountsCloseAccountResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface AccountsSettingsParams {
  /** IANA name, such as Europe/London. Reminders by mail tell their times in it. */
  timezone?: string;
  /** ISO 639-1, with a country if need be. Kept for clients. */
  language?: string;
  /** In which clients show amounts beside their own currency. */
  currency_display?: string;
  /** Alerts by mail, to the verified address; for staff, also what waits for them. */
  notifications_email?: boolean;
  /** Alerts by the bot of alerts/telegram-edit. */
  notifications_telegram?: boolean;
  /** Alerts to the user's webhooks that want `risk.alert`. */
  notifications_webhook?: boolean;
  /** Code of an exchange; empty for none. Kept for clients. */
  default_exchange?: string;
  /** Seconds. Kept for clients. 0.1 to 86400. */
  default_slice_delay?: number;
  /** Of reminders by mail, and kept for clients. */
  date_format?: "YYYY-MM-DD" | "DD.MM.YYYY" | "DD/MM/YYYY" | "MM/DD/YYYY";
  theme?: "system" | "light" | "dark";
}

export interface AccountsSettingsResult {
  /** IANA name, such as Europe/London. Reminders by mail tell their times in it. */
  timezone: string;
  /** ISO 639-1, with a country if need be. Kept for clients. */
  language: string;
  /** In which clients show amounts beside their own currency. */
  currency_display: string;
  notifications: {
    email: boolean;
    telegram: boolean;
    webhook: boolean;
  };
  default_exchange: string | null;
  /** Seconds. Kept for clients. 0.1 to 86400. */
  default_slice_delay: number;
  /** Of reminders by mail, and kept for clients. */
  date_format: "YYYY-MM-DD" | "DD.MM.YYYY" | "DD/MM/YYYY" | "MM/DD/YYYY";
  theme: "system" | "light" | "dark";
}

export interface AccessHistoryParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface AccessHistoryResult {
  access: Access[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface AccountDetailsResult {
  uid: number;
  username: string;
  name: string;
  email: string;
  email_verified: boolean;
  /** Always null: the platform does not ask for it. */
  country: string | null;
  twofactor: boolean;
  subscription: {
    id: string;
    name: string;
  };
  is_subaccount: boolean;
  parent_uid: number | null;
  /** Seconds since 1970. */
  time_created: number;
  last_login: number | null;
}

export interface ListReferralsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListReferralsResult {
  referrals: Referral[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
  /** Given by a newcomer at sign-up, who is then listed here. */
  referral_code: string;
}

export interface SecuritySettingsParams {
  /** A mail about each login from a new place. */
  login_alerts?: boolean;
  /** Seconds until a session that is not used ends. 300 to 86400. */
  session_timeout?: number;
}

export interface SecuritySettingsResult {
  twofactor: boolean;
  twofactor_method: "totp";
  recovery_codes_left: number;
  /** From where the user's API keys can be used; empty when one of them can be from anywhere. */
  ip_whitelist: string[];
  /** A mail about each login from a new place. */
  login_alerts: boolean;
  /** Whether withdrawals go to addresses of a list only. */
  withdraw_whitelist: boolean;
  /** Seconds until a session that is not used ends. 300 to 86400. */
  session_timeout: number;
  /** Seconds since 1970. */
  password_changed: number;
  api_keys: SecurityApiKey[];
  applies_to_subaccounts: boolean;
}

export interface PasswordChangeParams {
  /** The current password. */
  password: string;
  /** Letters and digits, or 16 characters and more. */
  new_password: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface PasswordChangeResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface PasswordResetRequestParams {
  /** Username or mail address. */
  login: string;
}

export interface PasswordResetRequestResult {
  status: true;
  message: string;
}

export interface PasswordResetParams {
  /** As written in the mail. */
  token: string;
  /** Letters and digits, or 16 characters and more. */
  new_password: string;
}

export interface PasswordResetResult {
  status: true;
  message: string;
}

export interface EmailVerifyRequestResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface EmailVerifyConfirmParams {
  /** As written in the mail. */
  token: string;
}

export interface EmailVerifyConfirmResult {
  status: true;
  message: string;
}

export interface EmailChangeRequestParams {
  /** An address for mail. */
  email: string;
  /** The current password. */
  password: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface EmailChangeRequestResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface EmailChangeConfirmParams {
  /** As written in the mail. */
  token: string;
}

export interface EmailChangeConfirmResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface TwoFactorSetupParams {
  /** The current password. */
  password: string;
}

export interface TwoFactorSetupResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Base 32, to be typed in. */
  secret: string;
  /** otpauth://, the content of the QR code. */
  uri: string;
  /** The QR code, as a data URI of a PNG. */
  qr: string;
}

export interface TwoFactorConfirmParams {
  code: string;
}

export interface TwoFactorConfirmResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  recovery_codes: string[];
}

export interface TwoFactorDisableParams {
  /** The current password. */
  password: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface TwoFactorDisableResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface TwoFactorRecoveryCodesParams {
  /** The current password. */
  password: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface TwoFactorRecoveryCodesResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  recovery_codes: string[];
}

export interface AccountsOperations {
  /** Refuses to close the account. An account can only be closed on the website; this always answers 403. */
  closeAccount(params: AccountsCloseAccountParams, options?: CallOptions): Promise<AccountsCloseAccountResult>;
  /**
   * The user's settings, shown or changed. Without parameters they are shown. Parameters that are given are set,
   * which needs full access. `notifications_*` says by which ways alerts reach the user. Reminders repeat and tell
   * their times in `timezone`, and mails write them in `date_format`. The other settings are kept for clients: the
   * platform does not use them.
   */
  settings(params?: AccountsSettingsParams, options?: ChangeOptions): Promise<AccountsSettingsResult>;
  /**
   * Logins, and uses of API keys. Newest first. Each login; of the uses of a key from one address, the first of each
   * hour.
   */
  accessHistory: Paged<AccessHistoryParams | undefined, AccessHistoryResult, Access>;
  /** The user. */
  accountDetails(params?: Record<string, never>, options?: CallOptions): Promise<AccountDetailsResult>;
  /** Users who came through this one, and what they earned it. */
  listReferrals: Paged<ListReferralsParams | undefined, ListReferralsResult, Referral>;
  /**
   * How the account is protected. `login_alerts` and `session_timeout`, where they are given, are set, which needs
   * full access.
   */
  securitySettings(params?: SecuritySettingsParams, options?: ChangeOptions): Promise<SecuritySettingsResult>;
  /** Set a new password. All sessions but this one end. */
  passwordChange(params: PasswordChangeParams, options?: ChangeOptions): Promise<PasswordChangeResult>;
  /** Have a mail sent that sets a new password. Answers the same whether there is such a user or not. */
  passwordResetRequest(params: PasswordResetRequestParams, options?: CallOptions): Promise<PasswordResetRequestResult>;
  /**
   * Set a new password by what was mailed. All sessions end. A second factor is asked for at the next login as
   * before.
   */
  passwordReset(params: PasswordResetParams, options?: CallOptions): Promise<PasswordResetResult>;
  /** Have a mail sent that verifies the address. */
  emailVerifyRequest(params?: Record<string, never>, options?: ChangeOptions): Promise<EmailVerifyRequestResult>;
  /** Verify an address by what was mailed to it. */
  emailVerifyConfirm(params: EmailVerifyConfirmParams, options?: CallOptions): Promise<EmailVerifyConfirmResult>;
  /**
   * Begin with another mail address. A link goes to the new address, and a notice to the present one, which stays in
   * force until the link is confirmed. The link counts for one day, and in place of earlier ones.
   */
  emailChangeRequest(params: EmailChangeRequestParams, options?: ChangeOptions): Promise<EmailChangeRequestResult>;
  /**
   * Take the new mail address by what was mailed to it. Needs a session of the same user: a link that reached another
   * user is useless there. Links that were sent to the address before stop working, and the old address is notified.
   */
  emailChangeConfirm(params: EmailChangeConfirmParams, options?: ChangeOptions): Promise<EmailChangeConfirmResult>;
  /**
   * Begin with a second factor. Makes a secret for an authenticator app, shown this once. It counts when a code of it
   * was confirmed.
   */
  twoFactorSetup(params: TwoFactorSetupParams, options?: ChangeOptions): Promise<TwoFactorSetupResult>;
  /**
   * Turn the second factor on. By a code of the app that has the secret. Answers the recovery codes, shown this once.
   */
  twoFactorConfirm(params: TwoFactorConfirmParams, options?: ChangeOptions): Promise<TwoFactorConfirmResult>;
  /** Turn the second factor off. */
  twoFactorDisable(params: TwoFactorDisableParams, options?: ChangeOptions): Promise<TwoFactorDisableResult>;
  /** Make new recovery codes. The earlier ones count no more. The new ones are shown this once. */
  twoFactorRecoveryCodes(params: TwoFactorRecoveryCodesParams, options?: ChangeOptions): Promise<TwoFactorRecoveryCodesResult>;
}
