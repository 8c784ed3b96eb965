/** The door of the sync area: registries are filled from others here, and hand on what they have. */
import type { Clock } from "../../kit/time/clock.ts";
import type { ReadModel } from "../servers/index.ts";
import type { SyncStore } from "./store.ts";

/** The dependencies of the area's endpoints. */
export interface SyncDeps {
  readonly model: ReadModel;
  readonly mirror: Pick<SyncStore, "listStates" | "countOrigins"> & {
    /** Of the settings; empty for none. */
    readonly syncUrl: string;
  };
  readonly clock: Clock;
}
export { FAILURE_REASONS, failureReasonOf } from "./core/failure-reason.ts";
export { importServers } from "./import-servers.ts";
export { operatorHost, syncSettings } from "./settings.ts";
export { accessByToken, accessOf } from "./sources/upstream-access.ts";
export { UpstreamError } from "./sources/upstream-error.ts";
export { walkRegistry } from "./sources/walk-registry.ts";
export { checkSource, openSource } from "./sources/open-source.ts";
export { syncOnce, upstreamOf, type SyncRunDeps } from "./sync-once.ts";
