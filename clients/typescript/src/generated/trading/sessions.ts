// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions } from "../../operation.ts";
import type { Session } from "./schemas.ts";

export interface ActiveSessionsParams {
  /** `list`, or `revoke:` and an id. */
  request: string;
}

export interface LoginsResult {
  /** This browser has a session; session/current then says whose. */
  signed_in: boolean;
  /** session/demo-login logs in without a password. */
  demo_login: boolean;
  /** Who may make an account. */
  sign_up: "off" | "invited" | "open";
}

export interface LoginParams {
  /** Username, or mail address of a main account. */
  login: string;
  password: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface LoginResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  uid: number;
  username: string;
  csrf_token: string;
  /** Seconds since 1970. */
  expires_at: number;
}

export interface DemoLoginResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  uid: number;
  username: string;
  csrf_token: string;
  /** Seconds since 1970. */
  expires_at: number;
}

export interface LogoutResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface CurrentResult {
  /** An id, as lists show it. */
  id: string;
  uid: number;
  username: string;
  role: "user" | "support" | "admin";
  is_subaccount: boolean;
  twofactor: boolean;
  /** Nothing else is allowed before a second factor is set up. */
  twofactor_needed: boolean;
  csrf_token: string;
  /** Seconds until a session that is not used ends. */
  session_timeout: number;
  /** When it ends however much it is used. */
  expires_at: number | null;
}

export interface CreatePushTicketResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Not for an address: addresses are logged. */
  ticket: string;
  /** Seconds. */
  expires_in: number;
}

export interface SessionsCloseAccountParams {
  /** The current password. */
  password: string;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
  /** What is left, too little to be withdrawn as a rule, goes to the platform for good. */
  give_up_balance?: boolean;
}

export interface SessionsCloseAccountResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface SessionsOperations {
  /**
   * Sessions of the console, shown or ended. `list` shows them, the latest first; `revoke:<id>` ends one, which needs
   * full access, and shows those that are left.
   */
  activeSessions(params: ActiveSessionsParams, options?: CallOptions): Promise<Session[]>;
  /** See how users log in here. */
  logins(params?: Record<string, never>, options?: CallOptions): Promise<LoginsResult>;
  /**
   * Log in to the console. Sets the cookie of a session. Changes in it need `csrf_token` in the header X-CSRF-Token.
   * With a second factor, a login without a code answers 2021, and is repeated with one.
   */
  login(params: LoginParams, options?: CallOptions): Promise<LoginResult>;
  /**
   * Log in as the user of the demo. Only where Tripod was started with `--demo`, and only as the user that `--demo`
   * has made. Once that user has a second factor, it logs in like any other.
   */
  demoLogin(params?: Record<string, never>, options?: CallOptions): Promise<DemoLoginResult>;
  /** End this session. */
  logout(params?: Record<string, never>, options?: ChangeOptions): Promise<LogoutResult>;
  /** This session, and its CSRF token. The first request of a console page. Without a session it answers 401. */
  current(params?: Record<string, never>, options?: CallOptions): Promise<CurrentResult>;
  /**
   * Get a ticket for the push. For browsers. Send `{"ticket": "..."}` over the WebSocket at `/api/v2/ws`, or give
   * `auth: { ticket }` to a client of the socket.io protocol. A ticket counts once, for 30 seconds, at every process.
   * The connection then follows what the user may follow, at the pace of the plan, and ends when the session ends. It
   * does not keep the session from ending. At most 100 unused tickets of a session can wait.
   */
  createPushTicket(params?: Record<string, never>, options?: ChangeOptions): Promise<CreatePushTicketResult>;
  /**
   * Close the account for good. Sessions and API keys end, those of sub-accounts too; keys of exchanges, names and
   * addresses are removed. What was paid stays in the ledger. What subscribers have paid for signals of the account
   * is paid back for the time that is left, as far as the balance goes. An account that still holds money is not
   * closed, unless `give_up_balance` says that it may be lost. Nor is one with active strategies: `active_strategies`
   * lists up to 20 of them; nor with orders that may be open: `open_orders` lists up to 20 of them.
   */
  closeAccount(params: SessionsCloseAccountParams, options?: ChangeOptions): Promise<SessionsCloseAccountResult>;
}
