/** The caller's view of itself. */
import { Type, type Static } from "typebox";
import type { SignedIn } from "../../kit/auth/credential-cookie.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import type { TokenActor } from "../tokens/index.ts";

const seconds = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}. Seconds since 1970, UTC` });

export const callerSchema = Type.Object(
  {
    subject: Type.String({
      description: "Whom the login proved: a domain, a GitHub login, the subject of an id token",
    }),
    method: Type.String({
      description: "How: `dns`, `http`, `github-at`, `github-oidc`, `oidc`, `none`; `operator` for the command line",
    }),
    permissions: Type.Array(
      Type.Object(
        {
          action: Type.Union([
            Type.Literal("publish"),
            Type.Literal("edit"),
            Type.Literal("read"),
            Type.Literal("admin"),
          ]),
          resource: Type.String({ description: "A server name, the beginning of one followed by `*`, or `*`" }),
        },
        { additionalProperties: false },
      ),
    ),
    omits_namespaces: Type.Boolean({
      description:
        "Whether the login owns more namespaces than a token holds, so that some are missing from `permissions`",
    }),
    expires_at: seconds("When the token no longer counts"),
    session: Type.Union(
      [
        Type.Object(
          {
            csrf_token: Type.String({ description: "For the header X-CSRF-Token of changes in this session" }),
            ends_at: seconds("When the browser must sign in again"),
            renewable: Type.Boolean({
              description:
                "`POST /auth/session/renew` gets the next token, until `ends_at`. False: `ends_at` is the token's end",
            }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: "Null where a header shows the token" },
    ),
  },
  { title: "Caller", additionalProperties: false },
);

export function viewCaller(
  { subject, method, permissions, omitsNamespaces, expiresAt }: TokenActor,
  session: SignedIn | undefined,
): Static<typeof callerSchema> {
  return {
    subject,
    method,
    permissions: permissions.map(({ action, resource }) => ({ action, resource })),
    omits_namespaces: omitsNamespaces === true,
    expires_at: toSeconds(expiresAt),
    session: session ? viewSession(session) : null,
  };
}

function viewSession({ csrfToken, endsAt, renewal }: SignedIn) {
  return { csrf_token: csrfToken, ends_at: toSeconds(endsAt), renewable: renewal !== undefined };
}
