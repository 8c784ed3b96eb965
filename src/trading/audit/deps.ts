/** What endpoints and jobs may ask of the trail. */
import type { AuditTrail } from "./store.ts";

export interface AuditDeps {
  readonly auditTrail: AuditTrail;
}
