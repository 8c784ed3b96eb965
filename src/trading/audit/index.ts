/** The door of the trail: who changed what in an account. */
export { auditTrail } from "./sql/audit-trail.ts";
export { forgetAuditOfAccounts, forgetAuditOfPeople } from "./sql/forget-audit.ts";
export { recordAudit, recordDeed } from "./sql/record-audit.ts";
