/** The registry's own `endpoint`, which knows its dependencies and its callers. */
import type { Held, SignedIn, Visitor } from "../kit/auth/credential-cookie.ts";
import { endpointFor } from "../kit/endpoint/endpoint.ts";
import type { RegistryDeps } from "./deps.ts";
import type { Caller, TokenActor } from "./tokens/index.ts";

/** The holder of a token. `session` is present where a cookie replaces the token. */
export type TokenCaller = TokenActor & { readonly session?: SignedIn };

/** Any caller, by the cookies of a browser. For operations that begin, prolong or end a session. */
export interface RegistryVisitor extends Visitor {
  /** The content of the session's cookie, also where its token has expired. */
  readonly held: Held | undefined;
  /** A sign-in that this browser has begun. */
  readonly begunLogin: Held | undefined;
}

export interface RegistryActors {
  /** Any caller, with a session or without. */
  readonly visitor: RegistryVisitor;
  /** Any caller; a valid token identifies the caller. */
  readonly public: Caller;
  /** Only with a valid token. */
  readonly token: TokenCaller;
  /** Only with a valid token that has the permission `admin`. */
  readonly admin: TokenCaller;
}

export const endpoint = endpointFor<RegistryDeps, RegistryActors>();
