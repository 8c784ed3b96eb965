/** An OpenID Connect issuer on loopback, with keys of its own, that a test can make misbehave. */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import type { Instant } from "../../src/kit/time/instant.ts";
import { loopbackServer } from "./loopback-server.ts";
import { loopbackFetch, type LoopbackFetch } from "./registry-tokens.ts";

export interface IssuerKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: object;
}

export interface IdTokenIssuer {
  /** `https://issuer.example` */
  readonly issuer: string;
  /** Leads to the issuer, and counts. */
  readonly http: LoopbackFetch;
  /** The published keys; the first one signs. */
  keys: IssuerKey[];
  /** Members of the discovery document to be put over the proper ones. */
  described: object;
  /** Answer of the keys' address, if not the keys. */
  keysAnswer: { status: number; body: string } | undefined;
  /** A token that is in order at `now`, with claims to be put over. */
  token(now: Instant, claims?: object): string;
  close(): Promise<void>;
}

export async function idTokenIssuer(audience: string): Promise<IdTokenIssuer> {
  const issuer = "https://issuer.example";
  const server = await loopbackServer((request, response) => {
    const isDiscovery = request.path === "/.well-known/openid-configuration";
    const body = isDiscovery
      ? { issuer, jwks_uri: `${issuer}/keys`, ...made.described }
      : { keys: made.keys.map(({ jwk }) => jwk) };
    const { status, body: text } = (isDiscovery ? undefined : made.keysAnswer) ?? {
      status: 200,
      body: JSON.stringify(body),
    };
    response.writeHead(status, { "Content-Type": "application/json" }).end(text);
  });
  const http = loopbackFetch(server.url);
  const made: IdTokenIssuer = {
    issuer,
    http,
    keys: [rsaKey("first")],
    described: {},
    keysAnswer: undefined,
    token(now, claims = {}) {
      const [key] = made.keys;
      if (!key) throw new Error("the issuer has no key");
      return signRs256(key, { ...idClaims(issuer, audience, now), ...claims });
    },
    async close() {
      await http.close();
      await server.close();
    },
  };
  return made;
}

/** The claims of a token in order: ten minutes long, as GitHub's are. */
export function idClaims(issuer: string, audience: string, now: Instant): Record<string, unknown> {
  const iat = Math.floor(now / 1_000_000);
  return { iss: issuer, aud: audience, sub: "repo:acme/tool:ref:refs/heads/main", iat, nbf: iat - 10, exp: iat + 600 };
}

export function rsaKey(kid: string): IssuerKey {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { kid, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" } };
}

export function signRs256({ kid, privateKey }: IssuerKey, claims: object): string {
  const text = `${part({ alg: "RS256", typ: "JWT", kid })}.${part(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}

/** A forgery: the header says HMAC, and the public key is the secret. */
export function signHs256({ kid }: IssuerKey, claims: object, secret: string | Buffer): string {
  const text = `${part({ alg: "HS256", typ: "JWT", kid })}.${part(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

/** A forgery: no signature. */
export function unsigned(claims: object): string {
  return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
