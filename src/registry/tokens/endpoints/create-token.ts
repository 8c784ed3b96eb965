import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { refuseMistakes } from "../../../kit/errors/refuse-mistakes.ts";
import { DAY_SECONDS, HOUR_SECONDS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../errors.ts";
import type { OperatorToken } from "../store.ts";
import { madeToken, viewListed, wantedPermissions } from "../token-view.ts";

/** One line that is not blank, as the command line takes it. */
const ONE_LINE = "^ *[^\\u0000-\\u0020\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$";

/** Makes a token without a login, for a machine or a reader. */
export const createToken = endpoint({
  id: "tokens.createToken",
  method: "POST",
  path: "/admin/tokens",
  auth: "admin",
  summary: "Make a token",
  description:
    "The token is shown in this answer and never again. Tokens of admins are made on the command line only, so that a token " +
    "that leaked cannot outlive itself as an admin.",
  input: {
    body: Type.Object(
      {
        subject: Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: ONE_LINE,
          description: "The owner; recorded in the audit trail",
        }),
        permissions: wantedPermissions,
        ttlSeconds: Type.Integer({
          minimum: 1,
          maximum: 10 * 365 * DAY_SECONDS,
          description: "How long it counts, in seconds; ten years at most",
        }),
      },
      { title: "NewToken", additionalProperties: false },
    ),
  },
  output: json(madeToken, { status: 201 }),
  errors: [tokenErrors.invalidGrant, tokenErrors.blocked],
  beyondSpec: true,
  examples: [
    {
      name: "for readers of a private registry",
      body: {
        subject: "build servers",
        permissions: [{ action: "read", resource: "*" }],
        ttlSeconds: 90 * DAY_SECONDS,
      },
    },
    {
      name: "a pattern that no name has",
      body: { subject: "ci", permissions: [{ action: "publish", resource: "io.*/x" }], ttlSeconds: HOUR_SECONDS },
      status: 422,
    },
    {
      name: "a namespace without its servers",
      body: { subject: "ci", permissions: [{ action: "publish", resource: "io.example" }], ttlSeconds: HOUR_SECONDS },
      status: 422,
    },
  ],

  run: ({ tokens, change }, { input: { body }, actor, requestId }) =>
    refuseMistakes(tokenErrors.invalidGrant, async () => {
      let made: OperatorToken | undefined;
      const add = (token: OperatorToken): Promise<void> => {
        made = token;
        return change({ actor, requestId }, async (stores) => {
          await stores.tokens.addOperatorToken(token);
          const { tokenId, subject, permissions } = token;
          await stores.record({ action: "token.create", detail: { tokenId, subject, permissions } });
        });
      };
      const { token } = await tokens.issue({ method: "operator", ...body }, add);
      invariant(made, "a token that is shown was written down");
      return { registry_token: token, ...viewListed(made) };
    }),
});
