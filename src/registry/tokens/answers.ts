/** Input and output of logins, in the names of the public registry. */
import { Type, type Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import type { IssuedToken } from "./tokens.ts";

export const tokenAnswer = Type.Object(
  {
    registry_token: Type.String({ description: "To be sent as `Authorization: Bearer <token>`." }),
    expires_at: Type.Integer({ description: "Seconds since 1970, UTC, from which on it no longer counts." }),
    omits_namespaces: Type.Optional(
      Type.Literal(true, {
        description: "Only where the login owns more namespaces than a token holds, so that some are missing from it.",
      }),
    ),
  },
  { title: "RegistryToken", additionalProperties: false },
);

export const domainProofBody = Type.Object(
  {
    domain: Type.String({ maxLength: 253, description: "The domain, such as `example.com`." }),
    timestamp: Type.String({
      title: "Timestamp",
      maxLength: 64,
      description: "Now, as RFC 3339; within 15 seconds of the server's time.",
    }),
    signed_timestamp: Type.String({
      maxLength: 256,
      description:
        "Signature of the timestamp's text, in hexadecimal: Ed25519, or ECDSA P-384 over SHA-384 as R and S.",
    }),
  },
  { title: "DomainProof", additionalProperties: false },
);

/** The example of both logins of a domain that can be shown without a key. */
export const oldSignature = {
  name: "an old signature",
  body: { domain: "example.com", timestamp: "2025-01-01T00:00:00Z", signed_timestamp: "00".repeat(64) },
  status: 401,
};

export const idTokenBody = Type.Object(
  { oidc_token: Type.String({ minLength: 1, maxLength: 16_384, description: "An OpenID Connect id token." }) },
  { title: "IdToken", additionalProperties: false },
);

export function viewToken({ token, expiresAt, omitsNamespaces }: IssuedToken): Static<typeof tokenAnswer> {
  const omits = omitsNamespaces ? { omits_namespaces: true as const } : {};
  return { registry_token: token, expires_at: toSeconds(expiresAt), ...omits };
}

export function domainProof(body: Static<typeof domainProofBody>) {
  return { domain: body.domain, timestamp: body.timestamp, signedTimestamp: body.signed_timestamp };
}
