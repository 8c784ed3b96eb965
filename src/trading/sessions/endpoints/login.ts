import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors, secondFactorCodes } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import { sessionErrors } from "../errors.ts";
import { logIn, type LogInDeps } from "../log-in.ts";
import { checkSite, loggedInSchema, loginHeaders, viewLogin } from "../logged-in.ts";

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
    headers: loginHeaders,
    params: Type.Object({
      login: Type.String({ minLength: 1, maxLength: 320, description: "Username, or mail address of a main account" }),
      password: Type.String({ minLength: 1, maxLength: 200 }),
      ...secondFactorCodes,
    }),
  },
  output: json(loggedInSchema, { headers: { "set-cookie": "The session" } }),
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
    checkSite(headers["sec-fetch-site"]);
    const userAgent = headers["user-agent"] ?? "";
    return viewLogin(await logIn(deps, { ...params, address: actor.address, userAgent }), deps.sessionRules);
  },
});
