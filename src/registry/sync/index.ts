/** The door of the sync area: registries are filled from others here, and hand on what they have. */
import type { ReadModel } from "../servers/index.ts";

/** What the area's endpoints need. */
export interface SyncDeps {
  readonly model: ReadModel;
}

export { exportLines } from "./export-lines.ts";
export type { ImportCounts, ImportProblem } from "./import-report.ts";
export { importServers, type ImportDeps, type ImportOptions } from "./import-servers.ts";
export { operatorHost, syncSettings, type SyncConfig } from "./settings.ts";
export { openSource, type Source } from "./sources/open-source.ts";
export { UpstreamError, type WalkDeps } from "./sources/walk-registry.ts";
export type { SyncState, SyncStore } from "./store.ts";
export { syncOnce, type SyncOutcome, type SyncRunDeps } from "./sync-once.ts";
