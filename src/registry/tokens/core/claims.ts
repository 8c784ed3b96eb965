/**
 * The claims of a registry token, and when it is valid.
 *
 * The names are those of the public MCP registry, so that tokens which an operator makes with the same key are understood
 * here. Times are whole seconds since 1970 (RFC 7519, section 2).
 */
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import { toSeconds, fromSeconds, type Instant } from "../../../kit/time/instant.ts";
import { isForAll, isKnownAction, type Grant, type Permission, type TokenActor } from "./actor.ts";
import { MAX_PERMISSIONS, parsePattern } from "./permissions.ts";

const TOKEN_ISSUER = "mcp-registry";

/** How far another process's clock may run ahead of ours: `nbf` may lie this many seconds in the future. */
const NOT_BEFORE_LEEWAY_SECONDS = 30;

const NumericDate = Type.Number({ minimum: 0, maximum: 100_000_000_000 });

const Claims = Type.Object({
  iss: Type.Literal(TOKEN_ISSUER),
  exp: NumericDate,
  nbf: Type.Optional(NumericDate),
  iat: Type.Optional(NumericDate),
  jti: Type.Optional(Type.String({ maxLength: 200 })),
  auth_method: Type.String({ minLength: 1, maxLength: 50 }),
  auth_method_sub: Type.String({ maxLength: 500 }),
  permissions: Type.Union([
    Type.Null(),
    Type.Array(
      Type.Object({
        action: Type.String({ maxLength: 100 }),
        resource: Type.String({ maxLength: 1000 }),
      }),
      { maxItems: MAX_PERMISSIONS },
    ),
  ]),
  /** Ours; see `Grant`. */
  omits_namespaces: Type.Optional(Type.Boolean()),
});
export type Claims = Static<typeof Claims>;

const claimsValidator = Compile(Claims);

/** A token's content: who holds it, and from when on. */
export interface TokenContent {
  readonly actor: TokenActor;
  readonly notBefore: Instant | undefined;
}

/** The claims of a new token. Its times are cut to whole seconds, so it may live up to a second less than `ttlSeconds`. */
export function claimsOf(
  grant: Grant,
  times: { readonly now: Instant; readonly ttlSeconds: number },
  jti: string,
): Claims {
  const issuedAt = toSeconds(times.now);
  return {
    iss: TOKEN_ISSUER,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + times.ttlSeconds,
    jti,
    auth_method: grant.method,
    auth_method_sub: grant.subject,
    permissions: grant.permissions.map(({ action, resource }) => ({ action, resource })),
    ...(grant.omitsNamespaces ? { omits_namespaces: true } : {}),
  };
}

/**
 * The claims in the payload of a token, or undefined when it is not a registry token. A permission with an unknown
 * action, or with a pattern that means nothing, is left out: it allows nothing here, and must not take the others
 * away. A newer registry that shares the signing key may give actions that this one does not know.
 */
export function readClaims(payload: unknown): TokenContent | undefined {
  if (!claimsValidator.Check(payload)) return undefined;
  const { exp, nbf, jti, auth_method: method, auth_method_sub: subject } = payload;
  const permissions = (payload.permissions ?? []).flatMap(({ action, resource }): Permission[] =>
    isUnderstood(action, resource) ? [{ action, resource } as Permission] : [],
  );
  const actor: TokenActor = {
    kind: "token",
    method,
    subject,
    permissions,
    expiresAt: fromSeconds(exp),
    ...(jti === undefined ? {} : { tokenId: jti }),
    ...(payload.omits_namespaces === true ? { omitsNamespaces: true } : {}),
  };
  return { actor, notBefore: nbf === undefined ? undefined : fromSeconds(nbf) };
}

function isUnderstood(action: string, resource: string): boolean {
  if (!isKnownAction(action) || parsePattern(resource) === undefined) return false;
  // Which servers a reader sees, and what an admin manages, does not depend on the token.
  return !isForAll(action) || resource === "*";
}

/** Whether a token counts at this moment. `exp` is the first moment at which it no longer does. */
export function isCurrent(content: TokenContent, now: Instant): boolean {
  const begun = content.notBefore === undefined || content.notBefore <= now + NOT_BEFORE_LEEWAY_SECONDS * 1_000_000;
  return begun && now < content.actor.expiresAt;
}
