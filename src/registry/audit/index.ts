/** The door of the audit area: who changed what. */
import type { AuditStore, Change } from "./store.ts";

export { nameBounds } from "./core/name-bounds.ts";
export type { AuditStore, Change } from "./store.ts";

/** The dependencies of endpoints that show the trail, or write to it. */
export interface AuditDeps {
  readonly audit: AuditStore;
  readonly change: Change;
}
