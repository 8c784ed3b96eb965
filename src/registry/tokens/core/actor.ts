/** Who is calling the registry, and what a token allows. */
import type { Instant } from "../../../kit/time/instant.ts";

/**
 * `publish` adds versions and changes their status; `edit` replaces the document of a published version as well. `read`
 * changes nothing: it is for readers of a registry whose reads are private, and has the resource `*`.
 */
export type PermissionAction = "publish" | "edit" | "read";

export function isKnownAction(action: string): action is PermissionAction {
  return action === "publish" || action === "edit" || action === "read";
}

export interface Permission {
  readonly action: PermissionAction;
  /** A pattern of server names; see `parsePattern`. */
  readonly resource: string;
}

/** What an exchange has proved, before a token is made of it. */
export interface Grant {
  /** How it was proved: `dns`, `http`, `github-at`, `github-oidc`, `oidc`, `none`; `operator` for the command line. */
  readonly method: string;
  /** Whom it was proved for: a domain, a GitHub login, the subject of an id token. */
  readonly subject: string;
  readonly permissions: readonly Permission[];
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
