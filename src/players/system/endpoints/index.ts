/** The endpoints of the system area. */
import { checkProgram } from "./check-program.ts";
import { exportPlayers } from "./export-players.ts";
import { listServers } from "./list-servers.ts";

export const systemEndpoints = [listServers, exportPlayers, checkProgram] as const;
