import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";

const timeOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const signingKey = Type.Object(
  {
    kid: Type.String({ description: "As in the header of a token, and in `/.well-known/jwks.json`" }),
    publicKey: Type.String({ description: "Ed25519, 32 bytes in base64url" }),
    isFromSettings: Type.Boolean({ description: "Whether the setting `jwtPrivateKey` gives it" }),
    createdAt: Type.String({ description: "RFC 3339, UTC" }),
    retiredAt: timeOrNull("Since when it signs no more; what it signed still counts"),
    revokedAt: timeOrNull("Since when nothing that it signed counts"),
  },
  { title: "SigningKey", additionalProperties: false },
);

/** Every key that signed tokens of this registry. */
export const listKeys = endpoint({
  id: "tokens.listKeys",
  method: "GET",
  path: "/admin/keys",
  auth: "admin",
  summary: "Keys that sign tokens",
  description: "Oldest first. They are rotated and revoked with `tripod registry keys`.",
  input: {},
  output: json(Type.Object({ keys: Type.Array(signingKey) }, { title: "SigningKeys", additionalProperties: false })),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "all" }],

  async run({ tokens }) {
    const shown = (at: Instant | null): string | null => at && formatInstant(at);
    const keys = (await tokens.listKeys()).map(({ kid, publicKey, sealedPrivateKey, ...times }) => ({
      kid,
      publicKey,
      isFromSettings: sealedPrivateKey === null,
      createdAt: formatInstant(times.createdAt),
      retiredAt: shown(times.retiredAt),
      revokedAt: shown(times.revokedAt),
    }));
    return { keys };
  },
});
