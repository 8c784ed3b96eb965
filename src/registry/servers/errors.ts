/** The errors of the servers area. The texts are those that publishers' tools know from the public registry. */
import { errors } from "../../kit/errors/catalogue.ts";

export const serverErrors = errors("servers", {
  notFound: { status: 404, says: "Server not found" },
  versionNotFound: { status: 404, says: "Server version not found" },
  invalidUpdatedSince: {
    status: 400,
    says: "Invalid updated_since format: expected RFC3339 timestamp (e.g., 2025-08-07T13:15:04.280Z)",
  },
  deletedNeededForSync: {
    status: 400,
    says: "Cannot set include_deleted=false when using updated_since (incremental sync requires deleted servers)",
  },
  invalidCursor: { status: 400, says: "Invalid cursor: use metadata.nextCursor exactly as it was returned" },
  cursorOfAnotherList: {
    status: 400,
    says: "Invalid cursor: it belongs to a list with other filters; send the same filters or none",
  },
  invalidStatus: { status: 400, says: "Invalid status: expected one of active, deprecated, deleted" },
  noChange: {
    status: 400,
    says: "No changes to apply: status and message are already set to the provided values",
  },
  noChangeInAny: {
    status: 400,
    says: "No changes to apply: all versions already have the requested status and message",
  },
  messageOnActive: { status: 400, says: "status_message cannot be provided when setting status to active" },
  statusRefused: { status: 400, says: "Failed to update server status: {reason}" },
  editRefused: { status: 400, says: "Failed to edit server: {reason}" },
  invalidEdit: { status: 422, says: "Failed to edit server, invalid schema: call /validate for details: {reason}" },
  renamed: { status: 400, says: "Cannot rename server" },
  otherVersion: { status: 400, says: "Version in request body must match URL path parameter" },
  mayNotChangeStatus: { status: 403, says: "You do not have publish or edit permissions for this server" },
  mayNotEdit: { status: 403, says: "You do not have edit permissions for this server" },
  storageUsed: {
    status: 429,
    says: "This registry stores at most {megabytes} MiB a day for {who}, and nothing was changed: try again in {seconds} seconds",
  },
  updatesOff: { status: 501, says: "Updates are not supported by this registry" },
  deletionOff: { status: 501, says: "Deletion is not supported by this registry" },
  invalidNameEncoding: { status: 400, says: "Invalid server name encoding" },
  invalidVersionEncoding: { status: 400, says: "Invalid version encoding" },
  nulInPath: { status: 400, says: "Invalid request: URL path contains null bytes" },
});
