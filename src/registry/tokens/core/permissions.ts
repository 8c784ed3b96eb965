/** Which server names a permission covers, and the sentence that tells a publisher what was missing. */
import { covers } from "../../../kit/text/name-pattern.ts";
import { isForAll, type Grant, type Permission, type PermissionAction } from "./actor.ts";

/** Longest pattern, in characters: as long as a server name may be. */
export const MAX_PATTERN_CHARACTERS = 200;

/** Permissions that one token may hold; more would not fit into a request's headers. */
export const MAX_PERMISSIONS = 100;

interface Holder {
  readonly permissions: readonly Permission[];
}

/** Whether this holder may publish versions of the server `name` and change their status. */
export function mayPublish(holder: Holder, name: string): boolean {
  return holds(holder.permissions, "publish", name);
}

/** Whether this holder may replace published documents of the server `name`. */
export function mayEdit(holder: Holder, name: string): boolean {
  return holds(holder.permissions, "edit", name);
}

/** Whether this holder may see the audit trail, and manage tokens and webhooks. */
export function mayAdminister(holder: Holder): boolean {
  return holds(holder.permissions, "admin", "*");
}

/**
 * A pattern as written by a person, or undefined when it is meaningless: empty, longer than 200 characters, a `*`
 * anywhere but at the end, or characters that no server name has.
 */
export function parsePattern(text: string): string | undefined {
  const fits = text.length <= MAX_PATTERN_CHARACTERS && /^(?:[A-Za-z0-9._/-]+\*?|\*)$/.test(text);
  return fits && text.split("/").length <= 2 ? text : undefined;
}

/**
 * The first of the blocked namespaces in which these permissions would allow anything, or undefined. A holder of `*` is
 * never blocked. `com.bad` blocks `com.bad/...`; `com.bad.*` blocks every namespace below it. Both in any case: the owner of a
 * name at GitHub chooses its case.
 */
export function blockedNamespaceOf(
  permissions: readonly Permission[],
  blockedNamespaces: readonly string[],
): string | undefined {
  const changing = permissions.filter(({ action }) => !isForAll(action));
  if (changing.some(({ resource }) => resource === "*")) return undefined;
  return blockedNamespaces.find((blocked) => {
    const prefix = beginningOf(blocked.toLowerCase());
    return changing.some(({ resource }) => reachesInto(resource.toLowerCase(), prefix));
  });
}

/**
 * Those of a login's permissions that lie in one of these namespaces as a whole; all of them where the list is empty. The
 * list is written like that of blocked namespaces, in any case: GitHub spells a name in the way its owner likes.
 */
export function permissionsWithin(permissions: readonly Permission[], namespaces: readonly string[]): Permission[] {
  if (namespaces.length === 0) return [...permissions];
  const beginnings = namespaces.map((namespace) => beginningOf(namespace.toLowerCase()));
  return permissions.filter(({ resource }) => {
    const start = (resource.endsWith("*") ? resource.slice(0, -1) : resource).toLowerCase();
    return beginnings.some((beginning) => start.startsWith(beginning));
  });
}

/** How the names of servers in a namespace, or below one that ends in `.*`, begin. */
function beginningOf(namespace: string): string {
  return namespace.endsWith(".*") ? namespace.slice(0, -1) : `${namespace}/`;
}

/**
 * Why a publication was refused: the names that this holder may publish, and the one that was tried. For names below
 * `io.github.` it also says what most often is the reason there.
 */
export function buildPermissionText(
  { permissions, omitsNamespaces }: Holder & Pick<Grant, "omitsNamespaces">,
  name: string,
): string {
  const patterns = permissions.filter(({ action }) => action === "publish").map(({ resource }) => resource);
  const refused = "You do not have permission to publish this server";
  const owned =
    patterns.length === 0
      ? `${refused}. You do not have any publish permissions`
      : `${refused}. You have permission to publish: ${patterns.join(", ")}. Attempting to publish: ${name}`;
  const owner = /^io\.github\.([^/]+)\//.exec(name)?.[1];
  if (owner === undefined) return owned;
  if (omitsNamespaces) {
    return (
      `${owned}. A token holds ${MAX_PERMISSIONS} namespaces, and this login owns more, so that some are missing here. If ` +
      `${owner} is one of yours, log in for it alone: send "namespace": "io.github.${owner}" beside the GitHub token`
    );
  }
  return (
    `${owned}. If ${owner} is a GitHub organization, log in with the account of one of its owners and ` +
    "with a token that may read organization memberships; the name's case must be the same as on GitHub"
  );
}

function holds(permissions: readonly Permission[], action: PermissionAction, name: string): boolean {
  return permissions.some((permission) => permission.action === action && covers(permission.resource, name));
}

/** Whether some name that begins with `prefix` is covered by the pattern. */
function reachesInto(pattern: string, prefix: string): boolean {
  if (!pattern.endsWith("*")) return pattern.startsWith(prefix);
  const start = pattern.slice(0, -1);
  return start.startsWith(prefix) || prefix.startsWith(start);
}
