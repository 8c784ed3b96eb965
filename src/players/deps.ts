/** What the players' endpoints are given. Made once, in `build.ts`. */
import type { CredentialCookie } from "../kit/auth/credential-cookie.ts";
import type { SelfCheck } from "../kit/checks/self-check.ts";
import type { Clock } from "../kit/time/clock.ts";
import type { DirectoryModel, DirectoryStore } from "./directory/index.ts";
import type { Keyring, Tickets } from "./keys/index.ts";
import type { LiveEvents, PresenceStore } from "./presence/index.ts";
import type { ProfileStore } from "./profiles/index.ts";
import type { SystemStore } from "./system/index.ts";
import type { TribeStore } from "./tribes/index.ts";

export interface PlayersDeps {
  readonly model: DirectoryModel;
  readonly directoryStore: DirectoryStore;
  readonly profiles: ProfileStore;
  readonly tribes: TribeStore;
  readonly presence: PresenceStore;
  readonly events: () => LiveEvents;
  readonly system: SystemStore;
  readonly keys: Pick<Keyring, "isInForce" | "ownerOf" | "offersDemo">;
  readonly tickets: Pick<Tickets, "create">;
  readonly sessions: Pick<CredentialCookie, "begin" | "ended">;
  readonly sessionMaxHours: number;
  readonly clock: Clock;
  readonly selfCheck: SelfCheck;
}
