/** The door of the RCON area: a running game server's players and log. */
export { rconClient, type RconClient, type RconClientOptions } from "./client.ts";
export { pollPlayers, takeChat, takeGameLog, unreadLinesSay } from "./commands.ts";
export type { GameLogEntry } from "./core/game-log.ts";
export { RconError, type RconErrorKind } from "./rcon-error.ts";
