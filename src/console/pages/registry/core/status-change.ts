/** A change of status, and what takes it back. */
import type { ServerResponse, StatusUpdateRequest } from "../../../../../clients/typescript/src/registry.ts";
import { officialOf } from "./official.ts";

export interface VersionStatus {
  readonly version: string;
  readonly to: StatusUpdateRequest;
}

/** The status that each version has now, as the change that brings it back. Versions that `to` leaves as they are have none. */
export function undoOf(versions: readonly ServerResponse[], to: StatusUpdateRequest): readonly VersionStatus[] {
  return versions.flatMap((each) => {
    const { status, statusMessage = "" } = officialOf(each);
    if (status === to.status && statusMessage === (to.statusMessage ?? "")) return [];
    return [{ version: each.server.version, to: statusUpdate(status, statusMessage) }];
  });
}

/** A message belongs to versions that are not active; the registry refuses it for others. */
export function statusUpdate(status: StatusUpdateRequest["status"], message: string): StatusUpdateRequest {
  return { status, ...(status !== "active" && message !== "" && { statusMessage: message }) };
}
