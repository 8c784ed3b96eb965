/** The dependencies of the endpoints of sessions. */
import type { CredentialCookie } from "../../kit/auth/credential-cookie.ts";
import type { GithubDeviceLogin, OpenidLogin } from "../tokens/index.ts";
import type { Logins } from "./logins.ts";
import type { Renew } from "./renewal.ts";

/** Ways in which a browser gets a token with this server's help. Undefined where the operator has not set one up. */
export interface BrowserLogins {
  readonly openid: OpenidLogin | undefined;
  readonly githubDevice: GithubDeviceLogin | undefined;
}

export interface SessionDeps extends BrowserLogins {
  readonly sessions: Pick<CredentialCookie, "begin" | "ended">;
  /** A browser's part of a sign-in in progress. */
  readonly begunLogins: Pick<CredentialCookie, "begin">;
  readonly sessionMaxHours: number;
  readonly logins: Logins;
  readonly renew: Renew;
}
