// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { SearchOperations } from "./search.ts";
import type { ProfilesOperations } from "./profiles.ts";
import type { TribesOperations } from "./tribes.ts";
import type { PresenceOperations } from "./presence.ts";
import type { SessionsOperations } from "./sessions.ts";
import type { SystemOperations } from "./system.ts";
import type { ClusterOperations } from "./cluster.ts";
import type { KeysOperations } from "./keys.ts";
import type { WebhooksOperations } from "./webhooks.ts";
import type { PrivacyOperations } from "./privacy.ts";
import type { AuditOperations } from "./audit.ts";

/** Player and tribe lookup: its operations by area. */
export interface PlayersApi {
  readonly search: SearchOperations;
  readonly profiles: ProfilesOperations;
  readonly tribes: TribesOperations;
  readonly presence: PresenceOperations;
  readonly sessions: SessionsOperations;
  readonly system: SystemOperations;
  readonly cluster: ClusterOperations;
  readonly keys: KeysOperations;
  readonly webhooks: WebhooksOperations;
  readonly privacy: PrivacyOperations;
  readonly audit: AuditOperations;
}
