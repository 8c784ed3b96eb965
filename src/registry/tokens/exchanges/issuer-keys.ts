/** The public keys of an OpenID Connect issuer, found through its discovery document and kept for a while. */
import { createLocalJWKSet, type CompactJWSHeaderParameters, type CryptoKey, type FlattenedJWSInput } from "jose";
import { errors as joseErrors } from "jose";
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import type { Clock } from "../../../kit/time/clock.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import type { HttpFetch } from "./ports.ts";
import { readJson } from "./read-json.ts";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/** Keys are requested again after this time, so that a key that the issuer withdrew stops counting. */
const KEEP_MS = 10 * 60_000;
/** An unknown key id, which any caller can invent, causes a new request at most this often. */
const UNKNOWN_KEY_MS = 30_000;

export type FindKey = (header: CompactJWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

const discovery = Compile(Type.Object({ issuer: Type.String(), jwks_uri: Type.String({ maxLength: 2000 }) }));
const keySetShape = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() }), { maxItems: 100 }) });
const keySet = Compile(keySetShape);

/** The keys that an issuer publishes now. @throws tokenErrors.exchangeFailed when it does not answer as an issuer does */
export async function askIssuer(http: HttpFetch, issuer: string): Promise<Static<typeof keySetShape>> {
  const url = `${withoutTrailing(issuer, "/")}/.well-known/openid-configuration`;
  const described = await readJson(http, url);
  // OpenID Connect Discovery 1.0, section 4.3: a document of another issuer must not be believed.
  if (!discovery.Check(described.value) || described.value.issuer !== issuer) {
    throw unauthorized(tokenErrors.exchangeFailed, `${url} does not describe the issuer ${issuer}`);
  }
  const { jwks_uri: keysUrl } = described.value;
  if (!URL.canParse(keysUrl)) throw unauthorized(tokenErrors.exchangeFailed, `${url} names no valid jwks_uri`);
  const { value } = await readJson(http, keysUrl);
  if (!keySet.Check(value))
    throw unauthorized(tokenErrors.exchangeFailed, `the keys of ${issuer} are in no known form`);
  return value;
}

/** Finds the key of a token. Questions to the issuer are shared by all who wait. */
export function issuerKeys(deps: { readonly http: HttpFetch; readonly clock: Clock }, issuer: string): FindKey {
  let known: { readonly find: ReturnType<typeof createLocalJWKSet>; readonly atMs: number } | undefined;
  let asking: Promise<void> | undefined;
  const ageMs = (): number => (known ? deps.clock.now() / 1000 - known.atMs : Infinity);

  async function ask(): Promise<void> {
    known = { find: createLocalJWKSet(await askIssuer(deps.http, issuer)), atMs: deps.clock.now() / 1000 };
  }

  async function refresh(maxAgeMs: number): Promise<void> {
    if (ageMs() < maxAgeMs) return;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    await asking;
  }

  return async (header, token) => {
    await refresh(KEEP_MS);
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof joseErrors.JWKSNoMatchingKey) || ageMs() < UNKNOWN_KEY_MS) throw error;
    }
    await refresh(UNKNOWN_KEY_MS);
    return find(header, token);
  };

  async function find(header: CompactJWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    if (!known) throw new joseErrors.JWKSNoMatchingKey();
    return known.find(header, token);
  }
}
