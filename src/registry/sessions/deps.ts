/** What endpoints of sessions are given. */
import type { CredentialCookie } from "../../kit/auth/credential-cookie.ts";
import type { Logins } from "./logins.ts";

export interface SessionDeps {
  readonly sessions: Pick<CredentialCookie, "begin" | "ended">;
  readonly sessionMaxHours: number;
  readonly logins: Logins;
}
