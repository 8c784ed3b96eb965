import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { SignUpModeDeps } from "../../signup/index.ts";
import { tokenOfCookie } from "../core/session-cookie.ts";
import type { DemoDeps, SessionDeps, SessionRuleDeps } from "../deps.ts";

/** Tells a page of the console what to show first. */
export const logins = endpoint({
  id: "sessions.logins",
  method: ["GET", "POST"],
  path: "/session/logins",
  auth: "public",
  summary: "See how users log in here",
  input: { headers: Type.Object({ cookie: Type.Optional(Type.String()) }) },
  output: json(
    Type.Object({
      signed_in: Type.Boolean({ description: "This browser has a session; session/current then says whose" }),
      demo_login: Type.Boolean({ description: "session/demo-login logs in without a password" }),
      sign_up: Type.Union([Type.Literal("off"), Type.Literal("invited"), Type.Literal("open")], {
        description: "Who may make an account",
      }),
    }),
  ),
  errors: [],
  examples: [{ name: "without a session" }],
  beyondSpec: true,

  async run(deps: SessionDeps & SessionRuleDeps & DemoDeps & SignUpModeDeps & ClockDeps, { input: { headers } }) {
    const { sessions, sessionRules, demoDoor, signUpMode, clock } = deps;
    const token = tokenOfCookie(sessionRules, headers.cookie);
    const session = token === undefined ? undefined : await sessions.use(hashSecret(token), clock.now());
    return { signed_in: session !== undefined, demo_login: demoDoor.uid !== undefined, sign_up: signUpMode };
  },
});
