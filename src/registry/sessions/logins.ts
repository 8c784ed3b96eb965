/** Which ways to get a token the operator has turned on. */
import { Type, type Static } from "typebox";
import type { TokenConfig } from "../tokens/index.ts";

const orNull = <Schema extends Parameters<typeof Type.Object>[0]>(members: Schema, description: string) =>
  Type.Union([Type.Object(members, { additionalProperties: false }), Type.Null()], { description });

export const loginsSchema = Type.Object(
  {
    anonymous: Type.Boolean({ description: "`POST /auth/none` gives any caller a token for trials" }),
    dns: Type.Literal(true, { description: "`POST /auth/dns`, for owners of domains" }),
    http: Type.Literal(true, { description: "`POST /auth/http`, for owners of web servers" }),
    github: Type.Object(
      {
        client_id: Type.Union([Type.String(), Type.Null()], {
          description:
            "Of the GitHub app with which publishing tools let users log in; null where none is set. Where one is set, " +
            "browsers sign in by `POST /auth/github-device`",
        }),
      },
      { additionalProperties: false, description: "`POST /auth/github-at`, with an access token" },
    ),
    github_actions: Type.Object(
      { issuer: Type.String(), audience: Type.String() },
      { additionalProperties: false, description: "`POST /auth/github-oidc`, from a run of GitHub Actions" },
    ),
    oidc: orNull(
      {
        issuer: Type.String(),
        client_id: Type.String(),
        browser: Type.Boolean({
          description:
            "Browsers sign in by `POST /auth/openid`. False where the operator has not set `TRIPOD_PUBLIC_URL`, or has " +
            "switched the console off: the issuer sends browsers back to a page of the console",
        }),
      },
      "`POST /auth/oidc`, with an id token of this issuer for this client; null where none is set",
    ),
  },
  { title: "Logins", additionalProperties: false },
);

export type Logins = Readonly<Static<typeof loginsSchema>>;

/** @param hasBrowserOpenid whether browsers can sign in at the issuer */
export function loginsOf(config: TokenConfig, hasBrowserOpenid: boolean): Logins {
  const { oidcIssuer: issuer, oidcClientId } = config;
  return {
    anonymous: config.anonymousAuth,
    dns: true,
    http: true,
    github: { client_id: config.githubClientId === "" ? null : config.githubClientId },
    github_actions: { issuer: config.githubOidcIssuer, audience: config.githubOidcAudience },
    oidc: issuer === "" || oidcClientId === "" ? null : { issuer, client_id: oidcClientId, browser: hasBrowserOpenid },
  };
}
