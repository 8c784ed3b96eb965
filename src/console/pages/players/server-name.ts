import type { Server } from "../../../../clients/typescript/src/players.ts";

/** What people see of a server, by its key. A server that was removed has only its key left. */
export function serverName(servers: readonly Server[], key: string): string {
  return servers.find(({ Key }) => Key === key)?.Name ?? key;
}
