// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { OnlinePlayer, PlayerSessions, Ticket } from "./schemas.ts";

export interface ListSessionsParams {
  /** Number of the player, 0 to 2^63 - 1. */
  id: string;
  /** 1 to 1000. Default: 100. */
  limit?: number;
}

export interface PresenceOperations {
  /**
   * Players that are online. By id. `Server` is the key of the server that the player is on, as in `/Servers`. A
   * player of whom no save is known yet, who has just begun, comes last, with the id 0 and the name of the account.
   */
  listOnline(params?: Record<string, never>, options?: CallOptions): Promise<OnlinePlayer[]>;
  /**
   * Get a ticket for the stream of events. For browsers: an `EventSource` sends no headers. Open
   * `/Online/Events?ticket=...` with the ticket. It counts once, for 30 seconds, at every process of the service. A
   * stream that it opened has the rights of the key, and ends when the key does not count any more. At most 100
   * unused tickets of a key can wait.
   */
  createTicket(params?: Record<string, never>, options?: CallOptions): Promise<Ticket>;
  /** Sessions and playtime of a player. Of the player's account. Empty for players who want no history to be kept. */
  listSessions(params: ListSessionsParams, options?: CallOptions): Promise<PlayerSessions>;
}
