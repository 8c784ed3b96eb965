import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import type { AccountDeps } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { DemoDeps } from "../deps.ts";
import { sessionErrors } from "../errors.ts";
import { beginSession, type BeginDeps } from "../log-in.ts";
import { checkSite, loggedInSchema, loginHeaders, viewLogin } from "../logged-in.ts";

/** Signs the demo's user in with one click. Anywhere else it is refused, whatever users there are. */
export const demoLogin = endpoint({
  id: "sessions.demoLogin",
  method: "POST",
  path: "/session/demo-login",
  auth: "visitor",
  summary: "Log in as the user of the demo",
  description:
    "Only where Tripod was started with `--demo`, and only as the user that `--demo` has made. Once that user has a second " +
    "factor, it logs in like any other.",
  input: { headers: loginHeaders, params: Type.Object({}) },
  output: json(loggedInSchema, { headers: { "set-cookie": "The session" } }),
  errors: [sessionErrors.noDemo, sessionErrors.otherSite],
  limits: { attempts: { requests: 60, windowSeconds: 900 } },
  examples: [{ name: "outside a demo", body: {}, status: 403 }],
  beyondSpec: true,

  async run(deps: BeginDeps & AccountDeps & DemoDeps, { input: { headers }, actor }) {
    checkSite(headers["sec-fetch-site"]);
    const { uid } = deps.demoDoor;
    const user = uid === undefined ? undefined : await deps.accounts.find(uid);
    if (!user?.isActive || user.hasTwoFactor) throw sessionErrors.noDemo();
    const from = { address: actor.address, userAgent: headers["user-agent"] ?? "" };
    return viewLogin(await beginSession(deps, from, user, false), deps.sessionRules);
  },
});
