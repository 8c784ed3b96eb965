/** The door of the servers area. */
export { changeInstant, eventOf, latestAfter, shown, type ChangeContext, type ChangeDeps } from "./change.ts";
export { describeBodyIssue } from "./core/body-issue.ts";
export { cataloguePage, type ListFilters } from "./core/catalogue-page.ts";
export type { Catalogue, CatalogueServer } from "./core/catalogue.ts";
export { recordOf, tagOfEntry, type Entry } from "./core/entry.ts";
export type {
  Argument,
  Icon,
  Input,
  KeyValueInput,
  LocalTransport,
  RemoteTransport,
  Repository,
  ServerDetail,
  ServerPackage,
} from "./core/server-detail.ts";
export { normaliseServerDetail, serverDetailBody } from "./core/server-detail.ts";
export { serverResponse } from "./core/server-response.ts";
export type { ServerStatus } from "./core/status.ts";
export { compareVersions, latestOf } from "./core/version-order.ts";
export { OFFICIAL_META, renderVersion, type ServerChange, type VersionRecord } from "./core/version-record.ts";
export { serverErrors } from "./errors.ts";
export { pageCache, type PageCache } from "./page-cache.ts";
export { decodeName, decodeVersion, serverPath, versionPath } from "./path-input.ts";
export { readModel, type ReadModel } from "./read-model.ts";
export type { AuditRow, Author, LockedServer, ServerImport, ServerStore, ServerTransaction } from "./store.ts";
