/** Checking of id tokens (OpenID Connect Core 1.0, section 3.1.3.7). */
import { errors as joseErrors, jwtVerify, type JWTPayload } from "jose";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import { issuerKeys } from "./issuer-keys.ts";
import type { HttpFetch } from "./ports.ts";

export interface IdTokenRules {
  readonly issuer: string;
  readonly audience: string;
  /** Asymmetric ones only: a public key must never serve as a shared secret. */
  readonly algorithms: readonly string[];
}

export interface IdTokenDeps {
  readonly http: HttpFetch;
  readonly clock: Clock;
}

/**
 * Answers the claims of a token that passes, and throws `exchangeFailed` with the reason for every other.
 *
 * @param nonce of the sign-in that the token must have been made for
 */
export type CheckIdToken = (token: string, nonce?: string) => Promise<JWTPayload & { readonly sub: string }>;

const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_SUBJECT_CHARACTERS = 500;

export function idTokenChecker(deps: IdTokenDeps, rules: IdTokenRules): CheckIdToken {
  const findKey = issuerKeys(deps, rules.issuer);
  return async (token, nonce) => {
    let claims: JWTPayload;
    try {
      const verified = await jwtVerify(token, findKey, {
        algorithms: [...rules.algorithms],
        issuer: rules.issuer,
        audience: rules.audience,
        requiredClaims: ["exp", "sub"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(toMillis(deps.clock.now())),
      });
      claims = verified.payload;
    } catch (error) {
      if (!(error instanceof joseErrors.JOSEError)) throw error;
      throw unauthorized(tokenErrors.exchangeFailed, reasonOf(error), error);
    }
    const { sub, aud, azp } = claims;
    if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT_CHARACTERS) {
      throw unauthorized(tokenErrors.exchangeFailed, "the id token has no usable subject");
    }
    // Of several audiences one is the party that the token was made for, and says so in azp.
    if (Array.isArray(aud) && aud.length > 1 && azp !== rules.audience) {
      throw unauthorized(tokenErrors.exchangeFailed, "the id token was made for another party");
    }
    if (nonce !== undefined && claims["nonce"] !== nonce) {
      throw unauthorized(tokenErrors.exchangeFailed, "the id token was made for another sign-in");
    }
    return { ...claims, sub };
  };
}

function reasonOf(error: joseErrors.JOSEError): string {
  if (error instanceof joseErrors.JWTExpired) return "the id token has expired";
  if (error instanceof joseErrors.JOSEAlgNotAllowed)
    return "the id token is signed by an algorithm that is not accepted";
  if (error instanceof joseErrors.JWSSignatureVerificationFailed) return "the signature of the id token is wrong";
  if (error instanceof joseErrors.JWKSNoMatchingKey)
    return "the id token is signed by a key that its issuer does not have";
  if (!(error instanceof joseErrors.JWTClaimValidationFailed)) return "this is not a valid id token";
  const said: Readonly<Record<string, string>> = {
    iss: "the id token is from another issuer",
    aud: "the id token was made for another audience",
    nbf: "the id token does not count yet",
  };
  return said[error.claim] ?? `the claim ${error.claim} of the id token is missing or wrong`;
}
