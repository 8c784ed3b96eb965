/** The table of the servers area. */
import { countServers } from "./count-servers.ts";
import { deleteVersion } from "./delete-version.ts";
import { getVersion } from "./get-version.ts";
import { listServers } from "./list-servers.ts";
import { listVersions } from "./list-versions.ts";
import { updateAllStatuses } from "./update-all-statuses.ts";
import { updateStatus } from "./update-status.ts";

export const serverEndpoints = [
  listServers,
  countServers,
  listVersions,
  getVersion,
  deleteVersion,
  updateStatus,
  updateAllStatuses,
] as const;
