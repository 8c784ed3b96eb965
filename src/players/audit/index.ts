/** The door of the audit area: who changed what with a key of the scope `admin`. */
export type { AuditEntry, AuditStore, Author, Change } from "./store.ts";
