import { Type } from "typebox";
import { csrfToken } from "../../../kit/auth/csrf-token.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { accountErrors, requireSession, requireUser, type AccountDeps } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, seconds } from "../../shapes.ts";
import { tokenOfCookie } from "../core/session-cookie.ts";
import type { SessionDeps, SessionRuleDeps } from "../deps.ts";

export const current = endpoint({
  id: "sessions.current",
  method: "GET",
  path: "/session/current",
  auth: "user",
  summary: "This session, and its CSRF token",
  description: "The first request of a console page. Without a session it answers 401.",
  input: { headers: Type.Object({ cookie: Type.Optional(Type.String()) }) },
  output: json(
    Type.Object({
      id,
      uid: Type.Integer(),
      username: Type.String(),
      role: Type.Union([Type.Literal("user"), Type.Literal("support"), Type.Literal("admin")]),
      is_subaccount: Type.Boolean(),
      twofactor: Type.Boolean(),
      twofactor_needed: Type.Boolean({ description: "Nothing else is allowed before a second factor is set up" }),
      csrf_token: Type.String(),
      session_timeout: Type.Integer({ description: "Seconds until a session that is not used ends" }),
      expires_at: Type.Union([seconds, Type.Null()], { description: "When it ends however much it is used" }),
    }),
  ),
  errors: [accountErrors.sessionNeeded],
  examples: [{ name: "with a key", status: 403 }],
  beyondSpec: true,

  async run(
    { accounts, sessions, sessionRules, clock }: SessionDeps & SessionRuleDeps & AccountDeps & ClockDeps,
    { input: { headers }, actor },
  ) {
    const sessionId = requireSession(actor);
    const token = tokenOfCookie(sessionRules, headers.cookie);
    invariant(token !== undefined, "who has a session has sent its cookie");
    const user = await requireUser(accounts, actor.uid);
    const own = await sessions.list(actor.uid, clock.now());
    const session = own.find((each) => each.id === sessionId);
    return {
      id: String(sessionId),
      uid: user.uid,
      username: user.username,
      role: user.role,
      is_subaccount: user.ownerUid !== user.uid,
      twofactor: user.hasTwoFactor,
      twofactor_needed: actor.needsTwoFactor === true,
      csrf_token: csrfToken("trading", token),
      session_timeout: (await accounts.settings(user.uid)).session_timeout,
      expires_at: session ? toSeconds(session.expiresAt) : null,
    };
  },
});
