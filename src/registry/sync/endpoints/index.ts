/** The table of the sync area. */
import { exportServers } from "./export-servers.ts";

export const syncEndpoints = [exportServers] as const;
