/** The registry's own `endpoint`, which knows its dependencies and its callers. */
import { endpointFor } from "../kit/endpoint/endpoint.ts";
import type { RegistryDeps } from "./deps.ts";
import type { Caller, TokenActor } from "./tokens/index.ts";

export interface RegistryActors {
  /** Any caller; a valid token identifies the caller. */
  readonly public: Caller;
  /** Only with a valid token. */
  readonly token: TokenActor;
}

export const endpoint = endpointFor<RegistryDeps, RegistryActors>();
