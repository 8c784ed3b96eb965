import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";

const keySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal("OKP"),
        crv: Type.Literal("Ed25519"),
        x: Type.String(),
        kid: Type.String(),
        alg: Type.Literal("EdDSA"),
        use: Type.Literal("sig"),
      }),
    ),
  },
  { title: "KeySet" },
);

/** Shows the public keys of registry tokens, so that other programs can check them. */
export const getKeySet = endpoint({
  id: "tokens.getKeySet",
  method: "GET",
  path: "/.well-known/jwks.json",
  auth: "public",
  summary: "Public keys of registry tokens",
  description: "A JSON web key set (RFC 7517). A token names its key in the `kid` of its header.",
  input: {},
  // A revoked key should not live on in caches for long.
  output: json(keySet, { cacheControl: "public, max-age=60" }),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "all keys that count" }],

  run: ({ tokens }) => tokens.jwks(),
});
