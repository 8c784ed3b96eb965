/** The endpoints of the system area. */
import { exportPlayers } from "./export-players.ts";
import { listServers } from "./list-servers.ts";

export const systemEndpoints = [listServers, exportPlayers] as const;
