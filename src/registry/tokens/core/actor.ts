/** The caller of the registry, and a token's rights. */
import type { Instant } from "../../../kit/time/instant.ts";

/**
 * `publish` adds versions and changes their status; `edit` replaces the document of a published version as well. `read`
 * changes nothing: it is for readers of a registry whose reads are private. `admin` sees the audit trail, and manages
 * tokens and webhooks; it publishes nothing. The resource of `read` and `admin` is `*`.
 */
export type PermissionAction = "publish" | "edit" | "read" | "admin";

export function isKnownAction(action: string): action is PermissionAction {
  return ["publish", "edit", "read", "admin"].includes(action);
}

/** Whether an action is allowed for the whole registry or not at all. */
export function isForAll(action: PermissionAction): boolean {
  return action === "read" || action === "admin";
}

export interface Permission {
  readonly action: PermissionAction;
  /** A pattern of server names; see `parsePattern`. */
  readonly resource: string;
}

/** The proof of an exchange, before a token is made from it. */
export interface Grant {
  /** How it was proved: `dns`, `http`, `github-at`, `github-oidc`, `oidc`, `none`; `operator` for the command line. */
  readonly method: string;
  /** The proved identity: a domain, a GitHub login, the subject of an id token. */
  readonly subject: string;
  readonly permissions: readonly Permission[];
  /** The login owns more namespaces than the permissions name, because a token holds only so many. */
  readonly omitsNamespaces?: true;
}

/** The holder of a registry token. */
export interface TokenActor extends Grant {
  readonly kind: "token";
  /** The token's `jti`. Tokens that were made elsewhere with our key may have none. */
  readonly tokenId?: string;
  readonly expiresAt: Instant;
}

/** The caller of a public endpoint. */
export type Caller = { readonly kind: "anonymous" } | TokenActor;

/**
 * The login that a token comes from, where something is counted for each. Of runs of GitHub Actions it is the owner of the
 * repository: their subject names a branch or a tag, and owners make as many of those as they like.
 */
export function loginOf({
  method,
  subject,
  permissions = [],
}: Omit<Grant, "permissions"> & { readonly permissions?: Grant["permissions"] | undefined }): string {
  const [owned] = method === "github-oidc" ? permissions : [];
  return `${method}:${owned?.resource ?? subject}`;
}
