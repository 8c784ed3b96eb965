/** The table of the audit area. */
import { getEntry } from "./get-entry.ts";
import { listAudit } from "./list-audit.ts";

export const auditEndpoints = [listAudit, getEntry] as const;
