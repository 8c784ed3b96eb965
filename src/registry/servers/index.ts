/** The door of the servers area. */
export { changeInstant, eventOf, shown, type ChangeContext, type ChangeDeps } from "./change.ts";
export { describeBodyIssue } from "./core/body-issue.ts";
export type { Catalogue } from "./core/catalogue.ts";
export { documentedSchemas } from "./core/documented-schemas.ts";
export { type Entry } from "./core/entry.ts";
export { latestAfter } from "./core/latest-after.ts";
export type {
  Argument,
  Icon,
  Input,
  KeyValueInput,
  RemoteTransport,
  Repository,
  ServerDetail,
  ServerPackage,
} from "./core/server-detail.ts";
export { normaliseServerDetail, serverDetailBody } from "./core/server-detail.ts";
export { serverResponse } from "./core/server-response.ts";
export type { ServerStatus } from "./core/status.ts";
export { withHold, type StatusHold } from "./core/status-hold.ts";
export { OFFICIAL_META, type VersionRecord } from "./core/version-record.ts";
export { serverErrors } from "./errors.ts";
export { facetCache, type FacetCache } from "./facet-cache.ts";
export { pageCache, type PageCache } from "./page-cache.ts";
export { readName, versionPath, versionPathErrors, readVersionToChange } from "./path-input.ts";
export { readModel, type ReadModel } from "./read-model.ts";
export { MAX_DOCUMENT_BYTES, MAX_SERVER_BYTES, StorageAllowance } from "./storage-allowance.ts";
export type { AuditEntry, Author, LockedServer, ServerImport, ServerStore, ServerTransaction } from "./store.ts";
