/** The registry's own `endpoint`, which knows its dependencies and its callers. */
import type { SignedIn, Visitor } from "../kit/auth/credential-cookie.ts";
import { endpointFor } from "../kit/endpoint/endpoint.ts";
import type { RegistryDeps } from "./deps.ts";
import type { Caller, TokenActor } from "./tokens/index.ts";

/** The holder of a token. `session` is there where a cookie stands for the token. */
export type TokenCaller = TokenActor & { readonly session?: SignedIn };

export interface RegistryActors {
  /** Any caller, with a session or without. */
  readonly visitor: Visitor;
  /** Any caller; a valid token identifies the caller. */
  readonly public: Caller;
  /** Only with a valid token. */
  readonly token: TokenCaller;
  /** Only with a valid token that has the permission `admin`. */
  readonly admin: TokenCaller;
}

export const endpoint = endpointFor<RegistryDeps, RegistryActors>();
