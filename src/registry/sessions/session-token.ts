/** The token of a request: in its header, or within the session of a browser. */
import type { CredentialCookie, SignedIn } from "../../kit/auth/credential-cookie.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { unauthorized } from "../tokens/index.ts";
import { sessionErrors } from "./errors.ts";

/** As an `Authorization` header has it. */
export interface ShownToken {
  readonly authorization: string | undefined;
  /** Undefined where the header shows the token. */
  readonly session?: SignedIn;
}

/**
 * The token that is to be checked. A header counts before a session.
 *
 * @throws sessions.ended (401), sessions.noCsrf, sessions.otherSite (403)
 */
export function shownTokenOf(
  sessions: Pick<CredentialCookie, "shownBy">,
  credentials: Pick<Credentials, "method" | "headers">,
  now: Instant,
): ShownToken {
  const { authorization: header, cookie } = credentials.headers;
  const authorization = Array.isArray(header) ? header[0] : header;
  if ((authorization !== undefined && authorization !== "") || cookie === undefined) return { authorization };
  const shown = sessions.shownBy(credentials, now);
  switch (shown.kind) {
    case "none":
      return { authorization };
    case "ended":
      throw unauthorized(sessionErrors.ended);
    case "session":
      return { authorization: `Bearer ${shown.session.credential}`, session: shown.session };
    default:
      throw sessionErrors[shown.kind]();
  }
}
