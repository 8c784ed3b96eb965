// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { AccountInvitation, Invitation } from "./schemas.ts";

export interface GetSignUpResult {
  sign_up: "off" | "invited" | "open";
}

export interface RequestSignUpParams {
  /** An address for mail. */
  email: string;
  /** The code of an invitation, as its maker received it. */
  invitation?: string;
  /** The code of the user who recommended the platform, as `user/list-referrals` shows it. */
  referral_code?: string;
}

export interface RequestSignUpResult {
  status: true;
  message: string;
}

export interface ConfirmSignUpParams {
  /** As written in the mail. */
  token: string;
  /** Unique among all users, in whatever case; cannot be changed. */
  username: string;
  /** What people see. */
  name: string;
  /** Letters and digits, or 16 characters and more. */
  password: string;
}

export interface ConfirmSignUpResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  uid: number;
}

export interface CreateInvitationParams {
  /** To tell invitations apart. */
  label: string;
  /** How long it counts. 1 to 90. Default: 14. */
  days?: number;
}

export interface CreateInvitationResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** The code of an invitation, as its maker received it. */
  code: string;
  invitation: Invitation;
}

export interface ListInvitationsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListInvitationsResult {
  invitations: Invitation[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface RevokeInvitationParams {
  /** An id, as lists show it. */
  id: string;
}

export interface RevokeInvitationResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface AdminListInvitationsParams {
  /** Entries on a page. 1 to 200. Default: 50. */
  limit?: number;
  /** `next` of the page before. */
  before?: string;
}

export interface AdminListInvitationsResult {
  invitations: AccountInvitation[];
  /** What to send as `before`; null on the last page. */
  next: string | null;
}

export interface AdminRevokeInvitationParams {
  /** An id, as lists show it. */
  id: string;
  /** Why: the account that invited can read it. */
  reason: string;
}

export interface AdminRevokeInvitationResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface SignupOperations {
  /**
   * Whether people can sign up. `off`: the operator makes accounts. `invited`: with an invitation. `open`: with a
   * mail address.
   */
  getSignUp(params?: Record<string, never>, options?: CallOptions): Promise<GetSignUpResult>;
  /**
   * Have a mail sent that makes an account. Answers the same whether the address has an account or not. The mail to a
   * new address holds a token for `/user/sign-up/confirm`; before that, no account exists. An address gets at most
   * five such mails in a day.
   */
  requestSignUp(params: RequestSignUpParams, options?: CallOptions): Promise<RequestSignUpResult>;
  /**
   * Make an account by what was mailed. The address of the mail is the account's, and verified. The person who opens
   * the mail chooses name and password. After a refusal for the username or the password, the token can be sent
   * again.
   */
  confirmSignUp(params: ConfirmSignUpParams, options?: CallOptions): Promise<ConfirmSignUpResult>;
  /**
   * Make an invitation. For staff, and for main accounts with the right to invite. The code is shown in this answer
   * and never again; it makes one account, which counts as a referral of a main account that invited it. An
   * invitation counts only while its maker may invite.
   */
  createInvitation(params: CreateInvitationParams, options?: ChangeOptions): Promise<CreateInvitationResult>;
  /** The account's own invitations. Newest first, without their codes. Those that ended are listed for 400 days. */
  listInvitations: Paged<ListInvitationsParams | undefined, ListInvitationsResult, Invitation>;
  /** End an open invitation. Also where a mail was sent by it already: its link makes no account any more. */
  revokeInvitation(params: RevokeInvitationParams, options?: ChangeOptions): Promise<RevokeInvitationResult>;
  /** List the invitations of all accounts. Newest first, without their codes, by pages: send `next` as `before`. */
  adminListInvitations(params?: AdminListInvitationsParams, options?: CallOptions): Promise<AdminListInvitationsResult>;
  /**
   * End an open invitation of any account. The trail of the account that invited names the admin and the reason. A
   * link that was mailed by it ends too.
   */
  adminRevokeInvitation(params: AdminRevokeInvitationParams, options?: ChangeOptions): Promise<AdminRevokeInvitationResult>;
}
