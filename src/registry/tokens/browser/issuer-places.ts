/** Where an OpenID Connect issuer signs users in, and where it exchanges codes: kept for a while. */
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import type { HttpFetch } from "../exchanges/ports.ts";
import { readJson } from "../exchanges/read-json.ts";

const KEEP_MS = 10 * 60_000;

const HttpUrl = Type.String({ pattern: "^https?://[^\\s#]+$", maxLength: 2000 });
const placesShape = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: HttpUrl,
  token_endpoint: HttpUrl,
  token_endpoint_auth_methods_supported: Type.Optional(Type.Array(Type.String())),
  code_challenge_methods_supported: Type.Optional(Type.Array(Type.String())),
});
const places = Compile(placesShape);

export type IssuerPlaces = Static<typeof placesShape>;

/** @throws tokens.exchangeFailed for an issuer with which browsers cannot sign in */
export async function askIssuerPlaces(http: HttpFetch, issuer: string): Promise<IssuerPlaces> {
  const url = `${withoutTrailing(issuer, "/")}/.well-known/openid-configuration`;
  const { value } = await readJson(http, url);
  // OpenID Connect Discovery 1.0, section 4.3: codes and secrets must not go where another issuer's document says.
  const isOurs = places.Check(value) && value.issuer === issuer;
  if (!isOurs || !URL.canParse(value.authorization_endpoint) || !URL.canParse(value.token_endpoint)) {
    const reason = `${url} does not say where users of ${issuer} sign in`;
    throw unauthorized(tokenErrors.exchangeFailed, reason);
  }
  return value;
}

/** Answers the places of the issuer. Callers who wait share one question. */
export function issuerPlaces(http: HttpFetch, clock: Clock, issuer: string): () => Promise<IssuerPlaces> {
  let known: { readonly value: Promise<IssuerPlaces>; readonly until: Instant } | undefined;
  return () => {
    const now = clock.now();
    if (known && now < known.until) return known.value;
    const asked = { value: askIssuerPlaces(http, issuer), until: plusMillis(now, KEEP_MS) };
    known = asked;
    asked.value.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.value;
  };
}
