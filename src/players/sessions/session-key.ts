/** The key of a request: in its header, or within the session of a browser. */
import type { CredentialCookie, SignedIn } from "../../kit/auth/credential-cookie.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { CHALLENGE } from "../keys/index.ts";
import { sessionErrors } from "./errors.ts";

/** As an `Authorization` header has it. */
export interface ShownKey {
  readonly authorization: string | readonly string[] | undefined;
  /** Undefined where the header shows the key. */
  readonly session?: SignedIn;
}

/**
 * The key that is to be checked. A header counts before a session.
 *
 * @throws session.ended (401), session.noCsrf, session.otherSite (403)
 */
export function shownKeyOf(
  sessions: Pick<CredentialCookie, "shownBy">,
  credentials: Pick<Credentials, "method" | "headers">,
  now: Instant,
): ShownKey {
  const { authorization, cookie } = credentials.headers;
  if ((authorization !== undefined && authorization.length > 0) || cookie === undefined) return { authorization };
  const shown = sessions.shownBy(credentials, now);
  switch (shown.kind) {
    case "none":
      return { authorization };
    case "ended":
      throw sessionErrors.ended({}, CHALLENGE);
    case "session":
      return { authorization: shown.session.credential, session: shown.session };
    default:
      throw sessionErrors[shown.kind]();
  }
}
