/** GitHub accounts as namespaces. */
import type { Permission } from "./actor.ts";

/**
 * Whether a login or organization name may be in a server name. Accounts that an enterprise manages have names with
 * `_`, which the namespace of a server must not have: those are refused.
 */
export function isGithubName(name: string): boolean {
  return /^[a-zA-Z0-9-]{1,100}$/.test(name);
}

/** The account whose servers are in a namespace such as `io.github.acme`; undefined for other namespaces. */
export function githubNameOf(namespace: string): string | undefined {
  const name = namespace.startsWith("io.github.") ? namespace.slice("io.github.".length) : "";
  return isGithubName(name) ? name : undefined;
}

/** The names that an account of this name may publish. The case is GitHub's. */
export function githubPermissions(name: string): Permission[] {
  return [{ action: "publish", resource: `io.github.${name}/*` }];
}
