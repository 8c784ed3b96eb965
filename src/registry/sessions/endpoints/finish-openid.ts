import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors, unauthorized } from "../../tokens/index.ts";
import { beginWith } from "../begin-with.ts";
import { begunLoginOf } from "../begun-login.ts";
import { callerSchema } from "../caller.ts";
import { sessionErrors } from "../errors.ts";

/** Exchanges the values from the issuer's redirect for a session. */
export const finishOpenid = endpoint({
  id: "sessions.finishOpenid",
  method: "POST",
  path: "/auth/openid/finish",
  auth: "visitor",
  summary: "Finish the sign-in at this registry's own issuer",
  description:
    "Takes `code` and `state` of the address to which the issuer sent the browser back. The rights of the session are " +
    "configured, as for `POST /auth/oidc`. Where the issuer gives a refresh token, the session is renewable.",
  input: {
    body: Type.Object(
      {
        code: Type.String({ minLength: 1, maxLength: 8192, description: "Counts once" }),
        state: Type.String({ minLength: 1, maxLength: 200 }),
      },
      { title: "OpenidAnswer", additionalProperties: false },
    ),
  },
  output: json(callerSchema, { headers: { "set-cookie": "The session" } }),
  errors: [
    tokenErrors.exchangeFailed,
    tokenErrors.notOffered,
    tokenErrors.blocked,
    sessionErrors.notBegun,
    sessionErrors.otherSite,
    sessionErrors.tooLong,
  ],
  limits: { attempts: { requests: 60, windowSeconds: 900 }, bodyBytes: 32_768 },
  beyondSpec: true,
  examples: [{ name: "without an issuer", body: { code: "abc", state: "def" }, status: 404 }],

  async run(deps, { input: { body }, actor }) {
    const { openid, tokens } = deps;
    if (actor.isFromOtherSite) throw sessionErrors.otherSite();
    if (!openid) throw tokenErrors.notOffered({ method: "OpenID Connect in browsers" });
    const begun = begunLoginOf(actor.begunLogin);
    if (begun?.kind !== "openid" || begun.state !== body.state) throw unauthorized(sessionErrors.notBegun);
    const { idToken, refreshToken } = await openid.finish(body.code, begun);
    const { token } = await tokens.exchangeOidc(idToken, begun.nonce);
    const renewal = refreshToken === undefined ? undefined : ({ kind: "openid", token: refreshToken } as const);
    const { value, setCookie } = await beginWith(deps, token, { renewal });
    return withHeaders(value, { "set-cookie": setCookie });
  },
});
