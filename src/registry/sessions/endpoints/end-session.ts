import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { sessionErrors } from "../errors.ts";

/** Takes the cookie away. A session that has ended already is not an error. */
export const endSession = endpoint({
  id: "sessions.endSession",
  method: "DELETE",
  path: "/auth/session",
  auth: "visitor",
  summary: "Sign this browser out",
  input: {},
  output: json(Type.Object({ signed_in: Type.Literal(false) }, { title: "SignedOut", additionalProperties: false }), {
    headers: { "set-cookie": "Takes the session's cookie away" },
  }),
  errors: [sessionErrors.noCsrf, sessionErrors.otherSite],
  beyondSpec: true,
  examples: [{ name: "without a session" }],

  run({ sessions }, { actor: { shown, isFromOtherSite } }) {
    if (isFromOtherSite) throw sessionErrors.otherSite();
    if (shown.kind === "noCsrf") throw sessionErrors.noCsrf();
    return withHeaders({ signed_in: false as const }, { "set-cookie": sessions.ended });
  },
});
