// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { ServersOperations } from "./servers.ts";
import type { PublishingOperations } from "./publishing.ts";
import type { SyncOperations } from "./sync.ts";
import type { TokensOperations } from "./tokens.ts";
import type { SessionsOperations } from "./sessions.ts";
import type { SystemOperations } from "./system.ts";
import type { WebhooksOperations } from "./webhooks.ts";
import type { AuditOperations } from "./audit.ts";

/** Tool server registry: its operations by area. */
export interface RegistryApi {
  readonly servers: ServersOperations;
  readonly publishing: PublishingOperations;
  readonly sync: SyncOperations;
  readonly tokens: TokensOperations;
  readonly sessions: SessionsOperations;
  readonly system: SystemOperations;
  readonly webhooks: WebhooksOperations;
  readonly audit: AuditOperations;
}
