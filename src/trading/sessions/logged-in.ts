/** The answer to a login, by any proof. */
import { Type } from "typebox";
import { withHeaders } from "../../kit/endpoint/output.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import { HOUR_SECONDS } from "../../kit/time/spans.ts";
import { mutation, seconds } from "../shapes.ts";
import { sessionCookie } from "./core/session-cookie.ts";
import { sessionErrors } from "./errors.ts";
import type { LoggedIn } from "./log-in.ts";
import type { SessionRules } from "./store.ts";

export const loginHeaders = Type.Object({
  "user-agent": Type.Optional(Type.String()),
  "sec-fetch-site": Type.Optional(Type.String()),
});

export const loggedInSchema = mutation({
  uid: Type.Integer(),
  username: Type.String(),
  csrf_token: Type.String(),
  expires_at: seconds,
});

/**
 * Otherwise a page of another site could log a user in to that site's own account.
 *
 * @throws sessionErrors.otherSite
 */
export function checkSite(site: string | undefined): void {
  if (site === "cross-site" || site === "same-site") throw sessionErrors.otherSite();
}

export function viewLogin({ session, user, token, csrfToken }: LoggedIn, rules: SessionRules) {
  const value = {
    status: true as const,
    id: String(session.id),
    message: "Logged in",
    uid: user.uid,
    username: user.username,
    csrf_token: csrfToken,
    expires_at: toSeconds(session.expiresAt),
  };
  return withHeaders(value, { "set-cookie": sessionCookie(rules, token, rules.maxHours * HOUR_SECONDS) });
}
