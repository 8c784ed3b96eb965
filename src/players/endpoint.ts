/** The players' own `endpoint`, which knows its dependencies and its callers. */
import { endpointFor } from "../kit/endpoint/endpoint.ts";
import type { PlayersDeps } from "./deps.ts";
import type { KeyOwner } from "./keys/index.ts";

export interface PlayersActors {
  /** A caller with a key of the scope `read`. */
  readonly read: KeyOwner;
  /** Holds a key of the scope `read`, or a ticket that was made with one. */
  readonly stream: KeyOwner;
  /** A caller with a key of the scope `history`. */
  readonly history: KeyOwner;
  /** A caller with a key of the scope `admin`. */
  readonly admin: KeyOwner;
}

export const endpoint = endpointFor<PlayersDeps, PlayersActors>();
