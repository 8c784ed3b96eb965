import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors, unauthorized } from "../../tokens/index.ts";
import { beginWith } from "../begin-with.ts";
import { callerSchema } from "../caller.ts";
import { sessionErrors } from "../errors.ts";
import { readRenewal } from "../renewal.ts";

/** Gets the next token of a session whose login goes on, also after the last token has expired. */
export const renewSession = endpoint({
  id: "sessions.renewSession",
  method: "POST",
  path: "/auth/session/renew",
  auth: "visitor",
  summary: "Renew the session's token",
  description:
    "Asks the issuer or GitHub again for the user, and judges the user's rights again. The end of the session does not " +
    "move. Sessions that began with a pasted token, or whose issuer gave no refresh token, end with their token: 409.",
  input: {},
  output: json(callerSchema, { headers: { "set-cookie": "The session with its next token" } }),
  errors: [
    tokenErrors.exchangeFailed,
    tokenErrors.blocked,
    sessionErrors.ended,
    sessionErrors.notRenewable,
    sessionErrors.otherSite,
    sessionErrors.tooLong,
  ],
  limits: { cost: 5 },
  beyondSpec: true,
  examples: [{ name: "without a session", status: 401 }],

  async run(deps, { actor }) {
    if (actor.isFromOtherSite) throw sessionErrors.otherSite();
    const { held } = actor;
    if (!held) throw unauthorized(sessionErrors.ended);
    const kept = readRenewal(held.renewal);
    const renewed = kept && (await deps.renew(kept));
    if (!kept || !renewed) throw sessionErrors.notRenewable();
    const before = { subject: kept.subject, endsAt: held.endsAt };
    const { value, setCookie } = await beginWith(deps, renewed.token, { renewal: renewed.renewal, before });
    return withHeaders(value, { "set-cookie": setCookie });
  },
});
