import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../../tokens/index.ts";
import { keepLogin } from "../begun-login.ts";
import { sessionErrors } from "../errors.ts";

/** Time for a user to log in at the issuer, with a second factor that has to be found. */
const LASTS_SECONDS = 900;

/** Sends a browser to the operator's issuer. */
export const beginOpenid = endpoint({
  id: "sessions.beginOpenid",
  method: "POST",
  path: "/auth/openid",
  auth: "visitor",
  summary: "Begin to sign a browser in at this registry's own issuer",
  description:
    "Go to `authorization_url`. The issuer sends the browser back to `/console/callback` of `TRIPOD_PUBLIC_URL`, whose page " +
    "calls `POST /auth/openid/finish` in the same browser within 15 minutes.",
  input: {},
  output: json(
    Type.Object(
      { authorization_url: Type.String({ description: "At the issuer" }) },
      { title: "BegunOpenid", additionalProperties: false },
    ),
    { headers: { "set-cookie": "The browser must show it when it comes back" } },
  ),
  errors: [tokenErrors.exchangeFailed, tokenErrors.notOffered, sessionErrors.otherSite],
  limits: { attempts: { requests: 60, windowSeconds: 900 } },
  beyondSpec: true,
  examples: [{ name: "without an issuer", status: 404 }],

  async run({ openid, begunLogins, clock }, { actor }) {
    if (actor.isFromOtherSite) throw sessionErrors.otherSite();
    if (!openid) throw tokenErrors.notOffered({ method: "OpenID Connect in browsers" });
    const { url, begun } = await openid.begin();
    const when = { now: clock.now(), lastsSeconds: LASTS_SECONDS };
    const cookie = keepLogin(begunLogins, { kind: "openid", ...begun }, when);
    return withHeaders({ authorization_url: url }, { "set-cookie": cookie });
  },
});
