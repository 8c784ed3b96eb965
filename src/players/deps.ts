/** The dependencies of the players' endpoints. Made once, in `build.ts`. */
import type { CredentialCookie } from "../kit/auth/credential-cookie.ts";
import type { SelfCheck } from "../kit/checks/self-check.ts";
import type { Sealer } from "../kit/auth/seal.ts";
import type { Ids, Random } from "../kit/ids/ids.ts";
import type { Clock } from "../kit/time/clock.ts";
import type { WebhookStore } from "../kit/webhooks/store.ts";
import type { AuditStore, Author, Change } from "./audit/index.ts";
import type { ManagedCluster } from "./cluster/index.ts";
import type { DirectoryModel, DirectoryStore } from "./directory/index.ts";
import type { Keyring, KeyStore, Tickets } from "./keys/index.ts";
import type { HistoryStore, LiveEvents, PresenceStore } from "./presence/index.ts";
import type { PrivacyStore } from "./privacy/index.ts";
import type { ProfileStore } from "./profiles/index.ts";
import type { SystemStore } from "./system/index.ts";
import type { TribeStore } from "./tribes/index.ts";
import type { WebhookEvent } from "./webhooks/index.ts";

export interface PlayersDeps {
  readonly model: DirectoryModel;
  readonly directoryStore: DirectoryStore;
  readonly profiles: ProfileStore;
  readonly tribes: TribeStore;
  readonly presence: PresenceStore;
  readonly onlineHistory: HistoryStore;
  readonly events: () => LiveEvents;
  /** Streams of events that one key may have open at this process; `events` counts them. */
  readonly streamsPerKey: number;
  readonly system: SystemStore;
  readonly keys: Pick<Keyring, "isInForce" | "ownerOf" | "offersDemo">;
  readonly tickets: Pick<Tickets, "create">;
  readonly sessions: Pick<CredentialCookie, "begin" | "ended">;
  readonly sessionMaxHours: number;
  readonly clock: Clock;
  readonly selfCheck: SelfCheck;
  readonly keyStore: Pick<KeyStore, "list">;
  readonly webhooks: Pick<WebhookStore<WebhookEvent>, "list" | "listDeliveries">;
  readonly audit: AuditStore;
  readonly change: Change;
  readonly privacy: Pick<PrivacyStore, "findPerson"> & {
    /** The same, with a line of the audit trail in the transaction of each change. */
    changedBy(author: Author): Pick<PrivacyStore, "erase" | "setOptOut">;
  };
  readonly cluster: ManagedCluster;
  readonly ids: Ids;
  readonly random: Random;
  readonly sealer: Sealer;
  /** Further places that deliveries of webhooks may reach besides public addresses. */
  readonly allowPrivateOutbound: readonly string[];
}
