// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { OnlineHours, OnlinePlayer, PlayerSessions, RecentEvent, Ticket } from "./schemas.ts";

export interface ListHoursParams {
  /** How far back. 1 to 31. Default: 7. */
  days?: number;
  /** Key of one server; all without it. */
  server?: string;
}

export interface ListRecentParams {
  /** Most events to answer. 1 to 500. Default: 50. */
  limit?: number;
  /** Key of one server; all without it. */
  server?: string;
  /** From the `Link` of the page before. */
  cursor?: string;
}

export interface ListSessionsParams {
  /** Number of the player, 0 to 2^63 - 1. */
  id: string;
  /** 1 to 1000. Default: 100. */
  limit?: number;
  /** From the `Link` of the page before. */
  cursor?: string;
}

export interface PresenceOperations {
  /**
   * Players that are online. By id. `Server` is the key of the server that the player is on, as in `/Servers`. A
   * player without a known save yet, who has just begun, comes last, with the id 0 and the name of the account.
   */
  listOnline(params?: Record<string, never>, options?: CallOptions): Promise<OnlinePlayer[]>;
  /**
   * Get a ticket for the stream of events. For browsers: an `EventSource` sends no headers. Open
   * `/Online/Events?ticket=...` with the ticket. It counts once, for 30 seconds, at every process of the service. A
   * stream that it opened has the rights of the key, and ends when the key does not count any more. At most 100
   * unused tickets of a key can wait.
   */
  createTicket(params?: Record<string, never>, options?: CallOptions): Promise<Ticket>;
  /**
   * Players per hour. For lines and heat maps. Each list has one member for each hour from `From` on; the last hour
   * has just begun. Null is a gap: nothing is known of that hour. Where `WatchedMinutes` is below 60 there may have
   * been more players; null there means that it was not noted yet. Past sessions of players who want no history, or
   * were erased, are not stored and not counted.
   */
  listHours(params?: ListHoursParams, options?: CallOptions): Promise<OnlineHours>;
  /**
   * Recent joins and leaves. Of the last 7 days, newest first; `/Online/Events` goes on from there. Players who want
   * no history are not in it. A leave is noted at the last moment when the player was seen.
   */
  listRecent: Paged<ListRecentParams | undefined, RecentEvent[], RecentEvent>;
  /**
   * Sessions and playtime of a player. Of the player's account. Empty for players who want no history to be kept.
   * `Playtime` counts all sessions, on every page.
   */
  listSessions: Paged<ListSessionsParams, PlayerSessions, {
    /** The server's key. */
    Server: string;
    /** ISO 8601 with a numeric offset. */
    Start: string;
    /** Null while it lasts. */
    End: string | null;
    /** Up to now while it lasts. */
    Seconds: number;
  }>;
}
