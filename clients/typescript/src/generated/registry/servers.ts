// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { AllVersionsStatusResponse, FacetCounts, ServerList, ServerResponse, StatusUpdateRequest, Timestamp } from "./schemas.ts";

export interface ListServersParams {
  /** `metadata.nextCursor` of the page before, exactly as returned. */
  cursor?: string;
  /** Versions on a page. 1 to 100. Default: 30. */
  limit?: number;
  /** Literal text in the name, in any case. */
  search?: string;
  /** RFC 3339: changed after this instant; deleted versions are then included. */
  updated_since?: Timestamp;
  /** `latest`, or exactly this version. */
  version?: string;
  /** Show deleted versions too. Default false. */
  include_deleted?: boolean;
  /** Ours: `all` searches title and description too. Default `name`. */
  search_in?: "name" | "all";
  /** Ours: has a package of this type, such as `npm`. */
  registry_type?: string;
  /** Ours: has a remote endpoint, or a package to install. */
  kind?: "remote" | "local";
  /** Ours: has this status. */
  status?: "active" | "deprecated" | "deleted";
  /** Ours: `updated` lists the latest change first. Default `name`. */
  sort?: "name" | "updated";
}

export interface CountServersParams {
  /** As in the list. */
  search?: string;
  /** As in the list. */
  search_in?: "name" | "all";
  /** Only the latest version of each server. */
  version?: "latest";
  /** As in the list. */
  include_deleted?: boolean;
  /** As in the list. */
  registry_type?: string;
  /** As in the list. */
  kind?: "remote" | "local";
  /** As in the list. */
  status?: "active" | "deprecated" | "deleted";
}

export interface ListVersionsParams {
  /** Name of the server, percent-encoded: `io.example%2Fweather`. */
  serverName: string;
  /** Show deleted versions too. Default: false. */
  include_deleted?: boolean;
}

export interface GetVersionParams {
  /** Name of the server, percent-encoded: `io.example%2Fweather`. */
  serverName: string;
  /** A version, percent-encoded, or `latest`. */
  version: string;
  /** Find a deleted version too. Default: false. */
  include_deleted?: boolean;
}

export interface DeleteVersionParams {
  /** Name of the server, percent-encoded: `io.example%2Fweather`. */
  serverName: string;
  /** A version, percent-encoded, or `latest`. */
  version: string;
}

export interface UpdateStatusParams {
  /** Name of the server, percent-encoded: `io.example%2Fweather`. */
  serverName: string;
  /** A version, percent-encoded, or `latest`. */
  version: string;
  body: StatusUpdateRequest;
}

export interface UpdateAllStatusesParams {
  /** Name of the server, percent-encoded: `io.example%2Fweather`. */
  serverName: string;
  body: StatusUpdateRequest;
}

export interface ServersOperations {
  /**
   * List servers. Versions by name, then version, as plain text. A page that is the last has no
   * `metadata.nextCursor`. The parameters marked *ours* go beyond the specification and change nothing when left out.
   */
  listServers: Paged<ListServersParams | undefined, ServerList, ServerResponse>;
  /**
   * Count servers by filter. For a page with filters: how many versions the list would have with each value of
   * `registry_type`, `kind` and `status`, where the other parameters stay. The parameters are those of the list.
   */
  countServers(params?: CountServersParams, options?: CallOptions): Promise<FacetCounts>;
  /** List all versions of a server. */
  listVersions(params: ListVersionsParams, options?: CallOptions): Promise<ServerList>;
  /** Get one version of a server. */
  getVersion(params: GetVersionParams, options?: CallOptions): Promise<ServerResponse>;
  /**
   * Delete one version of a server. A soft delete: the version gets the status `deleted` and can be restored by a
   * change of status.
   */
  deleteVersion(params: DeleteVersionParams, options?: CallOptions): Promise<ServerResponse>;
  /** Change the status of one version. */
  updateStatus(params: UpdateStatusParams, options?: CallOptions): Promise<ServerResponse>;
  /** Change the status of all versions of a server. */
  updateAllStatuses(params: UpdateAllStatusesParams, options?: CallOptions): Promise<AllVersionsStatusResponse>;
}
