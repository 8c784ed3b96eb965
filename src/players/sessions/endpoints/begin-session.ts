import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { DEMO_KEY, keyErrors } from "../../keys/index.ts";
import { sessionErrors } from "../errors.ts";
import { callerSchema, viewCaller } from "../shapes.ts";

/** Exchanges a key for a cookie, so that a page need not keep the key. */
export const beginSession = endpoint({
  id: "sessions.beginSession",
  method: "POST",
  path: "/Session",
  auth: "visitor",
  beyondSpec: true,
  summary: "Sign a browser in with a key",
  description:
    "The cookie replaces the key in all requests of this server's own pages. Changes also need `CsrfToken` in the header " +
    "X-CSRF-Token. The session ends with the key, or after the hours of `TRIPOD_PLAYERS_SESSION_MAX_HOURS`. With `--demo`, " +
    "`Demo` takes the key of the invented cluster.",
  input: {
    body: Type.Object(
      {
        Key: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
        Demo: Type.Optional(Type.Boolean()),
      },
      { title: "SignIn" },
    ),
  },
  output: json(callerSchema, { headers: { "set-cookie": "The session" } }),
  errors: [
    sessionErrors.keyNeeded,
    sessionErrors.otherSite,
    keyErrors.malformed,
    keyErrors.unknown,
    keyErrors.demo,
    keyErrors.expired,
    keyErrors.disabled,
    keyErrors.unavailable,
  ],
  limits: { attempts: { requests: 60, windowSeconds: 900 } },
  examples: [
    { name: "an unknown key", body: { Key: "tpk_0" }, status: 401 },
    { name: "outside a demo", body: { Demo: true }, status: 401 },
    { name: "without a key", body: {}, status: 400 },
  ],

  async run({ keys, sessions, sessionMaxHours, clock }, { input: { body }, actor }) {
    if (actor.isFromOtherSite) throw sessionErrors.otherSite();
    const { Key: key, Demo: isDemo = false } = body;
    if ((key !== undefined) === isDemo) throw sessionErrors.keyNeeded();
    const credential = key ?? DEMO_KEY;
    const now = clock.now();
    const owner = await keys.ownerOf(credential, now);
    const endsAt = plusMillis(now, sessionMaxHours * HOUR_MS);
    const begun = sessions.begin({ credential, endsAt }, now);
    invariant(begun, "a key fits into a cookie");
    return withHeaders(viewCaller(owner, begun.session), { "set-cookie": begun.setCookie });
  },
});
