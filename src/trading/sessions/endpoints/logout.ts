import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { accountErrors, requireSession } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { endedCookie } from "../core/session-cookie.ts";
import type { SessionDeps, SessionRuleDeps } from "../deps.ts";

export const logout = endpoint({
  id: "sessions.logout",
  method: "POST",
  path: "/session/logout",
  auth: "change",
  summary: "End this session",
  input: { params: Type.Object({}) },
  output: json(mutation({}), { headers: { "set-cookie": "Takes the session's cookie away" } }),
  errors: [accountErrors.sessionNeeded],
  examples: [{ name: "with a key", body: {}, status: 403 }],
  beyondSpec: true,

  async run({ sessions, sessionRules, clock }: SessionDeps & SessionRuleDeps & ClockDeps, { actor }) {
    const sessionId = requireSession(actor);
    await sessions.end(actor.uid, sessionId, actor.ownerUid, clock.now());
    const value = { status: true as const, id: String(sessionId), message: "Logged out" };
    return withHeaders(value, { "set-cookie": endedCookie(sessionRules) });
  },
});
