/** Identifies the caller by the cookie of a session. */
import { isCsrfToken } from "../../kit/auth/csrf-token.ts";
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import type { Method } from "../../kit/endpoint/endpoint.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { CookieKind } from "../../kit/text/cookie.ts";
import { tokenOfCookie } from "./core/session-cookie.ts";
import { sessionErrors } from "./errors.ts";
import type { SessionStore } from "./store.ts";

export interface SessionCaller {
  readonly uid: number;
  readonly sessionId: number;
  /**
   * Whether the request shows that a page of the console sent it: it is not a GET, and brings the CSRF token. Without
   * that the caller has read-only access: some operations that read may change something too.
   */
  readonly canChange: boolean;
  readonly showedSecondFactor: boolean;
}

export interface SessionAuthenticator {
  /**
   * The session of a `Cookie` header, and notes that it is used. Undefined when there is none, or it has ended. Whether
   * the user may still do anything is for the caller to find out.
   *
   * @param csrfHeader `X-CSRF-Token`
   * @param isChange the operation is one that only changes
   * @throws sessionErrors.noCsrf for a change by GET, or without the session's CSRF token.
   */
  sessionOf(
    cookieHeader: string | undefined,
    csrfHeader: string | undefined,
    method: Method,
    isChange: boolean,
    now: Instant,
  ): Promise<SessionCaller | undefined>;
}

export function sessionAuthenticator(sessions: Pick<SessionStore, "use">, kind: CookieKind): SessionAuthenticator {
  return {
    async sessionOf(cookieHeader, csrfHeader, method, isChange, now) {
      const token = tokenOfCookie(kind, cookieHeader);
      if (token === undefined) return undefined;
      const session = await sessions.use(hashSecret(token), now);
      if (!session) return undefined;
      const canChange = method !== "GET" && isCsrfToken("trading", token, csrfHeader);
      if (isChange && !canChange) throw sessionErrors.noCsrf();
      return {
        uid: session.uid,
        sessionId: session.id,
        canChange,
        showedSecondFactor: session.secondFactorAt !== null,
      };
    },
  };
}
