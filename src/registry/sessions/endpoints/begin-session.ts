import { Type } from "typebox";
import { MAX_BEARER_CHARACTERS } from "../../../kit/auth/bearer.ts";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../../tokens/index.ts";
import { beginWith } from "../begin-with.ts";
import { callerSchema } from "../caller.ts";
import { sessionErrors } from "../errors.ts";

/** Exchanges a token for a cookie, so that a page need not keep the token. */
export const beginSession = endpoint({
  id: "sessions.beginSession",
  method: "POST",
  path: "/auth/session",
  auth: "visitor",
  summary: "Sign a browser in with a registry token",
  description:
    "The cookie replaces the token in all requests of this server's own pages. Changes also need `csrf_token` in the " +
    "header X-CSRF-Token. The session ends with the token, or after the hours of `TRIPOD_REGISTRY_SESSION_MAX_HOURS`.",
  input: {
    body: Type.Object(
      {
        registry_token: Type.String({
          minLength: 1,
          maxLength: MAX_BEARER_CHARACTERS,
          description: "From any login, or from the operator.",
        }),
      },
      { title: "SignIn", additionalProperties: false },
    ),
  },
  output: json(callerSchema, { headers: { "set-cookie": "The session" } }),
  errors: [tokenErrors.malformed, tokenErrors.invalid, sessionErrors.otherSite, sessionErrors.tooLong],
  limits: { attempts: { requests: 60, windowSeconds: 900 }, bodyBytes: 32_768 },
  beyondSpec: true,
  examples: [{ name: "not a token", body: { registry_token: "abc" }, status: 401 }],

  async run(deps, { input: { body }, actor }) {
    if (actor.isFromOtherSite) throw sessionErrors.otherSite();
    const { value, setCookie } = await beginWith(deps, body.registry_token.trim());
    return withHeaders(value, { "set-cookie": setCookie });
  },
});
