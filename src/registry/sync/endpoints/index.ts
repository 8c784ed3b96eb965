/** The table of the sync area. */
import { exportServers } from "./export-servers.ts";
import { showMirror } from "./show-mirror.ts";

export const syncEndpoints = [exportServers, showMirror] as const;
