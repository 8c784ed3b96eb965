/** The door of the RCON area: what a running game server says about who is on it. */
export { rconClient, type RconClient, type RconClientOptions } from "./client.ts";
export { pollPlayers, takeChat, takeGameLog, unreadLinesSay } from "./commands.ts";
export type { GameLogEntry } from "./core/game-log.ts";
export { RconError, type RconErrorKind } from "./rcon-error.ts";
