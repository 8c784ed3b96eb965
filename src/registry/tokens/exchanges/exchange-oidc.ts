/** Login with an id token of the operator's own issuer: what it allows is configured, not proved. */
import type { JWTPayload } from "jose";
import type { Grant, Permission } from "../core/actor.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import { idTokenChecker, type IdTokenDeps } from "./id-token.ts";

export interface OidcConfig {
  /** Empty turns the login off. */
  readonly oidcIssuer: string;
  readonly oidcClientId: string;
  /** `claim=value` */
  readonly oidcExtraClaims: readonly string[];
  readonly oidcPublishPatterns: readonly string[];
  readonly oidcEditPatterns: readonly string[];
  /** `claim=value`; none for no admins. */
  readonly oidcAdminClaims: readonly string[];
}

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Makes the exchange. It keeps the issuer's keys, so one of it serves all requests. */
export function oidcExchange(
  deps: IdTokenDeps,
  config: OidcConfig,
): (idToken: string, nonce?: string) => Promise<Grant> {
  const { oidcIssuer: issuer, oidcClientId: audience } = config;
  // Without an audience every token of the issuer would count, also those that were made for other programs.
  if (issuer === "" || audience === "")
    return () => Promise.reject(tokenErrors.notOffered({ method: "OpenID Connect" }));
  const check = idTokenChecker(deps, { issuer, audience, algorithms: ALGORITHMS });
  const permissions = [
    ...config.oidcPublishPatterns.map((resource): Permission => ({ action: "publish", resource })),
    ...config.oidcEditPatterns.map((resource): Permission => ({ action: "edit", resource })),
  ];
  return async (idToken, nonce) => {
    const claims = await check(idToken, nonce);
    const missing = config.oidcExtraClaims.find((wanted) => !saysClaim(claims, wanted));
    if (missing !== undefined) {
      const claim = missing.slice(0, missing.indexOf("="));
      throw unauthorized(
        tokenErrors.exchangeFailed,
        `the claim ${claim} of the id token is not what this registry asks for`,
      );
    }
    const { oidcAdminClaims: asked } = config;
    const isAdmin = asked.length > 0 && asked.every((wanted) => saysClaim(claims, wanted));
    const admin: Permission[] = isAdmin ? [{ action: "admin", resource: "*" }] : [];
    return { method: "oidc", subject: claims.sub, permissions: [...permissions, ...admin] };
  };
}

/** Whether a claim is the value, or a list that contains it. */
function saysClaim(claims: JWTPayload, wanted: string): boolean {
  const at = wanted.indexOf("=");
  const value = wanted.slice(at + 1);
  const said = Object.hasOwn(claims, wanted.slice(0, at)) ? claims[wanted.slice(0, at)] : undefined;
  const values: readonly unknown[] = Array.isArray(said) ? said : [said];
  return values.some((each) => ["string", "number", "boolean"].includes(typeof each) && String(each) === value);
}
