/** The dependencies of the endpoints and jobs of the trail. */
import type { AuditTrail } from "./store.ts";

export interface AuditDeps {
  readonly auditTrail: AuditTrail;
}
