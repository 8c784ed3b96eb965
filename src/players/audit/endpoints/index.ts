/** The endpoints of the audit area. */
import { listAudit } from "./list-audit.ts";

export const auditEndpoints = [listAudit] as const;
