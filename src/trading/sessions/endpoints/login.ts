import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { HOUR_SECONDS } from "../../../kit/time/spans.ts";
import { accountErrors, secondFactorCodes } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation, seconds } from "../../shapes.ts";
import { sessionCookie } from "../core/session-cookie.ts";
import { sessionErrors } from "../errors.ts";
import { logIn, type LogInDeps } from "../log-in.ts";

export const login = endpoint({
  id: "sessions.login",
  method: "POST",
  path: "/session/login",
  auth: "visitor",
  summary: "Log in to the console",
  description:
    "Sets the cookie of a session. Changes in it need `csrf_token` in the header X-CSRF-Token. With a second factor, a " +
    "login without a code answers 2021, and is repeated with one.",
  input: {
    headers: Type.Object({
      "user-agent": Type.Optional(Type.String()),
      "sec-fetch-site": Type.Optional(Type.String()),
    }),
    params: Type.Object({
      login: Type.String({ minLength: 1, maxLength: 320, description: "Username, or mail address of a main account" }),
      password: Type.String({ minLength: 1, maxLength: 200 }),
      ...secondFactorCodes,
    }),
  },
  output: json(
    mutation({ uid: Type.Integer(), username: Type.String(), csrf_token: Type.String(), expires_at: seconds }),
    {
      headers: { "set-cookie": "The session" },
    },
  ),
  errors: [
    sessionErrors.wrongLogin,
    sessionErrors.codeNeeded,
    sessionErrors.wrongCode,
    sessionErrors.otherSite,
    accountErrors.tooManyAttempts,
  ],
  examples: [
    { name: "somebody unknown", body: { login: "nobody", password: "no password" }, status: 401 },
    { name: "without a password", body: { login: "nobody" }, status: 422 },
  ],
  beyondSpec: true,

  async run(deps: LogInDeps, { input: { headers, params }, actor }) {
    // A page of another site could else log somebody in to an account of its own.
    const site = headers["sec-fetch-site"];
    if (site === "cross-site" || site === "same-site") throw sessionErrors.otherSite();
    const userAgent = headers["user-agent"] ?? "";
    const { session, user, token, csrfToken } = await logIn(deps, { ...params, address: actor.address, userAgent });
    const value = {
      status: true as const,
      id: String(session.id),
      message: "Logged in",
      uid: user.uid,
      username: user.username,
      csrf_token: csrfToken,
      expires_at: toSeconds(session.expiresAt),
    };
    const { sessionRules } = deps;
    return withHeaders(value, {
      "set-cookie": sessionCookie(sessionRules, token, sessionRules.maxHours * HOUR_SECONDS),
    });
  },
});
