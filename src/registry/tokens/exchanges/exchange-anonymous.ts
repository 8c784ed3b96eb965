/** Login without a proof, for trials: a separate namespace in which every caller may do everything. */
import type { Grant, Permission } from "../core/actor.ts";
import { permissionsWithin } from "../core/permissions.ts";
import { tokenErrors } from "../errors.ts";

const NAMESPACE = "io.modelcontextprotocol.anonymous";
const RESOURCE = `${NAMESPACE}/*`;
const PERMISSIONS: readonly Permission[] = [
  { action: "publish", resource: RESOURCE },
  { action: "edit", resource: RESOURCE },
];

export function exchangeAnonymous(config: { readonly anonymousAuth: boolean }): Grant {
  if (!config.anonymousAuth) throw tokenErrors.notOffered({ method: "anonymous token" });
  return { method: "none", subject: "anonymous", permissions: [...PERMISSIONS] };
}

/** Why this login is offered and always refused, in one sentence; undefined where it is not. */
export function closedAnonymous(config: {
  readonly anonymousAuth: boolean;
  readonly allowedNamespaces: readonly string[];
}): string | undefined {
  if (!config.anonymousAuth || permissionsWithin(PERMISSIONS, config.allowedNamespaces).length > 0) return undefined;
  return (
    `TRIPOD_REGISTRY_ANONYMOUS_AUTH gives tokens for ${NAMESPACE}, and TRIPOD_REGISTRY_ALLOWED_NAMESPACES does not name it, ` +
    "so each is refused: name it, or switch these tokens off."
  );
}
