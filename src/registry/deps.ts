/** The dependencies of the registry's endpoints. Made once, in `build.ts`. */
import type { AuditDeps } from "./audit/index.ts";
import type { PublishDeps } from "./publishing/index.ts";
import type { FacetCache, PageCache } from "./servers/index.ts";
import type { SessionDeps } from "./sessions/index.ts";
import type { SyncDeps } from "./sync/index.ts";
import type { SystemDeps } from "./system/index.ts";
import type { Tokens } from "./tokens/index.ts";
import type { AdminWebhookDeps } from "./webhooks/index.ts";

export interface RegistryDeps extends PublishDeps, SyncDeps, SystemDeps, SessionDeps, AuditDeps, AdminWebhookDeps {
  readonly pages: PageCache;
  readonly facets: FacetCache;
  readonly tokens: Tokens;
  readonly switches: {
    readonly privateReads: boolean;
    readonly publishing: boolean;
    readonly updates: boolean;
    readonly deletion: boolean;
  };
}
