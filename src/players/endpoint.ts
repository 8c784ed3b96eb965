/** The players' own `endpoint`, which knows its dependencies and its callers. */
import type { SignedIn, Visitor } from "../kit/auth/credential-cookie.ts";
import { endpointFor } from "../kit/endpoint/endpoint.ts";
import type { PlayersDeps } from "./deps.ts";
import type { KeyOwner } from "./keys/index.ts";

/** A caller with a key. `session` is present where a cookie replaces the key. */
export type KeyCaller = KeyOwner & { readonly session?: SignedIn };

export interface PlayersActors {
  /** Any caller, with a session or without. */
  readonly visitor: Visitor;
  /** A caller with a key of the scope `read`. */
  readonly read: KeyCaller;
  /** Holds a key of the scope `read`, or a ticket that was made with one. */
  readonly stream: KeyCaller;
  /** A caller with a key of the scope `history`. */
  readonly history: KeyCaller;
  /** A caller with a key of the scope `admin`. */
  readonly admin: KeyCaller;
}

export const endpoint = endpointFor<PlayersDeps, PlayersActors>();
